// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "lockstep/middlewares/api/channels.hpp"

namespace lockstep::middlewares {

/// The elements of array inputs as they were given last, whatever channel they came from: FMI sets arrays as
/// a whole, messages bring single elements.
class InputArrays {
 public:
  /// All elements of the variable, in its type; at first its start values. Stays where it is.
  core::Value& of(const adapter::Adapter& adapter, const core::Variable& variable);
  /// Back to the start values.
  void restart(const adapter::Adapter& adapter);

 private:
  std::map<const core::Variable*, core::Value> values_;
};

/// Hands the fields of an input channel to the FMU. Fields that are one element of an array keep the other
/// elements as they were.
class InputFields {
 public:
  /// `arrays` outlives this.
  InputFields(const adapter::Adapter& adapter, const Channel& channel, InputArrays& arrays);

  struct Result {
    bool accepted{false};
    bool fits{false};  ///< the field's value could be converted to the variable's type
    adapter::PointResult point{adapter::PointResult::kAdded};
  };
  Result add(adapter::Adapter& adapter, std::size_t field, adapter::SimTime at, const core::Value& value);

 private:
  struct Target {
    FieldBinding binding;
    core::Value* value;           // all elements of the variable, in its type
    core::Value element, before;  // one of them, in its type, and what it was
  };
  std::vector<Target> targets_;
};

/// The fields of an output channel, read from the FMU.
class OutputFields {
 public:
  explicit OutputFields(const Channel& channel);

  /// Allocates nothing for numbers.
  const std::vector<core::Value>& read(const adapter::Adapter& adapter);
  const std::vector<core::Value>& values() const noexcept { return values_; }
  /// Fields of the last read() that could not hold their value and have the nearest one.
  const std::vector<std::size_t>& clipped() const noexcept { return clipped_; }

 private:
  std::vector<FieldBinding> bindings_;
  std::vector<core::Value> values_;  // by field, of the alternative of its kind
  std::vector<std::size_t> clipped_;
  core::Value scratch_, element_;
};

}  // namespace lockstep::middlewares
