// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lockstep/middlewares/api/channels.hpp"

namespace lockstep::middlewares {

/// Hands the fields of an input channel to the FMU. Fields that are one element of an array keep the other
/// elements as they were.
class InputFields {
 public:
  InputFields(const adapter::Adapter& adapter, const Channel& channel);

  struct Result {
    bool accepted{false};
    bool fits{false};  ///< the field's value could be converted to the variable's type
    adapter::PointResult point{adapter::PointResult::kAdded};
  };
  Result add(adapter::Adapter& adapter, std::size_t field, adapter::SimTime at, const core::Value& value);

 private:
  struct Target {
    FieldBinding binding;
    core::Value value;    // all elements of the variable, in its type
    core::Value element;  // one of them, in its type
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

 private:
  std::vector<FieldBinding> bindings_;
  std::vector<core::Value> values_;  // by field, of the alternative of its kind
  core::Value scratch_, element_;
};

}  // namespace lockstep::middlewares
