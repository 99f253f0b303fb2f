// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "lockstep/core/span.hpp"
#include "lockstep/core/time_grid.hpp"

namespace lockstep::adapter {

using core::SimTime;

/// What to do with a new point when `max_points` are waiting already.
enum class FullPolicy : std::uint8_t {
  kDropOldest,  ///< the point with the earliest time goes
  kRefuse,      ///< the new point goes
};

/// What to do with a second point of the same time.
enum class DuplicatePolicy : std::uint8_t { kKeepFirst, kReplace };

/// What became of a point.
enum class PointResult : std::uint8_t {
  kAdded,
  kReplaced,            ///< a point of the same time had another value
  kIgnoredDuplicate,    ///< there is a point of the same time, and it stays
  kAddedDroppedOldest,  ///< added, at the cost of the earliest point
  kRefusedFull,
  kRefusedNotFinite,  ///< NaN or infinite
  kRefusedRange,      ///< the number does not fit the variable's type
};

/// True: the point is in the trajectory.
constexpr bool accepted(PointResult result) noexcept {
  return result <= PointResult::kAddedDroppedOldest;
}

/// The future of one input: values at instants, `width` elements each (1, or the size of an array).
///
/// - At an instant t the last point at or before t counts; with linear interpolation the value lies on the
///   line from it to the next point. After the last point its value is held.
/// - A point that comes late (its time is past) counts from the next sample() on; one that is older than the
///   point in force never counts.
/// - A point that comes after its predecessor was held for a while starts its line at the predecessor's time,
///   so the input jumps at the next sample.
///
/// add() may grow the memory up to `max_points`; sample() never allocates (std::string and BinaryValue
/// elements once as long a value was seen). One thread at a time.
template <class T>
class Trajectory {
 public:
  /// What counts at an instant, until the next point comes into force.
  struct Piece {
    const T* from{nullptr};   ///< elements of the point in force
    const T* to{nullptr};     ///< of the point the line goes to; null: `from` is held
    std::int64_t from_ns{0};  ///< where the line starts
    std::int64_t until_ns{std::numeric_limits<std::int64_t>::max()};
  };

  Trajectory(std::size_t width, std::size_t max_points) : width_{width}, max_points_{max_points} {}

  bool empty() const noexcept { return head_ == end_; }
  std::size_t size() const noexcept { return end_ - head_; }
  std::size_t width() const noexcept { return width_; }
  /// Of the earliest point. There must be one.
  SimTime first_time() const noexcept { return SimTime{times_[head_]}; }
  /// Of the latest point. There must be one.
  SimTime last_time() const noexcept { return SimTime{times_[end_ - 1]}; }
  /// Elements of the point with the latest time. There must be one.
  Span<const T> latest() const noexcept { return {values_at(end_ - 1), width_}; }

  /// `values` has `width` elements.
  PointResult add(SimTime at, Span<const T> values, FullPolicy full, DuplicatePolicy duplicate) {
    const std::int64_t time = at.count();
    std::size_t position = size();
    while (position > 0 && times_[head_ + position - 1] > time)
      --position;
    if (position > 0 && times_[head_ + position - 1] == time) {
      if (duplicate == DuplicatePolicy::kKeepFirst) return PointResult::kIgnoredDuplicate;
      std::copy(values.begin(), values.end(), values_at(head_ + position - 1));
      return PointResult::kReplaced;
    }
    PointResult result = PointResult::kAdded;
    if (size() == max_points_) {
      if (full == FullPolicy::kRefuse || position == 0) return PointResult::kRefusedFull;
      ++head_;
      --position;
      result = PointResult::kAddedDroppedOldest;
    }
    make_room();
    for (std::size_t i = end_; i > head_ + position; --i)
      move(i - 1, i);
    times_[head_ + position] = time;
    std::copy(values.begin(), values.end(), values_at(head_ + position));
    ++end_;
    limit_ = std::min(capacity_ - head_, max_points_) + head_;
    return result;
  }

