// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/runtime/doors.hpp"

namespace lockstep::viewer {

/// All signals of a world, for all viewers: one tap, however many there are, so that a run costs and computes
/// the same with none and with many.
///
/// Rows come at a period of the world's time that follows its speed: about 60 per second of wall time, a row
/// every step in slow motion, and one where the world pauses. One thread.
class WorldFeed {
 public:
  using Clock = std::chrono::steady_clock;

  /// `step`: of the world. Throws what Doors::tap throws.
  WorldFeed(runtime::Doors& doors, core::SimTime step);

  const std::vector<runtime::TapColumn>& columns() const noexcept { return tap_->columns(); }
  /// Index of a signal's column; empty when there is none.
  std::optional<std::size_t> column(std::string_view signal) const noexcept;

  /// The next row; false when there is none yet.
  [[nodiscard]] bool next(runtime::TapRow& row);
  /// Leaves out all rows but the newest: nobody watched.
  void skip_to_newest() noexcept { reader_->skip_to_newest(); }
  std::uint64_t lost() const noexcept { return lost_before_ + reader_->lost(); }
  core::SimTime period() const noexcept { return period_; }
  /// Adapts the period to the rows of the last second; call now and then.
  void follow_speed(Clock::time_point now);

 private:
  void open();

  runtime::Doors& doors_;
  core::SimTime step_, period_;
  std::vector<std::string> signals_;
  std::shared_ptr<runtime::Tap> tap_;
  std::optional<runtime::TapReader> reader_;
  std::uint64_t lost_before_{0};  // by the taps before
  std::uint64_t lost_seen_{0};    // at the last look
  std::uint64_t rows_{0};         // since the last look
  std::optional<Clock::time_point> looked_;
};

}  // namespace lockstep::viewer
