// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/control_board/modes.hpp"

#include <array>

namespace lockstep::devices::control_board {
namespace {

constexpr std::array<std::string_view, 10> kModes{
    "idle",   "position", "position_direct", "velocity",       "mixed",
    "torque", "pwm",      "current",         "hardware_fault", "forced_idle"};
constexpr std::array<std::string_view, 2> kInteractions{"stiff", "compliant"};

}  // namespace

std::string_view to_string(Mode mode) noexcept {
  return kModes[static_cast<std::size_t>(mode)];
}

std::optional<Mode> find_mode(std::string_view word) noexcept {
  for (std::size_t i = 0; i < kModes.size(); ++i)
    if (kModes[i] == word) return static_cast<Mode>(i);
  return {};
}

std::string_view to_string(Interaction interaction) noexcept {
  return kInteractions[static_cast<std::size_t>(interaction)];
}

std::optional<Interaction> find_interaction(std::string_view word) noexcept {
  for (std::size_t i = 0; i < kInteractions.size(); ++i)
    if (kInteractions[i] == word) return static_cast<Interaction>(i);
  return {};
}

}  // namespace lockstep::devices::control_board
