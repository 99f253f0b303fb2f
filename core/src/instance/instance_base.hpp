// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "instance/call_ring.hpp"
#include "instance/call_trace.hpp"
#include "instance/fp_control.hpp"
#include "instance/instance_spec.hpp"
#include "instance/library_table.hpp"
#include "instance/process_state_guard.hpp"
#include "instance/unsupported_instance.hpp"

#define LOCKSTEP_LIKELY(condition) __builtin_expect(!!(condition), 1)
#define LOCKSTEP_UNLIKELY(condition) __builtin_expect(!!(condition), 0)

namespace lockstep::core {

/// What is watched on the short way of a call: ring and floating-point mode, what the options say, or
/// nothing. kAll and kNothing need not look at the options each time.
enum class Watch : std::uint8_t { kAll, kSome, kNothing };

/// What all FMI versions have in common: the loaded library, call ring, trace and log, what happens after a
/// bad status, the care for the state of the process.
///
/// Subclasses call the FMU through call() and guarded_call(). Only do_step, get and set of Float64 go a
/// shorter way, open while none of their gates in mode() is set. The Co-Simulation stepper inlines it, for
/// the Watch its options ask for: try_step() makes the call and returns the FMU's status, or kClosed and has
/// done nothing; short_get() may follow a step that was OK, without looking at the gates again. after_step()
/// and after_get() take over whatever was not 0.
class InstanceBase : public UnsupportedInstance {
 public:
  const Fmu& fmu() const noexcept final { return *fmu_; }
  InterfaceKind kind() const noexcept final { return kind_; }
  const std::string& name() const noexcept final { return context_->log.name(); }
  std::string failure() const final;
  const CallRing& calls() const noexcept { return ring_; }

 protected:
  /// The words and limits of one FMI version.
  struct Dialect {
    const char* version;                         ///< "FMI 2.0"
    const char* (*name)(std::uint8_t function);  ///< "fmi2DoStep"
    const char* (*capability)(std::uint8_t function);
    int last_status;  ///< highest status the version knows
  };

  InstanceBase(InstanceSpec& spec, const Dialect& dialect);
  ~InstanceBase() override;

  /// One FMI call as ring and failure report see it.
  struct Call {
    template <class Id>
    explicit Call(Id id) : function{static_cast<std::uint8_t>(id)} {}
    template <class Id>
    Call(Id id, double at_s) : function{static_cast<std::uint8_t>(id)}, time_s{at_s} {}
    template <class Id>
    Call(Id id, Span<const ValueReference> references)
        : function{static_cast<std::uint8_t>(id)},
          reference{references.empty() ? 0 : references.front()},
          count{references.size()} {}
    /// Only if the FMU declares by its capability flag that it can do this.
    Call& if_declared(bool is_declared) noexcept {
      declared = is_declared;
      return *this;
    }
    Call& also_after_error() noexcept {
      after_error = true;
      return *this;
    }
    std::uint8_t function;
    double time_s{0.0};
    ValueReference reference{0};
    std::size_t count{0};
    bool declared{true};
    bool after_error{false};
  };

  /// Makes the call unless it must not be made: `invoke` does it and returns the FMU's status, `shown` is
  /// what the trace prints of it.
  template <class Function, class Invoke, class... Shown>
  Status call(const Call& what, Function* function, Invoke&& invoke, const Shown&... shown) noexcept {
    const Status admitted = admit(what, function != nullptr);
    if (LOCKSTEP_UNLIKELY(admitted != Status::kOk)) return admitted;
    const CallRing::Ticket ticket = record(what);
    const int raw = shielded(invoke);
    if ((mode() & kRecord) != 0) ring_.end_nested(ticket, static_cast<std::uint8_t>(raw));
    if (LOCKSTEP_UNLIKELY((mode() & kTrace) != 0)) trace(what.function, raw, shown...);
    return LOCKSTEP_UNLIKELY(raw != 0) ? note(what.function, raw) : Status::kOk;
  }

  /// As call(), and puts back what the FMU changed in the process.
  template <class Function, class Invoke, class... Shown>
  Status guarded_call(const Call& what, Function* function, Invoke&& invoke, const Shown&... shown) noexcept {
    ProcessStateGuard guard;
    const Status status = call(what, function, invoke, shown...);
    finish_guard(what.function, guard);
    return status;
  }

  /// As call(), for evaluations of the model that are not doStep: the first is guarded, all have the
  /// floating-point mode checked.
  template <class Function, class Invoke, class... Shown>
  Status watched_call(const Call& what, Function* function, Invoke&& invoke, const Shown&... shown) noexcept {
    if (LOCKSTEP_UNLIKELY((mode() & kFirstStep) != 0)) {
      leave(kFirstStep);
      fp_ = FpControl::current();
      return guarded_call(what, function, invoke, shown...);
    }
    const FpControl before = LOCKSTEP_UNLIKELY((mode() & kCarefulFp) != 0) ? FpControl::current() : fp_;
    const Status status = call(what, function, invoke, shown...);
    if ((mode() & kCheckFp) != 0 && LOCKSTEP_UNLIKELY(FpControl::current() != before))
      repair_floating_point(what.function, before);
    return status;
  }

  /// The FMU's answer, or kThrown: C++ FMUs let exceptions out through the C interface.
  static constexpr int kThrown = -1000;
  /// The short way is closed: nothing was called.
  static constexpr int kClosed = -1001;
  template <class Invoke>
  static int shielded(Invoke&& invoke) noexcept {
    try {
      return static_cast<int>(invoke());
    } catch (...) {
      return kThrown;
    }
  }

