// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "lockstep/core/span.hpp"
#include "lockstep/core/status.hpp"
#include "lockstep/core/variable.hpp"

namespace lockstep::devices {

/// One argument or one value of a reply.
using RequestValue = std::variant<double, std::int64_t, bool>;
inline constexpr std::size_t kMaxRequestValues = 8;

/// One argument of a request, for checks and for people.
struct RequestField {
  std::string name;
  core::VariableType type{core::VariableType::kFloat64};  ///< kFloat64, kInt64 or kBoolean
  std::string unit;
};

/// What a handler answers: kOk with up to kMaxRequestValues values, or kDiscard ("refused, nothing changed").
struct RequestReply {
  core::Status status{core::Status::kOk};
  std::uint32_t count{0};
  std::array<RequestValue, kMaxRequestValues> values{};
};

/// Something a device can be asked from outside: a mode switch, a set point, a reset. Requests are queued
/// from any thread and executed at the start of the next step, in order of arrival; each is recorded.
///
/// The handler runs inside the step: it neither throws, allocates nor blocks. Its arguments have been checked
/// against `arguments` (number and types).
struct RequestInfo {
  std::string name;  ///< quantity part; the runtime puts the device's name in front
  std::vector<RequestField> arguments;
  std::string description;
  std::function<RequestReply(Span<const RequestValue> arguments)> handler;
};

/// A number of a device that may be changed while it runs, if tunable: then it is also a request of the same
/// name with one argument.
struct ParameterInfo {
  std::string name;
  double* value{nullptr};  ///< lives as long as the device
  std::string unit;
  std::string description;
  bool tunable{true};
};

}  // namespace lockstep::devices
