// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "input_group.hpp"
#include "line_table.hpp"
#include "lockstep/core/element_type.hpp"
#include "typed_input.hpp"

namespace lockstep::adapter {

/// InputGroup with elements of type T. What a step needs lies dense: until when the pieces of all
/// trajectories hold, and lines of all elements. Trajectories are looked at only when a piece ends or a point
/// changes it.
template <class T>
class TypedInputGroup final : public InputGroup {
 public:
  explicit TypedInputGroup(const AdapterOptions& options)
      : max_points_{options.max_points}, full_{options.full}, duplicate_{options.duplicate} {}

  std::size_t add_variable(const core::Variable& variable, std::size_t width, bool linear) override {
    variables_.push_back(&variable);
    inputs_.emplace_back(width, max_points_, linear);
    return inputs_.size() - 1;
  }

  void resize(std::size_t place, std::size_t width) override {
    if (inputs_[place].trajectory.width() == width) return;
    inputs_[place].trajectory = Trajectory<T>{width, max_points_};
    forget_piece(inputs_[place]);
  }

  void bind(core::Stepper& stepper) override {
    buffer_ = stepper.bind_inputs<T>(variables_);
    starts_ = std::make_unique<T[]>(buffer_.size());
    std::copy(buffer_.begin(), buffer_.end(), starts_.get());
    std::size_t offset = 0;
    for (Input& input : inputs_) {
      input.offset = offset;
      offset += input.trajectory.width();
    }
    if constexpr (std::is_floating_point_v<T>) line_table_ = LineTable<T>{buffer_.size()};
  }

  PointResult add(std::size_t place, SimTime at, const core::Value& value) override {
    const auto& elements = std::get<std::vector<core::ValueElement<T>>>(value);
    scratch(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const core::ValueElement<T> element = elements[i];
      if (const PointResult bad = check_element<T>(element); bad != PointResult::kAdded) return bad;
      scratch_[i] = static_cast<T>(element);
    }
    return add_elements(place, at, {scratch_.get(), elements.size()});
  }

  PointResult add_number(std::size_t place, SimTime at, double value) override {
    if (!std::isfinite(value)) return PointResult::kRefusedNotFinite;
    if constexpr (std::is_arithmetic_v<T>) {
      if constexpr (!std::is_same_v<T, bool>) {
        if (!fits<T>(value)) return PointResult::kRefusedRange;
      }
      const auto element = static_cast<T>(value);  // bool: all but 0 is true
      if (inputs_[place].append(at, element)) return PointResult::kAdded;
      return add_elements(place, at, {&element, 1});
    }
    return PointResult::kRefusedRange;  // texts and bytes are no numbers
  }

  void seed(std::size_t place, SimTime at, const core::Value* value) override {
    Trajectory<T>& trajectory = inputs_[place].trajectory;
    if (!trajectory.empty() && trajectory.first_time() <= at) return;
    if (value != nullptr) {
      static_cast<void>(add(place, at, *value));
      return;
    }
    const T* start = starts_.get() + inputs_[place].offset;
    static_cast<void>(add_elements(place, at, {start, trajectory.width()}));
  }

  void sample(std::int64_t now_ns, double fraction_ns) noexcept override {
    // One comparison for both ends: below valid_from_ns_ the difference is huge.
    const auto since = static_cast<std::uint64_t>(now_ns) - static_cast<std::uint64_t>(valid_from_ns_);
    if (since >= valid_span_ns_) {
      find_pieces(now_ns, fraction_ns);
    } else if constexpr (std::is_floating_point_v<T>) {
      if (lines_ != 0) line_table_.write(since_origin(now_ns), fraction_ns, buffer_);
    }
    if (far_apart_ != 0) sample_far_apart(now_ns, fraction_ns);
  }

  void clear() noexcept override {
    for (Input& input : inputs_) {
      input.trajectory.clear();
      forget_piece(input);
    }
  }

  /// For whoever adds points to a scalar without a call; valid once all variables were added.
  TypedInput<T>& input(std::size_t place) noexcept { return inputs_[place]; }

 private:
  using Input = TypedInput<T>;
  using Form = typename Input::Form;
  // Doubles know every nanosecond up to 2^53; lines that start nearer than this to the origin are exact.
  static constexpr std::uint64_t kFarFromOrigin = std::uint64_t{1} << 51;

  void forget_piece(Input& input) noexcept {
    input.until_ns = Input::kAlways;
    input.scalar_line = false;
    input.append_after_ns = input.trajectory.empty() ? Input::kNever : input.trajectory.last_time().count();
    valid_span_ns_ = 0;
  }

