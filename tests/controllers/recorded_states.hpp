// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockstep::test {

/// A state of the Panda in the closed loop of some host, and the torque its controller gave there.
struct RecordedState {
  std::string host;
  std::array<double, 7> q{}, v{}, tau{};
};

/// recorded_states.csv: host, then q, v and tau of the seven joints, shortest round-trip doubles.
inline std::vector<RecordedState> read_recorded_states(const std::string& file) {
  std::ifstream stream{file};
  if (!stream) throw std::runtime_error{"cannot read " + file};
  std::vector<RecordedState> states;
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream text{line};
    RecordedState state;
    std::getline(text, state.host, ',');
    for (auto* values : {&state.q, &state.v, &state.tau}) {
      for (double& value : *values) {
        std::string number;
        std::getline(text, number, ',');
        value = std::stod(number);
      }
    }
    states.push_back(state);
  }
  return states;
}

inline std::string to_line(const RecordedState& state) {
  std::ostringstream text;
  text.precision(17);
  text << state.host;
  for (const auto* values : {&state.q, &state.v, &state.tau}) {
    for (const double value : *values)
      text << ',' << value;
  }
  return text.str();
}

}  // namespace lockstep::test
