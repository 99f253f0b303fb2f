// SPDX-License-Identifier: Apache-2.0
#include "isolation/serve_model.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <memory>

#include "fmu_impl.hpp"
#include "instance/fp_control.hpp"
#include "isolation/confinement.hpp"
#include "isolation/last_words.hpp"
#include "isolation/worker_channel.hpp"
#include "lockstep/core/element_type.hpp"
#include "stepper/event_observer.hpp"
#include "stepper/fmu_stepper.hpp"

namespace lockstep::core::isolation {
namespace {

/// The model in the worker and the requests it answers. Setup throws Error, which becomes the reply.
class ModelServer final : public EventObserver {
 public:
  ModelServer(WorkerChannel& channel, const std::filesystem::path& scratch)
      : channel_{channel}, scratch_{scratch} {}

  /// False after kEnd.
  bool serve_one();

  /// Inside a step: shows the host one side of an event and waits until it has seen it.
  void event(double time_s, EventSide side) noexcept override;

 private:
  using Group = Stepper::Group;

  /// Reads the arguments of a request, does it, returns what writes the reply.
  using Reply = std::function<void(FrameWriter&)>;
  Reply answer(Request request, FrameReader& arguments);
  Reply create(FrameReader& arguments);
  Reply set(FrameReader& arguments);
  Reply get(FrameReader& arguments);
  Reply bind(FrameReader& arguments);
  Reply enter_initialization(FrameReader& arguments);
  Reply evaluate_initial(FrameReader& arguments);
  Reply exit_initialization(FrameReader& arguments);
  Reply save(FrameReader& arguments);
  Reply restore(FrameReader& arguments);
  Reply unpack(FrameReader& arguments);
  Reply directional_derivative(FrameReader& arguments);
  void step(FrameReader& arguments);

  const Variable& variable(FrameReader& arguments) const;
  void read_inputs(FrameReader& arguments);
  void write_state(FrameWriter& reply) const noexcept;