  /// What the short way has to do about a call.
  template <Watch kWatch>
  bool records() const noexcept {
    return kWatch == Watch::kAll || (kWatch == Watch::kSome && LOCKSTEP_LIKELY((mode() & kRecord) != 0));
  }
  template <Watch kWatch>
  void check_floating_point(std::uint8_t function) noexcept {
    if (kWatch == Watch::kNothing || (kWatch == Watch::kSome && (mode() & kCheckFp) == 0)) return;
    if (LOCKSTEP_UNLIKELY(FpControl::current() != fp_)) repair_floating_point(function, fp_);
  }

  /// kOk: go ahead. Else the call must not be made: the library is fatal, the instance failed, the FMU does
  /// not declare the ability, or the function is missing.
  Status admit(const Call& what, bool present) noexcept;
  CallRing::Ticket record(const Call& what) noexcept;
  /// A status that is not OK: closes the gates, remembers the failure. Statuses FMI does not know count as
  /// Error.
  Status note(std::uint8_t function, int raw) noexcept;
  /// kError with words of our own, for a call that was not made.
  Status refuse(std::uint8_t function, std::string why) noexcept;
  Status unsupported(const char* what) noexcept final;
  /// reset() or set_state() succeeded: all calls are possible again.
  void recover() noexcept;

  /// After a call under `guard`: restores, and reports what `function` had changed.
  void finish_guard(std::uint8_t function, ProcessStateGuard& guard) noexcept;
  /// The floating-point mode is not `expected` after a step: restores it, reports it once, and has the
  /// following steps read the mode before the call as well, in case it was the caller who changed it.
  void repair_floating_point(std::uint8_t function, const FpControl& expected) noexcept;

  /// Version or platform as the library says it. A wrong answer is a warning, or Error{kLoadFailed} if it
  /// `must_match`.
  void check_answer(std::uint8_t function, const char* answer, std::string_view expected, bool must_match);
  void require_functions(std::initializer_list<std::pair<std::uint8_t, bool>> functions) const;
  [[noreturn]] void throw_not_instantiated(std::uint8_t function) const;
  template <class... Shown>
  void trace(std::uint8_t function, int raw, const Shown&... shown) noexcept {
    try {
      emit_trace(call_trace::text_of(name_of(function), shown...), raw);
    } catch (...) {  // no memory for a line of trace: the call itself must not fail for it
    }
  }
  /// After Fatal the FMU stays as it is, with everything it may still use from threads of its own.
  void leave_to_fatal_library() noexcept;

  /// How calls are to be made just now: reasons to leave the short way, and what to watch on it. One word, so
  /// that the short way looks at memory once.
  std::uint32_t mode() const noexcept { return mode_.load(std::memory_order_relaxed); }
  void enter(std::uint32_t bits) noexcept { mode_.fetch_or(bits, std::memory_order_relaxed); }
  void leave(std::uint32_t bits) noexcept { mode_.fetch_and(~bits, std::memory_order_relaxed); }
  bool fatal() const noexcept { return (mode() & kFatal) != 0; }
  const char* name_of(std::uint8_t function) const noexcept { return dialect_->name(function); }
  InstanceContext& context() const noexcept { return *context_; }
  const InterfaceCapabilities& capabilities() const noexcept { return *capabilities_; }
  const ModelDescription* description() const noexcept { return context_->log.description(); }
  LoadedLibrary& library() const noexcept { return *lease_; }

  // Reasons to leave the short way of doStep, and of get and set.
  static constexpr std::uint32_t kFailed = 1;      // after Error: only reset, set_state and free
  static constexpr std::uint32_t kFatal = 2;       // the library returned Fatal
  static constexpr std::uint32_t kTrace = 4;       // every call goes to the log
  static constexpr std::uint32_t kFirstStep = 8;   // the first doStep is watched more closely
  static constexpr std::uint32_t kCarefulFp = 16;  // the floating-point mode is read before each step, too
  static constexpr std::uint32_t kMayPend = 32;    // doStep may go on in the background
  static constexpr std::uint32_t kNoStep = 64;     // there is no doStep
  static constexpr std::uint32_t kNoReal = 128;    // a getter or setter is missing
  static constexpr std::uint32_t kStepGates =
      kFailed | kFatal | kTrace | kFirstStep | kCarefulFp | kMayPend | kNoStep | kNoReal;
  static constexpr std::uint32_t kValueGates = kFailed | kFatal | kTrace | kNoReal;
  // What to do on the short way.
  static constexpr std::uint32_t kRecord = 256;   // keep the ring
  static constexpr std::uint32_t kCheckFp = 512;  // compare the floating-point mode after each step

  std::atomic<std::uint32_t> mode_{kFirstStep};
  FpControl fp_{};  // of the thread that steps, read at the first step
  CallRing ring_;

 private:
  /// Why the last bad call was bad.
  struct Failure {
    std::uint8_t function{0};
    int raw{0};       // status of the FMU
    std::string why;  // our own words; the status does not count then
  };
  void emit_trace(const std::string& text, int raw);
  /// From the thread of the watch.
  void report_hang(const CallRecord& call, double waited_s) noexcept;
  void remember(std::uint8_t function, int raw, std::string why) noexcept;

  InterfaceKind kind_;
  const Dialect* dialect_;
  const InterfaceCapabilities* capabilities_;
  std::shared_ptr<const Fmu> fmu_;
  LibraryLease lease_;
  mutable std::mutex failure_mutex_;  // Scheduled Execution calls from several threads
  std::unique_ptr<Failure> failure_;  // null: none; most instances never need it
  std::shared_ptr<InstanceContext> context_;
};

}  // namespace lockstep::core
