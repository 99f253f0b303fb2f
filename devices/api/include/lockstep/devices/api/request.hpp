// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/span.hpp"
#include "lockstep/core/status.hpp"
#include "lockstep/core/value.hpp"
#include "lockstep/devices/api/export.hpp"

namespace lockstep::devices {

/// One argument of a request, or one value of its reply: `count` elements of a type, as core::Value carries
/// them. The type is kFloat64, kInt64, kBoolean, kString or kBinary.
struct RequestField {
  /// As `count` of an argument: any number of elements, also none.
  static constexpr std::uint32_t kAnyCount = 0;

  std::string name;
  core::VariableType type{core::VariableType::kFloat64};
  std::string unit;
  std::uint32_t count{1};
};

/// Values of one element, for arguments and replies.
LOCKSTEP_DEVICES_API_EXPORT core::Value value_of(double number);
LOCKSTEP_DEVICES_API_EXPORT core::Value value_of(std::int64_t number);
LOCKSTEP_DEVICES_API_EXPORT core::Value value_of(bool flag);
LOCKSTEP_DEVICES_API_EXPORT core::Value value_of(std::string text);

/// One execution of a request, as its handler sees it. Arguments have been checked against the fields of the
/// request (number, types, counts; numbers are finite), so that the typed accessors cannot fail. Reply values
/// were sized when the request was sent; texts have room for 255 bytes.
class LOCKSTEP_DEVICES_API_EXPORT RequestCall {
 public:
  explicit RequestCall(std::vector<core::Value> arguments, std::vector<core::Value> reply);
  virtual ~RequestCall() = default;
  RequestCall(const RequestCall&) = delete;
  RequestCall& operator=(const RequestCall&) = delete;

  Span<const core::Value> arguments() const noexcept { return arguments_; }
  double number(std::size_t argument = 0) const noexcept;
  std::int64_t integer(std::size_t argument = 0) const noexcept;
  bool flag(std::size_t argument = 0) const noexcept;
  const std::string& text(std::size_t argument = 0) const noexcept;
  Span<const double> numbers(std::size_t argument = 0) const noexcept;

  /// Values to fill in, one for each field of the reply.
  Span<core::Value> reply() noexcept { return reply_; }
  Span<const core::Value> reply() const noexcept { return reply_; }
  void reply_number(std::size_t value, double number) noexcept;
  void reply_integer(std::size_t value, std::int64_t number) noexcept;
  void reply_flag(std::size_t value, bool flag) noexcept;
  void reply_text(std::size_t value, const std::string& text) noexcept;

  /// The request is not carried out and nothing has changed. `why` must live for ever (a literal).
  void refuse(const char* why) noexcept;
  bool refused() const noexcept { return why_ != nullptr; }
  /// Why it was refused; empty unless it was.
  std::string_view why() const noexcept { return why_ == nullptr ? std::string_view{} : why_; }

  /// The reply comes later, by complete(); the handler returns at once. Whoever keeps the call must complete
  /// it. For something that takes several steps.
  virtual std::shared_ptr<RequestCall> defer() = 0;
  /// Ends a deferred request; any thread, once.
  virtual void complete() noexcept = 0;

 protected:
  std::vector<core::Value> arguments_, reply_;

 private:
  const char* why_{nullptr};
};

/// Something a device can be asked from outside: a mode switch, a set point, a reset. Requests come from any
/// thread. They are executed at the start of the next step in order of arrival, or at once, one at a time,
/// while the world is paused; never beside a step. Each is recorded.
///
/// The handler runs inside the step: it neither throws, allocates nor blocks.
struct RequestInfo {
  std::string name;  ///< quantity part; the runtime puts the device's name in front
  std::vector<RequestField> arguments;
  std::string description;
  std::function<void(RequestCall& call)> handler;
  std::vector<RequestField> reply{};  ///< counts are fixed here
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
