// SPDX-License-Identifier: Apache-2.0
#include "safe_ports.hpp"

#include <fmt/format.h>

#include "constants.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::middlewares {

void SafePorts::declare(const std::string& output, const std::vector<std::string>& texts) {
  const Port* port = ports_.table().find(output);
  if (port == nullptr || port->direction != Direction::kOut)
    throw Error{ErrorCode::kBadInput,
                fmt::format("the FMU has no output '{}' that could have a safe value", output)};
  if (texts.size() != port->count)
    throw Error{ErrorCode::kBadInput, fmt::format("the safe value of '{}' has {} element(s), expected {}",
                                                  output, texts.size(), port->count)};
  values_[port->handle] = value_of(port->type, texts);
}

void SafePorts::read(std::uint32_t port, core::Value& value) const {
  if (values_[port]) {
    value = *values_[port];
  } else {
    ports_.read(port, value);
  }
}

}  // namespace lockstep::middlewares