  /// What add() does, in short, for what is nearly always the case: one element, later than all points, and
  /// there is room. False: nothing was done; the first two are the caller's promise.
  bool append(std::int64_t time, T value) noexcept {
    if (end_ >= limit_) return false;
    times_[end_] = time;
    values_[end_++] = std::move(value);
    return true;
  }

  /// Forgets the points before the one in force. There must be a point.
  Piece piece(std::int64_t now_ns, bool linear) noexcept {
    while (size() >= 2 && times_[head_ + 1] <= now_ns)
      ++head_;
    Piece piece;
    piece.from = values_at(head_);
    if (size() < 2) return piece;
    piece.until_ns = times_[head_ + 1];
    if (!linear || !std::is_floating_point_v<T>) return piece;
    piece.from_ns = times_[head_];
    if (piece.from_ns > now_ns) {  // before the first point, where its value counts
      piece.until_ns = piece.from_ns;
    } else {
      piece.to = piece.from + width_;
    }
    return piece;
  }

  /// What piece() does, in short, for what is usual: one element on a line that has ended, and the next line
  /// counts at `now_ns`. Null: nothing was done. Else the two values of the line, which starts where the last
  /// one ended.
  const T* next_line(std::int64_t now_ns, std::int64_t& until_ns) noexcept {
    const std::size_t next = head_ + 2;
    if (next >= end_ || times_[next] <= now_ns) return nullptr;
    until_ns = times_[next];
    head_ = next - 1;
    return values_.get() + head_;
  }

  /// The value at `now_ns + fraction_ns` into `out`. There must be a point.
  void sample(std::int64_t now_ns, double fraction_ns, bool linear, Span<T> out) noexcept {
    const Piece now = piece(now_ns, linear);
    if constexpr (std::is_floating_point_v<T>) {
      if (now.to != nullptr) {  // works for values whose difference is no double
        const double whole = static_cast<double>(now.until_ns - now.from_ns);
        const double weight = (static_cast<double>(now.until_ns - now_ns) - fraction_ns) / whole;
        for (std::size_t i = 0; i < width_; ++i)
          out[i] = static_cast<T>(weight * now.from[i] + (1.0 - weight) * now.to[i]);
        return;
      }
    }
    std::copy(now.from, now.from + width_, out.begin());
  }

  void clear() noexcept { head_ = end_ = limit_ = 0; }

 private:
  T* values_at(std::size_t index) const noexcept { return values_.get() + index * width_; }
  void move(std::size_t from, std::size_t to) {
    times_[to] = times_[from];
    std::move(values_at(from), values_at(from) + width_, values_at(to));
  }

  // One free place behind the last point. The memory has twice the places the points may need, so that moving
  // them to the front is rare.
  void make_room() {
    if (end_ < capacity_) return;
    const std::size_t count = size();
    if (head_ > 0 && head_ >= capacity_ / 2) {
      for (std::size_t i = 0; i < count; ++i)
        move(head_ + i, i);
    } else {
      const std::size_t capacity = std::max<std::size_t>(width_ == 1 ? 64 : 8, 2 * capacity_);
      auto times = std::make_unique<std::int64_t[]>(capacity);
      auto values = std::make_unique<T[]>(capacity * width_);
      std::copy(times_.get() + head_, times_.get() + end_, times.get());
      std::move(values_at(head_), values_at(end_), values.get());
      times_ = std::move(times);
      values_ = std::move(values);
      capacity_ = capacity;
    }
    head_ = 0;
    end_ = count;
  }

  std::size_t width_, max_points_;
  std::size_t capacity_{0}, head_{0}, end_{0};  // points are in [head_, end_)
  std::size_t limit_{0};                        // end_ may grow up to here by append()
  std::unique_ptr<std::int64_t[]> times_;
  std::unique_ptr<T[]> values_;
};

}  // namespace lockstep::adapter
