// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/port.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::middlewares {

PortTable::PortTable(Words words, std::vector<Port> ports, Similar similar)
    : words_{std::move(words)}, ports_{std::move(ports)}, similar_{std::move(similar)} {
  std::uint32_t handle = 0;
  for (Port& port : ports_)
    port.handle = handle++;
}

const Port* PortTable::find(std::string_view name) const noexcept {
  const auto found =
      std::find_if(ports_.begin(), ports_.end(), [&](const Port& port) { return port.name == name; });
  return found == ports_.end() ? nullptr : &*found;
}

std::string PortTable::suggest(std::string_view name) const {
  std::string text;
  for (const std::string& similar : similar_(name))
    text += fmt::format("{}'{}'", text.empty() ? "did you mean " : ", ", similar);
  return text;
}

}  // namespace lockstep::middlewares
