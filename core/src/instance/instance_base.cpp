// SPDX-License-Identifier: Apache-2.0
#include "instance/instance_base.hpp"

#include <fmt/format.h>

#include "lockstep/core/error.hpp"

namespace lockstep::core {

namespace {

std::string name_for(const InstanceSpec& spec) {
  const auto blank = [](std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
  };
  if (!blank(spec.options.name)) return spec.options.name;
  if (!blank(spec.model_name)) return std::string{spec.model_name};
  return "instance";  // FMI 3 forbids a blank name
}

InstanceLogOptions log_options_for(const InstanceSpec& spec) {
  return {name_for(spec),
          spec.options.log,
          spec.options.logging_on,
          spec.options.log_categories,
          spec.options.max_log_messages_per_second,
          spec.description,
          spec.options.repeat_log};
}

}  // namespace

InstanceBase::InstanceBase(InstanceSpec& spec, const Dialect& dialect)
    : kind_{spec.kind},
      dialect_{&dialect},
      capabilities_{spec.capabilities},
      fmu_{spec.fmu},
      lease_{LibraryTable::of_process().acquire(
          spec.library, spec.capabilities->can_be_instantiated_only_once_per_process)},
      context_{std::make_shared<InstanceContext>(log_options_for(spec))} {
  // Scheduled Execution calls from several threads at once, which a ring without locks cannot follow.
  if (spec.options.record_calls && kind_ != InterfaceKind::kScheduledExecution) enter(kRecord);
  if (spec.options.check_floating_point_mode) enter(kCheckFp);
  if (spec.options.trace_calls) enter(kTrace);
  context_->instance = this;
  context_->intermediate_update = spec.options.intermediate_update;
  context_->scheduler = spec.options.scheduler;
  for (const std::string& warning : lease_->take_warnings())
    context_->log.own(LogLevel::kWarning, "load", warning);
  if (capabilities_->needs_execution_tool || capabilities_->tool_coupling) {
    const std::string_view tool =
        description() != nullptr ? description()->generation_tool() : std::string_view{};
    context_->log.own(
        LogLevel::kWarning, "load",
        fmt::format("the FMU needs its tool to run{}{}; without it instantiation fails or waits",
                    tool.empty() ? "" : ": ", tool));
  }
  // Last: the destructor, which ends them, runs only if all went well.
  lease_->fate().watch(mode_, kFatal);
  if ((mode() & kRecord) != 0 && spec.options.call_limit_s > 0.0 && spec.options.log)
    LibraryTable::of_process().call_watch().add(
        ring_, spec.options.call_limit_s,
        [this](const CallRecord& call, double waited_s) { report_hang(call, waited_s); });
}

InstanceBase::~InstanceBase() {
  LibraryTable::of_process().call_watch().remove(ring_);
  lease_->fate().unwatch(mode_);
  context_->log.close();
}

void InstanceBase::report_hang(const CallRecord& call, double waited_s) noexcept {
  try {
    context_->log.own(
        LogLevel::kError, "hang",
        fmt::format("{} has not returned for {:.3g} s: the FMU hangs, or computes for long. It cannot be "
                    "ended inside this process; isolated (isolation: process, --isolate) it can",
                    to_string(call, dialect_->name), waited_s));
  } catch (...) {  // no memory for the words
  }
}

Status InstanceBase::admit(const Call& what, bool present) noexcept {
  if (LOCKSTEP_UNLIKELY(fatal())) {
    remember(what.function, 0,
             "not called: an instance of this FMU returned Fatal, which forbids any further call");
    return Status::kFatal;
  }
  if (LOCKSTEP_UNLIKELY((mode() & kFailed) != 0 && !what.after_error))
    return Status::kError;  // first failure stays
  if (LOCKSTEP_UNLIKELY(!what.declared)) {
    return refuse(what.function, fmt::format("not called: the FMU does not declare {}",
                                             dialect_->capability(what.function)));
  }
  if (LOCKSTEP_UNLIKELY(!present)) {
    const std::string_view capability = dialect_->capability(what.function);
    return refuse(what.function,
                  capability.empty()
                      ? std::string{"is not in the FMU's library; export the FMU anew"}
                      : fmt::format("is not in the FMU's library although the FMU declares {}", capability));
  }
  return Status::kOk;
}

CallRing::Ticket InstanceBase::record(const Call& what) noexcept {
  if ((mode() & kRecord) == 0) return 0;
  if (what.count != 0) return ring_.begin_values(what.function, what.reference, what.count);
  return ring_.begin_at(what.function, what.time_s);
}

Status InstanceBase::note(std::uint8_t function, int raw) noexcept {
  const bool known = raw >= 0 && raw <= dialect_->last_status;
  const Status status = known ? static_cast<Status>(raw) : Status::kError;
  if (status == Status::kFatal) lease_->fate().mark_fatal();
  if (status == Status::kError) enter(kFailed);
  if (status == Status::kDiscard || status == Status::kError || status == Status::kFatal) {
    remember(function, raw, {});
  }
  return status;
}

Status InstanceBase::refuse(std::uint8_t function, std::string why) noexcept {
  remember(function, 0, std::move(why));
  return Status::kError;
}

Status InstanceBase::unsupported(const char* what) noexcept {
  // The name stands in for a function of the list, which has none for this.
  remember(0xFF, 0, fmt::format("{} is not part of {} {}", what, dialect_->version, to_string(kind_)));
  return Status::kError;
}

void InstanceBase::recover() noexcept {
  leave(kFailed);
  const std::lock_guard lock{failure_mutex_};
  failure_.reset();
}

void InstanceBase::remember(std::uint8_t function, int raw, std::string why) noexcept {
  const std::lock_guard lock{failure_mutex_};
  try {
    failure_ = std::make_unique<Failure>(Failure{function, raw, std::move(why)});
  } catch (...) {  // no memory to remember it: the status still tells
  }
}

std::string InstanceBase::failure() const {
  const std::lock_guard lock{failure_mutex_};
  if (failure_ == nullptr) return {};
  std::string text = name() + ": ";
  if (failure_->function == 0xFF) {
    text += failure_->why;
  } else if (!failure_->why.empty()) {
    text += fmt::format("{} {}", name_of(failure_->function), failure_->why);
  } else if (failure_->raw >= 0 && failure_->raw <= dialect_->last_status) {
    text += fmt::format("{} returned {}", name_of(failure_->function),
                        to_string(static_cast<Status>(failure_->raw)));
  } else if (failure_->raw == kThrown) {
    text += fmt::format("{} threw a C++ exception through the C interface; taken as Error",
                        name_of(failure_->function));
  } else {
    text += fmt::format("{} returned the status {}, which {} does not have; taken as Error",
                        name_of(failure_->function), failure_->raw, dialect_->version);
  }
  const std::string said = context_->log.recent();
  if (!said.empty()) text += "\nthe FMU said:\n" + said;
  if (ring_.total() != 0) {
    text += fmt::format("{}last {} of {} FMI calls:\n{}", said.empty() ? "\n" : "", ring_.size(),
                        ring_.total(), to_string(ring_, dialect_->name));
  }
  return text;
}

void InstanceBase::finish_guard(std::uint8_t function, ProcessStateGuard& guard) noexcept {
  const std::string changes = guard.restore();
  if (changes.empty()) return;
  context_->log.own(LogLevel::kWarning, "process-state",
                    fmt::format("{} changed the {} of this process; restored", name_of(function), changes));
}

void InstanceBase::repair_floating_point(std::uint8_t function, const FpControl& expected) noexcept {
  const FpControl now = FpControl::current();
  expected.apply();
  if ((mode() & kCarefulFp) != 0) return;
  enter(kCarefulFp);
  context_->log.own(LogLevel::kWarning, "process-state",
                    fmt::format("{} changed the {} of this thread; restored after each step",
                                name_of(function), now.difference_to(expected)));
}

void InstanceBase::check_answer(std::uint8_t function, const char* answer, std::string_view expected,
                                bool must_match) {
  if (answer != nullptr && std::string_view{answer} == expected) return;
  const std::string text = fmt::format("{} returned '{}', expected '{}'", name_of(function),
                                       answer != nullptr ? answer : "NULL", expected);
  if (must_match) throw Error{ErrorCode::kLoadFailed, fmt::format("{}: {}", name(), text)};
  context_->log.own(LogLevel::kWarning, "load", text);
}

void InstanceBase::require_functions(std::initializer_list<std::pair<std::uint8_t, bool>> functions) const {
  std::string missing;
  for (const auto& [function, present] : functions) {
    if (!present) missing += fmt::format("{}{}", missing.empty() ? "" : ", ", name_of(function));
  }
  if (missing.empty()) return;
  throw Error{
      ErrorCode::kLoadFailed,
      fmt::format(
          "{}: the FMU's library lacks what {} needs at least: {}; export the FMU anew, or choose another "
          "interface type",
          name(), to_string(kind_), missing)};
}

void InstanceBase::throw_not_instantiated(std::uint8_t function) const {
  const std::string said = context_->log.recent();
  const std::string why =
      !said.empty() ? "; the FMU said:\n" + said
      : context_->log.complained()
          ? "; its messages say why"
          : " and the FMU did not say why; try again with logging on (command line: --debug-logging)";
  throw Error{ErrorCode::kFmuFailed,
              fmt::format("{}: {} returned no instance{}", name(), name_of(function), why)};
}

void InstanceBase::emit_trace(const std::string& text, int raw) {
  const bool known = raw >= 0 && raw <= dialect_->last_status;
  context_->log.own(
      LogLevel::kTrace, "fmi-call",
      fmt::format("{} -> {}", text,
                  known ? std::string{to_string(static_cast<Status>(raw))} : fmt::format("{}", raw)));
}

void InstanceBase::leave_to_fatal_library() noexcept {
  context_->log.close();
  context_->instance = nullptr;
  context_->intermediate_update = nullptr;
  context_->scheduler = nullptr;
  lease_->bury(context_);
}

}  // namespace lockstep::core
