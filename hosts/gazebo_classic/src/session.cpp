// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

#include <gazebo/common/Console.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>

#include <mutex>

#include "crash_note.hpp"
#include "file_finder.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "sdf_config.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

constexpr const char* kRemedy = "gz world -r, then gz world -p 0";

/// Worlds load in threads of their own, and Gazebo's search for files is for one of them at a time.
std::mutex& setup_mutex() {
  static std::mutex mutex;
  return mutex;
}

/// Gazebo shows what is ended by std::endl; the rest waits for the next message.
void tell(const core::LogMessage& message) {
  if (message.level == core::LogLevel::kError)
    gzerr << message.source << ": " << message.text << std::endl;
  else if (message.level == core::LogLevel::kWarning)
    gzwarn << message.source << ": " << message.text << std::endl;
  else
    gzlog << message.source << ": " << message.text << std::endl;
}

}  // namespace

std::string people_text(const std::string& model, const core::ConfigNode& plugin) {
  std::string devices;
  for (const core::ConfigNode& device : plugin.children) {
    const core::ConfigNode* const fmu = device.find("fmu");
    const core::ConfigNode* const name = device.find("name");
    if (fmu != nullptr)
      devices +=
          (devices.empty() ? "" : ", ") + (name != nullptr ? name->text : device.name) + ": " + fmu->text;
  }
  return "model '" + model + "' (" + devices + ")";
}

Session::Session(gazebo::physics::Model& model, const devices::DeviceKind& kind, sdf::ElementPtr plugin,
                 const core::ConfigNode& config)
    : model_{model},
      world_{*model.GetWorld()},
      physics_{*world_.Physics()},
      kind_{kind},
      plugin_{std::move(plugin)},
      host_{model},
      text_{lasting_text(people_text(model.GetScopedName(), config))} {
  CrashNote::prepare();
  try {
    make_runtime(config, nanoseconds(world_.SimTime()));
  } catch (...) {
    end_runtime();
    throw;
  }
}

Session::~Session() {
  end_runtime();
}

void Session::end_runtime() {
  const CrashNote note{text_};  // FMUs are terminated
  topics_.reset();
  runtime_.reset();
}

void Session::make_runtime(const core::ConfigNode& config, std::int64_t start_ns) {
  const CrashNote note{text_};
  const std::lock_guard<std::mutex> lock{setup_mutex()};
  step_s_ = 0.0;
  topics_.reset();
  runtime_.reset();
  host_.renew();
  runtime::RuntimeOptions options;
  options.log = tell;
  // Nobody asks for them, and there may be hundreds of sessions.
  options.host_signals = false;
  options.doors.tap_capacity = 0;
  runtime_.emplace(host_, options);
  const std::string model = model_.GetScopedName();
  devices::DeviceContext context;
  context.model = normalized_scope(model);
  context.log = tell;
  context.find_file = [&config](const std::string& name) { return find_fmu(name, config.where.file); };
  for (devices::MadeDevice& made : kind_.make(config, context))
    runtime_->add(std::move(made.device), made.options, model);
  runtime_->bind();
  topics_.emplace(*runtime_, world_.Name());
  last_ns_ = start_ns;
  runtime_->set_start_time(core::SimTime{last_ns_});
  runtime_->start();
  fresh_ = true;
  step_s_ = physics_.GetMaxStepSize();
  step_ns_ = host_.step_ns();
}

void Session::check_joints() {
  std::string names;
  for (const std::string& name : host_.find_removed())
    names += (names.empty() ? "'" : ", '") + name + "'";
  if (!names.empty())
    throw Error{ErrorCode::kNotFound, "somebody has removed joint " + names +
                                          " from the model; delete the model and insert it again"};
}

