// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/api/request.hpp"

#include <utility>

namespace lockstep::devices {

core::Value value_of(double number) {
  return std::vector<double>{number};
}
core::Value value_of(std::int64_t number) {
  return std::vector<std::int64_t>{number};
}
core::Value value_of(bool flag) {
  return std::vector<bool>{flag};
}
core::Value value_of(std::string text) {
  return std::vector<std::string>{std::move(text)};
}

RequestCall::RequestCall(std::vector<core::Value> arguments, std::vector<core::Value> reply)
    : arguments_{std::move(arguments)}, reply_{std::move(reply)} {}

double RequestCall::number(std::size_t argument) const noexcept {
  return numbers(argument)[0];
}
std::int64_t RequestCall::integer(std::size_t argument) const noexcept {
  return (*std::get_if<std::vector<std::int64_t>>(&arguments_[argument]))[0];
}
bool RequestCall::flag(std::size_t argument) const noexcept {
  return (*std::get_if<std::vector<bool>>(&arguments_[argument]))[0];
}
const std::string& RequestCall::text(std::size_t argument) const noexcept {
  return (*std::get_if<std::vector<std::string>>(&arguments_[argument]))[0];
}
Span<const double> RequestCall::numbers(std::size_t argument) const noexcept {
  return *std::get_if<std::vector<double>>(&arguments_[argument]);
}

void RequestCall::reply_number(std::size_t value, double number) noexcept {
  (*std::get_if<std::vector<double>>(&reply_[value]))[0] = number;
}
void RequestCall::reply_integer(std::size_t value, std::int64_t number) noexcept {
  (*std::get_if<std::vector<std::int64_t>>(&reply_[value]))[0] = number;
}
void RequestCall::reply_flag(std::size_t value, bool flag) noexcept {
  (*std::get_if<std::vector<bool>>(&reply_[value]))[0] = flag;
}
void RequestCall::reply_text(std::size_t value, const std::string& text) noexcept {
  (*std::get_if<std::vector<std::string>>(&reply_[value]))[0] = text;
}

void RequestCall::refuse(const char* why) noexcept {
  why_ = why;
}

}  // namespace lockstep::devices