  /// Of all inputs whose piece has ended or is not known, and the values of all.
  [[gnu::noinline]] void find_pieces(std::int64_t now_ns, double fraction_ns) noexcept {
    const bool all = now_ns < valid_from_ns_ || far_from_origin(now_ns);
    if (all) origin_ns_ = now_ns;
    const double now = since_origin(now_ns);
    std::int64_t from_ns = Input::kAlways, until_ns = Input::kNever;
    for (Input& input : inputs_) {
      if (all || input.until_ns <= now_ns) {
        if (all || !next_line(input, now_ns, now, fraction_ns)) find_piece(input, now_ns, fraction_ns);
      } else if (input.form == Form::kLine) {
        write_lines(input, now_ns, fraction_ns);
      }
      from_ns = std::max(from_ns, input.from_ns);
      until_ns = std::min(until_ns, input.until_ns);
    }
    valid_from_ns_ = from_ns;
    valid_span_ns_ = static_cast<std::uint64_t>(until_ns) - static_cast<std::uint64_t>(from_ns);
  }
  // The usual case of find_piece(). `now` is since_origin(now_ns).
  bool next_line(Input& input, std::int64_t now_ns, double now, double fraction_ns) noexcept {
    if constexpr (std::is_floating_point_v<T>) {
      if (!input.scalar_line) return false;
      std::int64_t until_ns = 0;
      const T* const values = input.trajectory.next_line(now_ns, until_ns);
      if (values == nullptr) return false;
      const std::int64_t from_ns = input.until_ns;
      const double value = line_table_.set(input.offset, values[0], values[1], since_origin(from_ns),
                                           static_cast<double>(until_ns - from_ns), now, fraction_ns);
      buffer_.data()[input.offset] = static_cast<T>(value);
      input.from_ns = from_ns;
      input.until_ns = until_ns;
      return value == value;  // else the values are far apart, and find_piece() says so
    }
    return false;
  }
  bool far_from_origin(std::int64_t now_ns) const noexcept {
    const auto since = static_cast<std::uint64_t>(now_ns) - static_cast<std::uint64_t>(origin_ns_);
    return since + kFarFromOrigin > 2 * kFarFromOrigin;
  }
  double since_origin(std::int64_t time_ns) const noexcept {
    return static_cast<double>(time_ns - origin_ns_);
  }

  [[gnu::noinline]] void find_piece(Input& input, std::int64_t now_ns, double fraction_ns) noexcept {
    const auto piece = input.trajectory.piece(now_ns, input.linear);
    input.until_ns = piece.until_ns;
    if constexpr (std::is_floating_point_v<T>) {
      if (piece.to != nullptr) {
        input.from_ns = piece.from_ns;
        set_form(input, set_lines(input, piece, now_ns, fraction_ns) ? Form::kLine : Form::kFarApart);
        return;
      }
      for (std::size_t i = 0; i < input.trajectory.width(); ++i)
        line_table_.hold(input.offset + i, piece.from[i]);
      set_form(input, Form::kHeld);
    }
    input.from_ns = Input::kAlways;
    if (piece.until_ns == Input::kNever) input.append_after_ns = Input::kNever;
    std::copy(piece.from, piece.from + input.trajectory.width(), buffer_.data() + input.offset);
  }

  bool set_lines(const Input& input, const typename Trajectory<T>::Piece& piece, std::int64_t now_ns,
                 double fraction_ns) noexcept {
    const double start = since_origin(piece.from_ns), now = since_origin(now_ns);
    const double length = static_cast<double>(piece.until_ns - piece.from_ns);
    const auto set = [&](std::size_t i) {
      const std::size_t place = input.offset + i;
      const double value =
          line_table_.set(place, piece.from[i], piece.to[i], start, length, now, fraction_ns);
      buffer_[place] = static_cast<T>(value);
      return value == value;
    };
    bool all_set = true;
    for (std::size_t i = 0; i < input.trajectory.width(); ++i)
      all_set = set(i) && all_set;
    return all_set;
  }

  void write_lines(const Input& input, std::int64_t now_ns, double fraction_ns) noexcept {
    if constexpr (std::is_floating_point_v<T>) {
      for (std::size_t i = 0; i < input.trajectory.width(); ++i)
        buffer_[input.offset + i] = line_table_.value(input.offset + i, since_origin(now_ns), fraction_ns);
    }
  }

  void set_form(Input& input, Form form) noexcept {
    input.scalar_line = form == Form::kLine && input.trajectory.width() == 1;
    if (input.form == form) return;
    lines_ = lines_ + (form != Form::kHeld ? 1 : 0) - (input.form != Form::kHeld ? 1 : 0);
    far_apart_ = far_apart_ + (form == Form::kFarApart ? 1 : 0) - (input.form == Form::kFarApart ? 1 : 0);
    input.form = form;
  }

  [[gnu::noinline]] void sample_far_apart(std::int64_t now_ns, double fraction_ns) noexcept {
    for (Input& input : inputs_) {
      if (input.form != Form::kFarApart) continue;
      input.trajectory.sample(now_ns, fraction_ns, true,
                              buffer_.subspan(input.offset, input.trajectory.width()));
    }
  }

  void scratch(std::size_t size) {
    if (size > scratch_size_) scratch_ = std::make_unique<T[]>(scratch_size_ = size);
  }
  [[gnu::noinline]] PointResult add_elements(std::size_t place, SimTime at, Span<const T> elements) {
    Input& input = inputs_[place];
    const PointResult result = input.trajectory.add(at, elements, full_, duplicate_);
    // A point at or before the end of the piece in force changes it, and so does the loss of a point.
    if (at.count() <= input.until_ns || result == PointResult::kAddedDroppedOldest) {
      forget_piece(input);
    } else {
      input.append_after_ns = input.trajectory.last_time().count();
    }
    return result;
  }

  std::size_t max_points_;
  FullPolicy full_;
  DuplicatePolicy duplicate_;
  std::vector<const core::Variable*> variables_;
  std::vector<Input> inputs_;
  Span<T> buffer_;
  LineTable<T> line_table_;              // floating-point types only
  std::int64_t origin_ns_{0};            // of the times in line_table_
  std::size_t lines_{0}, far_apart_{0};  // inputs of a form
  std::int64_t valid_from_ns_{0};        // the pieces of all inputs count from here
  std::uint64_t valid_span_ns_{0};       // for so long
  std::unique_ptr<T[]> starts_;          // the buffer as it was bound: the variables' start values
  std::unique_ptr<T[]> scratch_;
  std::size_t scratch_size_{0};
};

}  // namespace lockstep::adapter