void Session::start_again(std::int64_t now_ns) {
  if (model_reset_.exchange(false)) host_.note_model_reset();
  stopped_ = false;
  faults_seen_ = 0;
  devices_told_ = 0;
  check_joints();
  // Gazebo has already advanced its time to the end of the step.
  const std::int64_t start_ns = now_ns - host_.step_ns();
  if (physics_.GetMaxStepSize() != step_s_) {
    make_runtime(config_of(*plugin_), start_ns);
  } else {
    last_ns_ = start_ns;
    runtime_->set_start_time(core::SimTime{last_ns_});
    runtime_->reset();
    fresh_ = true;
  }
}

bool Session::goes_on(std::int64_t now_ns) const {
  return now_ns == last_ns_ + step_ns_ && !stopped_ && !model_reset_.load(std::memory_order_relaxed) &&
         physics_.GetMaxStepSize() == step_s_ && host_.is_complete();
}

bool Session::prepare_step(std::int64_t now_ns) {
  try {
    const bool step_is_same = physics_.GetMaxStepSize() == step_s_;
    // Somebody has put the clock of the world back, or forward past a step: FMUs start again at its time.
    const bool clock_was_set =
        now_ns <= last_ns_ || (step_is_same && !stopped_ && now_ns != last_ns_ + step_ns_);
    if (model_reset_.load(std::memory_order_relaxed) || clock_was_set) start_again(now_ns);
    if (!stopped_) check_joints();
  } catch (const std::exception& error) {
    stop(error.what());
    return false;
  }
  if (stopped_) return false;
  const double step_s = physics_.GetMaxStepSize();
  if (step_s == step_s_) return true;
  stop("the step of the physics was changed from " + core::to_text(step_s_) + " s to " +
       core::to_text(step_s) + " s, but FMUs run on the grid they were started with");
  return false;
}

void Session::step() {
  const CrashNote note{text_};
  // Not the time of the event: somebody may have reset the world in this step.
  const gazebo::common::Time now = world_.SimTime();
  const std::int64_t now_ns = nanoseconds(now);
  if (!goes_on(now_ns) && !prepare_step(now_ns)) {
    stay_stopped(now_ns);
    return;
  }
  host_.refresh();
  // Statuses are not looked at one by one: after a stop the runtime refuses everything that follows.
  if (!fresh_) static_cast<void>(runtime_->end_step());
  fresh_ = false;
  last_ns_ = now_ns;
  static_cast<void>(runtime_->begin_step());
  host_.read_commands(now_ns);
  static_cast<void>(runtime_->control());
  const core::Status status = runtime_->actuate();
  if (runtime_->fault_count() != faults_seen_) tell_faults();
  if (succeeded(status)) {
    host_.write();
    if (!topics_->empty()) topics_->publish(now);
  } else {
    stop(runtime_->fault());
    host_.write_nothing();
  }
}

void Session::tell_faults() {
  faults_seen_ = runtime_->fault_count();
  const std::vector<runtime::DeviceFault> faults = runtime_->faults();
  // One message for each device: a device that is restarted in every step may fail in every step.
  for (; devices_told_ < faults.size(); ++devices_told_) {
    const runtime::DeviceFault& fault = faults[devices_told_];
    if (fault.policy == devices::FaultPolicy::kStop) continue;
    gzerr << text_ << ": " << fault.device
          << " failed at t = " << core::to_text(static_cast<double>(fault.time.count()) * 1e-9)
          << " s; its fault policy is '" << to_string(fault.policy) << "': " << fault.text << std::endl;
  }
}

void Session::stop(const std::string& why) {
  if (!stopped_)
    gzerr << text_ << ": " << why << "\nThe world is paused; to start again: " << kRemedy << std::endl;
  stopped_ = true;
  world_.SetPaused(true);
}

void Session::stay_stopped(std::int64_t now_ns) {
  last_ns_ = now_ns;
  host_.read_commands(now_ns);
  host_.write_nothing();
  if (world_.IsPaused()) return;  // somebody steps by hand
  gzerr << text_ << " is still stopped; to start again: " << kRemedy << std::endl;
  world_.SetPaused(true);
}

}  // namespace lockstep::hosts::gazebo_classic
