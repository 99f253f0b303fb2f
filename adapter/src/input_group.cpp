// SPDX-License-Identifier: Apache-2.0
#include "input_group.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "lockstep/core/element_type.hpp"

namespace lockstep::adapter {
namespace {

// Bounds of an integer type as doubles; the upper one is exclusive, because 2^63 - 1 is no double.
template <class T>
bool fits(double value) noexcept {
  const double low = static_cast<double>(std::numeric_limits<T>::min());
  const double high = std::ldexp(1.0, std::numeric_limits<T>::digits);
  return value >= low && value < high && std::trunc(value) == value;
}

template <class T>
class TypedInputGroup final : public InputGroup {
 public:
  explicit TypedInputGroup(const AdapterOptions& options)
      : max_points_{options.max_points}, full_{options.full}, duplicate_{options.duplicate} {}

  std::size_t add_variable(const core::Variable& variable, std::size_t width, bool linear) override {
    variables_.push_back(&variable);
    inputs_.push_back({Trajectory<T>{width, max_points_}, linear, {}});
    return inputs_.size() - 1;
  }

  void resize(std::size_t place, std::size_t width) override {
    if (inputs_[place].trajectory.width() == width) return;
    inputs_[place].trajectory = Trajectory<T>{width, max_points_};
  }

  void bind(core::Stepper& stepper) override {
    buffer_ = stepper.bind_inputs<T>(variables_);
    starts_ = std::make_unique<T[]>(buffer_.size());
    std::copy(buffer_.begin(), buffer_.end(), starts_.get());
    std::size_t offset = 0;
    for (Input& input : inputs_) {
      input.buffer = buffer_.subspan(offset, input.trajectory.width());
      offset += input.trajectory.width();
    }
  }

  PointResult add(std::size_t place, SimTime at, const core::Value& value) override {
    const auto& elements = std::get<std::vector<core::ValueElement<T>>>(value);
    scratch(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const core::ValueElement<T> element = elements[i];
      if constexpr (std::is_floating_point_v<T>) {
        if (!std::isfinite(static_cast<T>(element))) return PointResult::kRefusedNotFinite;
      } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        if (element < std::numeric_limits<T>::min() || element > std::numeric_limits<T>::max())
          return PointResult::kRefusedRange;
      }
      scratch_[i] = static_cast<T>(element);
    }
    return add_elements(place, at, elements.size());
  }

  PointResult add_number(std::size_t place, SimTime at, double value) override {
    scratch(1);
    if (!std::isfinite(value)) return PointResult::kRefusedNotFinite;
    if constexpr (std::is_same_v<T, bool>) {
      scratch_[0] = value != 0.0;
    } else if constexpr (std::is_integral_v<T>) {
      if (!fits<T>(value)) return PointResult::kRefusedRange;
      scratch_[0] = static_cast<T>(value);
    } else if constexpr (std::is_floating_point_v<T>) {
      scratch_[0] = static_cast<T>(value);
      if (!std::isfinite(scratch_[0])) return PointResult::kRefusedRange;
    }
    return add_elements(place, at, 1);
  }

  void seed(std::size_t place, SimTime at, const core::Value* value) override {
    Trajectory<T>& trajectory = inputs_[place].trajectory;
    if (!trajectory.empty() && trajectory.first_time() <= at) return;
    if (value != nullptr) {
      static_cast<void>(add(place, at, *value));
      return;
    }
    const T* start = starts_.get() + (inputs_[place].buffer.begin() - buffer_.begin());
    static_cast<void>(trajectory.add(at, {start, trajectory.width()}, full_, duplicate_));
  }

  void sample(std::int64_t now_ns, double fraction_ns) noexcept override {
    for (Input& input : inputs_)
      input.trajectory.sample(now_ns, fraction_ns, input.linear, input.buffer);
  }

  void clear() noexcept override {
    for (Input& input : inputs_)
      input.trajectory.clear();
  }

 private:
  struct Input {
    Trajectory<T> trajectory;
    bool linear;
    Span<T> buffer;
  };

  void scratch(std::size_t size) {
    if (size <= scratch_size_) return;
    scratch_ = std::make_unique<T[]>(size);
    scratch_size_ = size;
  }
  PointResult add_elements(std::size_t place, SimTime at, std::size_t count) {
    return inputs_[place].trajectory.add(at, {scratch_.get(), count}, full_, duplicate_);
  }

  std::size_t max_points_;
  FullPolicy full_;
  DuplicatePolicy duplicate_;
  std::vector<const core::Variable*> variables_;
  std::vector<Input> inputs_;
  Span<T> buffer_;
  std::unique_ptr<T[]> starts_;  // the buffer as it was bound: the variables' start values
  std::unique_ptr<T[]> scratch_;
  std::size_t scratch_size_{0};
};

}  // namespace

std::unique_ptr<InputGroup> make_input_group(core::VariableType type, const AdapterOptions& options) {
  return core::with_element_type(type, [&](auto tag) -> std::unique_ptr<InputGroup> {
    return std::make_unique<TypedInputGroup<typename decltype(tag)::type>>(options);
  });
}

}  // namespace lockstep::adapter
