// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/runtime/doors.hpp"
#include "lockstep/world/run_control.hpp"

namespace lockstep::world {

/// The commands of a RunControl as requests, for those who reach a world through its doors:
///
/// | request | argument | its reply comes |
/// |---|---|---|
/// | `world/pause`, `world/resume`, `world/stop` | | at once |
/// | `world/step` | Int64 `count` | when the steps are done; refused when a pause or the end came before |
/// | `world/reset` | String `what`: time, state or both | when the world has been reset |
/// | `world/set_real_time_factor` | Float64 `factor`, 0: as fast as possible | at once |
///
/// Handlers run inside of a step or, while the world is paused, in the thread that sent the request: never
/// beside the functions below, which belong to the loop between two steps.
class ControlRequests {
 public:
  explicit ControlRequests(RunControl& control) noexcept : control_{control} {}
  /// Refuses those that still wait.
  ~ControlRequests() { note_end(); }
  ControlRequests(const ControlRequests&) = delete;
  ControlRequests& operator=(const ControlRequests&) = delete;

  /// Their names: a replay does not send them again, because they are to the loop and not to the world.
  static std::vector<std::string> names();
  /// Before the world starts.
  void add_to(runtime::Doors& doors);

  void note_step() noexcept {
    if (waiting_ != 0) answer_steps();
  }
  void note_pause() noexcept;
  void note_reset() noexcept;
  void note_end() noexcept;

 private:
  using Call = devices::RequestCall;
  /// A request whose reply comes later.
  struct Waiting {
    std::shared_ptr<Call> call;
    std::int64_t ticket{0};  ///< of RunControl::step; kReset for a reset
  };
  static constexpr std::int64_t kReset = -1;
  static constexpr std::size_t kMost = 64;

  void step(Call& call) noexcept;
  void reset(Call& call) noexcept;
  void set_factor(Call& call) noexcept;
  bool keep(Call& call, std::int64_t ticket) noexcept;
  void answer_steps() noexcept;
  /// Replies to all for which `ready` is true; with a reason it is a refusal.
  template <class Ready>
  void answer(const Ready& ready, const char* why_not) noexcept;

  RunControl& control_;
  std::array<Waiting, kMost> waits_{};
  std::size_t waiting_{0};
};

}  // namespace lockstep::world
