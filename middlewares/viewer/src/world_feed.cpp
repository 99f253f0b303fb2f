// SPDX-License-Identifier: Apache-2.0
#include "world_feed.hpp"

#include <algorithm>

namespace lockstep::viewer {
namespace {

constexpr core::SimTime kUsualPeriod{16'666'667};
constexpr core::SimTime kLongestPeriod{1'000'000'000};
constexpr std::size_t kDepth = 64;
// Per second of wall time. Apart by more than a factor of two, so that no speed makes it change to and fro.
constexpr std::uint64_t kFewRows = 45, kManyRows = 150;

}  // namespace

WorldFeed::WorldFeed(runtime::Doors& doors, core::SimTime step)
    : doors_{doors}, step_{step}, period_{std::max(step, kUsualPeriod)} {
  for (const runtime::PortInfo& port : doors.ports())
    if (port.kind != runtime::PortInfo::Kind::kRequest) signals_.push_back(port.name);
  open();
}

void WorldFeed::open() {
  runtime::TapOptions options;
  options.signals = signals_;
  options.period = period_;
  options.depth = kDepth;
  options.on_pause = true;
  std::shared_ptr<runtime::Tap> tap = doors_.tap(options);
  if (reader_) lost_before_ += reader_->lost();
  lost_seen_ = lost_before_;
  reader_.emplace(tap);
  tap_ = std::move(tap);
}

std::optional<std::size_t> WorldFeed::column(std::string_view signal) const noexcept {
  const auto& all = columns();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.info.name == signal; });
  if (found == all.end()) return std::nullopt;
  return static_cast<std::size_t>(found - all.begin());
}

bool WorldFeed::next(runtime::TapRow& row) {
  if (!reader_->read(row)) return false;
  ++rows_;
  return true;
}

void WorldFeed::follow_speed(Clock::time_point now) {
  if (!looked_) looked_ = now;
  if (now - *looked_ < std::chrono::seconds{1}) return;
  const std::uint64_t rows = rows_ + (lost() - lost_seen_);
  looked_ = now;
  rows_ = 0;
  lost_seen_ = lost();
  if (doors_.paused() || rows == 0) return;  // says nothing about its speed
  core::SimTime wanted = period_;
  if (rows < kFewRows) wanted = std::max(step_, period_ / 2);
  if (rows > kManyRows) wanted = std::min(kLongestPeriod, period_ * static_cast<std::int64_t>(rows / 60));
  if (wanted == period_) return;
  period_ = wanted;
  open();
}

}  // namespace lockstep::viewer
