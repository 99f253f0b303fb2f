// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
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
  Trajectory(std::size_t width, std::size_t max_points) : width_{width}, max_points_{max_points} {}

  bool empty() const noexcept { return size_ == 0; }
  std::size_t size() const noexcept { return size_; }
  std::size_t width() const noexcept { return width_; }
  /// Of the earliest point. There must be one.
  SimTime first_time() const noexcept { return SimTime{times_[head_]}; }
  /// Elements of the point with the latest time. There must be one.
  Span<const T> latest() const noexcept { return {values_at(head_ + size_ - 1), width_}; }

  /// `values` has `width` elements.
  PointResult add(SimTime at, Span<const T> values, FullPolicy full, DuplicatePolicy duplicate) {
    const std::int64_t time = at.count();
    std::size_t position = size_;  // nearly always the end
    while (position > 0 && times_[head_ + position - 1] > time)
      --position;
    if (position > 0 && times_[head_ + position - 1] == time) {
      if (duplicate == DuplicatePolicy::kKeepFirst) return PointResult::kIgnoredDuplicate;
      write(head_ + position - 1, values);
      if (position <= 2) piece_ = Piece::kUnknown;
      return PointResult::kReplaced;
    }
    PointResult result = PointResult::kAdded;
    if (size_ == max_points_) {
      if (full == FullPolicy::kRefuse || position == 0) return PointResult::kRefusedFull;
      drop_first();
      --position;
      result = PointResult::kAddedDroppedOldest;
    }
    make_room();
    for (std::size_t i = head_ + size_; i > head_ + position; --i)
      move(i - 1, i);
    times_[head_ + position] = time;
    write(head_ + position, values);
    ++size_;
    if (position < 2) piece_ = Piece::kUnknown;
    return result;
  }

  /// The value at `now_ns + fraction_ns` into `out`; points no longer needed are dropped. Nothing is written
  /// when the value is the one of the sample before.
  void sample(std::int64_t now_ns, double fraction_ns, bool linear, Span<T> out) noexcept {
    if (piece_ == Piece::kUnknown || now_ns >= next_ns_) find_piece(now_ns, linear);
    if (piece_ == Piece::kWritten) return;
    if constexpr (std::is_floating_point_v<T>) {
      if (piece_ == Piece::kLine) {
        out[0] = static_cast<T>(line_value_ +
                                (static_cast<double>(now_ns - line_ns_) + fraction_ns) * line_slope_);
        return;
      }
      if (piece_ == Piece::kLines) {
        const T* from = values_at(head_);
        const T* to = from + width_;
        const double whole = static_cast<double>(next_ns_ - times_[head_]);
        const double weight = (static_cast<double>(next_ns_ - now_ns) - fraction_ns) / whole;
        for (std::size_t i = 0; i < width_; ++i)
          out[i] = static_cast<T>(weight * from[i] + (1.0 - weight) * to[i]);
        return;
      }
    }
    const T* from = values_at(head_);
    std::copy(from, from + width_, out.begin());
    piece_ = Piece::kWritten;
  }

  void clear() noexcept {
    head_ = 0;
    size_ = 0;
    piece_ = Piece::kUnknown;
  }

 private:
  // What sample() does until next_ns_, found out once for each point that comes into force.
  enum class Piece : std::uint8_t {
    kUnknown,
    kHeld,     // the first point
    kWritten,  // the same, and `out` has it already
    kLine,     // one element on a line, with a slope: no division in a sample
    kLines,    // several elements, or so far apart that their difference is no number
  };

  void find_piece(std::int64_t now_ns, bool linear) noexcept {
    while (size_ >= 2 && times_[head_ + 1] <= now_ns)
      drop_first();
    next_ns_ = size_ >= 2 ? times_[head_ + 1] : std::numeric_limits<std::int64_t>::max();
    piece_ = Piece::kHeld;
    if constexpr (std::is_floating_point_v<T>) {
      if (!linear || size_ < 2) return;
      if (times_[head_] > now_ns) {  // before the first point, where its value counts
        next_ns_ = times_[head_];
        return;
      }
      const T* from = values_at(head_);
      line_ns_ = times_[head_];
      line_value_ = from[0];
      line_slope_ = (static_cast<double>(from[width_]) - from[0]) / static_cast<double>(next_ns_ - line_ns_);
      piece_ = width_ == 1 && std::abs(line_slope_) <= std::numeric_limits<double>::max() ? Piece::kLine
                                                                                          : Piece::kLines;
    }
  }

  T* values_at(std::size_t index) const noexcept { return values_.get() + index * width_; }
  void write(std::size_t index, Span<const T> values) {
    if (width_ == 1) {  // nearly always; worth no call of memmove
      *values_at(index) = values[0];
    } else {
      std::copy(values.begin(), values.end(), values_at(index));
    }
  }
  void move(std::size_t from, std::size_t to) {
    times_[to] = times_[from];
    std::move(values_at(from), values_at(from) + width_, values_at(to));
  }
  void drop_first() noexcept {
    ++head_;
    --size_;
    piece_ = Piece::kUnknown;
  }

  // One free place behind the last point. The memory has twice the places the points may need, so that moving
  // them to the front is rare.
  void make_room() {
    if (head_ + size_ < capacity_) return;
    if (head_ > 0 && head_ >= capacity_ / 2) {
      for (std::size_t i = 0; i < size_; ++i)
        move(head_ + i, i);
    } else {
      const std::size_t capacity = std::max<std::size_t>(16, 2 * capacity_);
      auto times = std::make_unique<std::int64_t[]>(capacity);
      auto values = std::make_unique<T[]>(capacity * width_);
      std::copy(times_.get() + head_, times_.get() + head_ + size_, times.get());
      std::move(values_at(head_), values_at(head_ + size_), values.get());
      times_ = std::move(times);
      values_ = std::move(values);
      capacity_ = capacity;
    }
    head_ = 0;
  }

  std::size_t width_, max_points_;
  std::size_t capacity_{0}, head_{0}, size_{0};
  std::unique_ptr<std::int64_t[]> times_;
  std::unique_ptr<T[]> values_;
  std::int64_t next_ns_{0};  // until here piece_ holds
  Piece piece_{Piece::kUnknown};
  std::int64_t line_ns_{0};
  double line_value_{0.0}, line_slope_{0.0};  // at line_ns_, and per nanosecond
};

}  // namespace lockstep::adapter
