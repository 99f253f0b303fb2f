// SPDX-License-Identifier: Apache-2.0
#include "output_group.hpp"

#include "lockstep/core/element_type.hpp"

namespace lockstep::adapter {
namespace {

template <class T>
class TypedOutputGroup final : public OutputGroup {
 public:
  std::size_t add_variable(const core::Variable& variable) override {
    variables_.push_back(&variable);
    return variables_.size() - 1;
  }

  void bind(core::Stepper& stepper) override {
    const Span<const T> buffer = stepper.bind_outputs<T>(variables_);
    std::size_t offset = 0;
    for (const core::Variable* variable : variables_) {
      const std::size_t count = stepper.element_count(*variable);
      elements_.push_back(buffer.subspan(offset, count));
      offset += count;
    }
  }

  double number(std::size_t place) const noexcept override {
    if constexpr (std::is_arithmetic_v<T>) {
      if (!elements_[place].empty()) return static_cast<double>(elements_[place].front());
    }
    return 0.0;
  }

  const double* scalar_float64(std::size_t place) const noexcept override {
    if constexpr (std::is_same_v<T, double>) {
      if (!variables_[place]->is_array()) return elements_[place].data();
    }
    return nullptr;
  }

  void read(std::size_t place, core::Value& value) const override {
    using Elements = std::vector<core::ValueElement<T>>;
    if (!std::holds_alternative<Elements>(value)) value = Elements{};
    std::get<Elements>(value).assign(elements_[place].begin(), elements_[place].end());
  }

 private:
  std::vector<const core::Variable*> variables_;
  std::vector<Span<const T>> elements_;
};

}  // namespace

std::unique_ptr<OutputGroup> make_output_group(core::VariableType type) {
  return core::with_element_type(type, [](auto tag) -> std::unique_ptr<OutputGroup> {
    return std::make_unique<TypedOutputGroup<typename decltype(tag)::type>>();
  });
}

}  // namespace lockstep::adapter
