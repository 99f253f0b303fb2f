// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/runtime/barrier.hpp"
#include "lockstep/runtime/inlet.hpp"
#include "lockstep/runtime/request_queue.hpp"
#include "lockstep/runtime/signal_table.hpp"
#include "lockstep/runtime/tap.hpp"

namespace lockstep::runtime {

/// What can be reached from outside, with its meaning.
struct PortInfo {
  enum class Kind : std::uint8_t { kSignal, kInlet, kRequest };
  Kind kind{Kind::kSignal};
  std::string name;
  core::VariableType type{core::VariableType::kFloat64};  ///< signals and inlets
  std::uint32_t count{1};                                 ///< signals and inlets
  std::string unit;
  std::string description;
  std::vector<devices::RequestField> arguments, reply;  ///< requests
};
/// "signal", "inlet" or "request".
std::string_view to_string(PortInfo::Kind kind) noexcept;

/// The doors of a world: the only way by which anybody outside reaches a running one.
///
/// - An *inlet* takes the latest value from any thread; each step latches it once at its start.
/// - A *tap* hands complete, stamped rows of chosen signals at a rate to readers in other threads.
/// - A *request* asks a device (or the world itself) to do something once. It is executed at the start of the
///   next step, in order of arrival; while the world is paused at once, by the thread that sends it; never
///   beside a step. Its reply can be awaited, and a read after the reply sees what it changed.
/// - The *barrier* lets outside parties keep step.
///
/// Everything that came in through an inlet or as a request in a step is in latched() and executed(), so that
/// it can be recorded and given again to the same bits.
///
/// Outside calls are for any thread, from the end of set-up on; what comes before the start waits for the
/// first step. The step calls latch() and publish(),
/// which neither throw, allocate, look up nor lock.
class Doors {
 public:
  struct Options {
    std::size_t request_capacity{256};  ///< requests that may wait for one step
    std::size_t tap_capacity{256};      ///< taps at the same time
  };

  Doors() : Doors{Options{}} {}
  explicit Doors(Options options);
  /// Refuses every request that still waits, and ends all taps and the barrier.
  ~Doors();
  Doors(const Doors&) = delete;
  Doors& operator=(const Doors&) = delete;

  // --- setup, in the thread that drives the world ----------------------------------------------------------
  SignalTable& signals() noexcept { return signals_; }
  const SignalTable& signals() const noexcept { return signals_; }
  /// `info.name` is the full name, which also becomes a signal. Throws Error{kBadUsage} when it is taken.
  Inlet& add_inlet(devices::InletInfo info, Owner owner = kOwnedByWorld);
  /// `info.name` is the full name. Throws Error{kBadUsage} when it is taken or a field has no type that
  /// requests carry.
  void add_request(devices::RequestInfo info, Owner owner = kOwnedByWorld);
  /// All signals, inlets and requests of `owner` are gone: nobody finds them, taps show the last values,
  /// inlets and requests refuse. They may be added again under the same names with the same types.
  void remove(Owner owner);

  /// While an object lives, signals, inlets and requests may be added and removed though other threads use
  /// the doors: nobody looks names up, and no request is executed. Afterwards the doors are as paused as
  /// before. Between two steps, in the thread that drives the world.
  class Edit {
   public:
    explicit Edit(Doors& doors);
    ~Edit();
    Edit(const Edit&) = delete;
    Edit& operator=(const Edit&) = delete;

   private:
    Doors& doors_;
    bool rested_;
    std::unique_lock<std::recursive_mutex> lock_;
  };

  // --- from outside --------------------------------------------------------------------------------------
  /// All signals, inlets and requests; an inlet appears once, as an inlet.
  std::vector<PortInfo> ports() const;
  /// Throws Error{kNotFound} with the closest names.
  Inlet& inlet(std::string_view name);
  /// Throws Error{kNotFound} for an unknown signal, Error{kUnsupported} naming a quantity of the host that is
  /// not kept up to date (see RuntimeOptions::keep_all_signals) and Error{kBadUsage} when there are too many
  /// taps. The tap ends when the last owner lets it go.
  std::shared_ptr<Tap> tap(const TapOptions& options);
  /// Throws Error{kNotFound} with the closest names.
  std::uint32_t find_request(std::string_view name) const;
  /// A request by its index: name, fields, description.
  PortInfo request(std::uint32_t index) const;
  std::size_t request_count() const;
  /// Arguments as a request takes them: whole numbers are fine for Float64. Throws Error{kBadUsage} when they
  /// are not those of the request.
  std::vector<core::Value> checked_arguments(std::uint32_t request, std::vector<core::Value> arguments) const;
  /// Sends a request. Throws Error{kBadUsage} when the arguments are not those of the request, or too many
  /// wait already.
  std::shared_ptr<const Request> submit(std::uint32_t request, std::vector<core::Value> arguments);
  std::shared_ptr<const Request> submit(std::string_view request, std::vector<core::Value> arguments);
  /// Grows whenever a request is done, also a deferred one: somebody who waits for many requests at once
  /// waits for this. Outlives the doors.
  const std::shared_ptr<WaitWord>& completions() const noexcept { return completions_; }
  Barrier& barrier() noexcept { return barrier_; }

