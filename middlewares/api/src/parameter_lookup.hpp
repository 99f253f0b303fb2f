// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/middlewares/api/parameters.hpp"

namespace lockstep::middlewares {

/// Typed look-up among the parameters of a node: each read() leaves its target as it is when there is no such
/// parameter, and throws Error{kBadInput} for one of the wrong type.
class ParameterLookup {
 public:
  explicit ParameterLookup(const std::vector<NamedParameter>& parameters) : parameters_{parameters} {}

  void read(const char* name, double& target) const {
    const ParameterValue* value = find(name);
    if (value == nullptr) return;
    if (const auto* number = std::get_if<double>(value)) {
      target = *number;
    } else if (const auto* whole = std::get_if<std::int64_t>(value)) {
      target = static_cast<double>(*whole);
    } else {
      refuse(name, "a number");
    }
  }
  bool has(const char* name) const { return find(name) != nullptr; }
  void read(const char* name, bool& target) const { read_as<bool>(name, target, "true or false"); }
  void read(const char* name, std::string& target) const { read_as<std::string>(name, target, "a text"); }
  void read(const char* name, std::size_t& target) const {
    std::int64_t number = static_cast<std::int64_t>(target);
    read_as<std::int64_t>(name, number, "a whole number above 0");
    if (number <= 0) refuse(name, "a whole number above 0");
    target = static_cast<std::size_t>(number);
  }

 private:
  const ParameterValue* find(const char* name) const {
    const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                    [&](const NamedParameter& parameter) { return parameter.name == name; });
    return found == parameters_.end() ? nullptr : &found->value;
  }
  template <class T>
  void read_as(const char* name, T& target, const char* expected) const {
    const ParameterValue* value = find(name);
    if (value == nullptr) return;
    const T* typed = std::get_if<T>(value);
    if (typed == nullptr) refuse(name, expected);
    target = *typed;
  }
  [[noreturn]] static void refuse(const char* name, const char* expected) {
    throw Error{ErrorCode::kBadInput,
                std::string{"parameter '"} + name + "' has the wrong type, expected " + expected};
  }

  const std::vector<NamedParameter>& parameters_;
};

}  // namespace lockstep::middlewares