  WorkerChannel& channel_;
  const std::filesystem::path& scratch_;
  std::shared_ptr<const Fmu> fmu_;
  std::unique_ptr<Stepper> stepper_;
  std::vector<Group> inputs_, outputs_;  // views of the stepper's buffers
  std::map<std::uint64_t, std::unique_ptr<Snapshot>> snapshots_;
  bool shows_events_{false};
};

const Variable& ModelServer::variable(FrameReader& arguments) const {
  return stepper_->description().variables()[arguments.value<std::uint32_t>()];
}

ModelServer::Reply ModelServer::create(FrameReader& arguments) {
  WorkerSetup setup = read_setup(arguments);
  channel_.accepted();
  setup.options.instance.log = [this](const LogMessage& message) { channel_.log(message); };
  prepare_confinement(setup, scratch_);
  fmu_ = Fmu::open(setup.fmu, setup.open);
  if (fmu_->impl().archive.identity() != setup.identity) {
    throw Error{ErrorCode::kUnreadable,
                fmt::format("{}: the file changed after it was opened; open it again", setup.fmu.string())};
  }
  confine(setup, *fmu_, scratch_);
  setup.options.isolation.mode = Isolation::kInProcess;  // this process is the worker
  setup.options.isolation.call_limit_s = 0.0;            // and the host watches it
  stepper_ = Stepper::create(fmu_, setup.options);
  return nullptr;
}

ModelServer::Reply ModelServer::set(FrameReader& arguments) {
  const Variable& target = variable(arguments);
  const Value value = read_value(arguments);
  channel_.accepted();
  stepper_->set(target, value);
  return nullptr;
}

ModelServer::Reply ModelServer::get(FrameReader& arguments) {
  const Variable& source = variable(arguments);
  channel_.accepted();
  return [value = stepper_->get(source)](FrameWriter& reply) { write(reply, value); };
}

ModelServer::Reply ModelServer::bind(FrameReader& arguments) {
  Group group;
  group.role = arguments.value<Group::Role>();
  group.type = arguments.value<VariableType>();
  const auto count = arguments.value<std::uint64_t>();
  for (std::uint64_t i = 0; i < count; ++i)
    group.variables.push_back(&variable(arguments));
  channel_.accepted();
  const Span<const Variable* const> variables{group.variables};
  if (group.role == Group::Role::kRamp) {
    const RampGroup ramp = stepper_->bind_ramps(variables);
    group.data = ramp.at_start.data();
    group.element_count = ramp.at_start.size();
  } else {
    with_element_type(group.type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      const bool output = group.role == Group::Role::kOutput;
      const Span<const T> elements = output ? stepper_->bind_outputs<T>(variables) : [&]() -> Span<const T> {
        const Span<T> bound = stepper_->bind_inputs<T>(variables);
        return {bound.data(), bound.size()};
      }();
      group.data = const_cast<T*>(elements.data());
      group.element_count = elements.size();
    });
  }
  const std::uint64_t elements = group.element_count;
  (group.role == Group::Role::kOutput ? outputs_ : inputs_).push_back(std::move(group));
  return [elements](FrameWriter& reply) { reply.value(elements); };
}

void ModelServer::read_inputs(FrameReader& arguments) {
  for (const Group& group : inputs_)
    read_elements(arguments, group);
}

void ModelServer::write_state(FrameWriter& reply) const noexcept {
  reply.value(stepper_->statistics());
  write(reply, stepper_->next_event_time_s());
  for (const Group& group : outputs_)
    write_elements(reply, group);
}

ModelServer::Reply ModelServer::enter_initialization(FrameReader& arguments) {
  // The floating-point mode of the caller decides over the last bits, here as there.
  arguments.value<FpControl>().apply();
  ExperimentSetup setup;
  setup.start_time_s = arguments.value<double>();
  setup.stop_time_s = read_optional(arguments);
  setup.tolerance = read_optional(arguments);
  channel_.accepted();
  stepper_->enter_initialization(setup);
  return nullptr;
}

ModelServer::Reply ModelServer::evaluate_initial(FrameReader& arguments) {
  read_inputs(arguments);
  channel_.accepted();
  stepper_->evaluate_initial();
  return [this](FrameWriter& reply) { write_state(reply); };
}

ModelServer::Reply ModelServer::exit_initialization(FrameReader& arguments) {
  read_inputs(arguments);
  channel_.accepted();
  stepper_->exit_initialization();
  return [this](FrameWriter& reply) { write_state(reply); };
}

// Without the detour of Reply: this one counts.
void ModelServer::step(FrameReader& arguments) {
  const auto interval = arguments.value<StepInterval>();
  stepper_->allow_early_return(arguments.flag());
  if (const bool show_events = arguments.flag(); show_events != shows_events_) {
    shows_events_ = show_events;
    if (auto* const source = dynamic_cast<EventSource*>(stepper_.get()))
      source->observe_events(show_events ? this : nullptr);
  }
  read_inputs(arguments);
  channel_.accepted();
  const StepOutcome outcome = stepper_->step(interval);
  FrameWriter reply = channel_.begin();
  reply.value(StepPart::kEnd);
  write(reply, outcome);
  write_state(reply);
  channel_.finish(reply);
}

void ModelServer::event(double time_s, EventSide side) noexcept {
  FrameWriter reply = channel_.begin();
  reply.value(StepPart::kEvent);
  reply.value(time_s);
  reply.value(side);
  write_state(reply);
  channel_.finish(reply);
  static_cast<void>(channel_.next());  // kContinue; nothing else can come inside a step
  channel_.accepted();
}

ModelServer::Reply ModelServer::save(FrameReader& arguments) {
  const auto id = arguments.value<std::uint64_t>();
  const bool as_bytes = arguments.flag();
  channel_.accepted();
  stepper_->save(snapshots_[id]);
  BinaryValue bytes;
  if (as_bytes) bytes = dynamic_cast<FmuStepper&>(*stepper_).pack_state();
  return [bytes = std::move(bytes)](FrameWriter& reply) {
    reply.value<std::uint64_t>(bytes.size());
    reply.bytes(bytes.data(), bytes.size());
  };
}

ModelServer::Reply ModelServer::unpack(FrameReader& arguments) {
  const auto time_s = arguments.value<double>();
  BinaryValue bytes;
  arguments.read_text(bytes);
  channel_.accepted();
  dynamic_cast<FmuStepper&>(*stepper_).unpack_state(bytes, time_s);
  return [this](FrameWriter& reply) { write_state(reply); };
}

ModelServer::Reply ModelServer::restore(FrameReader& arguments) {
  const auto id = arguments.value<std::uint64_t>();
  channel_.accepted();
  stepper_->restore(*snapshots_.at(id));
  return [this](FrameWriter& reply) { write_state(reply); };
}

ModelServer::Reply ModelServer::directional_derivative(FrameReader& arguments) {
  std::vector<ValueReference> unknowns(arguments.value<std::uint64_t>()),
      knowns(arguments.value<std::uint64_t>());
  std::vector<double> seed(arguments.value<std::uint64_t>()), sensitivity(arguments.value<std::uint64_t>());
  arguments.bytes(unknowns.data(), unknowns.size() * sizeof(ValueReference));
  arguments.bytes(knowns.data(), knowns.size() * sizeof(ValueReference));
  arguments.bytes(seed.data(), seed.size() * sizeof(double));
  channel_.accepted();
  const Status status = stepper_->directional_derivative(unknowns, knowns, seed, sensitivity);
  return [status, sensitivity = std::move(sensitivity)](FrameWriter& reply) {
    reply.value(status);
    reply.bytes(sensitivity.data(), sensitivity.size() * sizeof(double));
  };
}

ModelServer::Reply ModelServer::answer(Request request, FrameReader& arguments) {
  switch (request) {
    case Request::kCreate:
      return create(arguments);
    case Request::kSet:
      return set(arguments);
    case Request::kGet:
      return get(arguments);
    case Request::kBind:
      return bind(arguments);
    case Request::kEnterInitialization:
      return enter_initialization(arguments);
    case Request::kEvaluateInitial:
      return evaluate_initial(arguments);
    case Request::kExitInitialization:
      return exit_initialization(arguments);
    case Request::kSave:
      return save(arguments);
    case Request::kRestore:
      return restore(arguments);
    case Request::kUnpack:
      return unpack(arguments);
    case Request::kForget:
      snapshots_.erase(arguments.value<std::uint64_t>());
      return nullptr;
    case Request::kDirectionalDerivative:
      return directional_derivative(arguments);
    case Request::kReset:
      channel_.accepted();
      stepper_->reset();
      return nullptr;
    case Request::kTerminate:
      channel_.accepted();
      return [status = stepper_->terminate()](FrameWriter& reply) { reply.value(status); };
    case Request::kFault:
      return [text = stepper_->fault()](FrameWriter& reply) { reply.text(text); };
    case Request::kStep:
    case Request::kContinue:
      break;
    case Request::kEnd:
      channel_.accepted();
      snapshots_.clear();
      set_last_calls(nullptr);
      stepper_.reset();
      fmu_.reset();
      return nullptr;
  }
  return nullptr;
}

bool ModelServer::serve_one() {
  FrameReader arguments = channel_.next();
  const auto request = arguments.value<Request>();
  if (request == Request::kStep) {
    step(arguments);
    return true;
  }
  Reply write_reply;
  std::optional<Error> failed;
  try {
    write_reply = answer(request, arguments);
  } catch (const Error& error) {
    failed = error;
  } catch (const std::exception& error) {
    failed.emplace(ErrorCode::kSystem, fmt::format("the worker of an isolated FMU failed: {}", error.what()));
  }
  const auto* model = dynamic_cast<const FmuStepper*>(stepper_.get());
  set_last_calls(model != nullptr ? &model->calls() : nullptr);
  FrameWriter reply = channel_.begin();
  reply.value<std::uint8_t>(failed ? 0 : 1);
  if (failed) {
    write(reply, *failed);
  } else if (write_reply) {
    write_reply(reply);
  }
  channel_.finish(reply);
  return request != Request::kEnd;
}

}  // namespace

void serve_model(SharedMemory& memory, const std::filesystem::path& scratch) {
  WorkerChannel channel{memory};
  ModelServer server{channel, scratch};
  while (server.serve_one()) {
  }
}

}  // namespace lockstep::core::isolation