  // --- the side of the world, in the thread that drives it
  // ---------------------------------------------------
  /// At the start of step `step`: latches inlets and executes requests. Null, or the inlet whose value is too
  /// old and whose policy stops the world.
  [[nodiscard]] const Inlet* latch(std::int64_t step, core::SimTime now) noexcept;
  /// After step `step` - 1 (and at the start): hands rows to taps.
  void publish(std::int64_t step, core::SimTime now) noexcept;
  /// The world pauses after step `step` - 1: taps that ask for it get its row.
  void publish_pause(std::int64_t step, core::SimTime now) noexcept;
  /// While the world is paused requests are executed by the threads that send them; leaving the pause waits
  /// for one that is being executed. latch() leaves a pause by itself.
  void set_paused(bool paused, std::int64_t next_step);
  /// The same while a world that is not paused waits between two steps, for the clock or for somebody
  /// outside: requests are executed at once, and paused() is false. Left by set_paused(false) and latch().
  void set_waiting(std::int64_t next_step);
  bool paused() const noexcept;
  /// The world was put back: requests that wait are refused, inlets have their initial values.
  void reset() noexcept;
  /// Time was set to something else: taps and the barrier begin anew there.
  void restart() noexcept;

  /// Requests that the last latch() executed, and those before it during a pause, in order.
  Span<const std::shared_ptr<Request>> executed() const noexcept {
    return {executed_.data(), executed_count_};
  }
  /// Inlets for which the last latch() found a new value.
  Span<Inlet* const> latched() const noexcept { return {latched_.data(), latched_count_}; }
  /// How often latch() was called, and for which step the last time.
  std::uint64_t latch_count() const noexcept { return latch_count_; }
  std::int64_t latched_step() const noexcept { return latched_step_; }
  std::deque<Inlet>& inlets() noexcept { return inlets_; }
  /// Signals that can be tapped, where not all are kept up to date: see tap().
  void set_all_signals_kept(bool kept) noexcept { all_signals_kept_ = kept; }

 private:
  enum class Mode : std::uint8_t { kRunning, kPaused, kServing };

  /// Taps in fixed places: opening and closing one never disturbs a step that walks over them. Shared with
  /// the taps, which may outlive the doors.
  struct Taps {
    explicit Taps(std::size_t capacity) : places(capacity) {}
    void close(Tap* tap) noexcept;
    std::vector<std::atomic<Tap*>> places;
    std::atomic<std::size_t> count{0};
    std::atomic<std::uint64_t> walks{0};  // odd while somebody walks over them
  };
  void execute(std::int64_t step, bool in_pause) noexcept;
  void serve_while_paused() noexcept;
  bool rests() const noexcept { return mode_.load() != Mode::kRunning; }
  void rest(std::int64_t next_step);
  void enter_running() noexcept;
  void retire_executed() noexcept;
  void retire(std::shared_ptr<Request> request) noexcept;
  void free_retired() noexcept;
  template <class Body>
  void for_each_tap(Body&& body) noexcept;

  struct RequestEntry {
    devices::RequestInfo info;
    Owner owner{kOwnedByWorld};
    bool removed{false};
  };

  mutable std::recursive_mutex names_;  // of the lists below, against look-ups from other threads
  SignalTable signals_;
  std::deque<Inlet> inlets_;  // elements never move
  std::deque<RequestEntry> requests_;
  Options options_;
  bool all_signals_kept_{false};

  std::optional<RequestQueue> queue_;  // from the first request on
  std::atomic<Mode> mode_{Mode::kRunning};
  std::atomic<bool> waits_{false};  // not running, yet not paused
  std::int64_t next_step_{0};       // while paused: the step that requests belong to
  std::vector<std::shared_ptr<Request>> executed_;
  std::size_t executed_count_{0};
  bool executed_is_old_{true};  // they belong to a step that has begun
  std::vector<Inlet*> latched_;
  std::size_t latched_count_{0};
  std::uint64_t latch_count_{0};
  std::int64_t latched_step_{0};
  std::atomic<Request*> retired_{nullptr};

  std::shared_ptr<WaitWord> completions_;
  std::shared_ptr<Taps> taps_;
  Barrier barrier_;
};

}  // namespace lockstep::runtime
