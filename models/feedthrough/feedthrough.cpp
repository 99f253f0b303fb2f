// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>

#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

enum class Option : std::int32_t { kFirst = 1, kSecond = 2 };

/// Every output equals its input: one pair for each type, causality and variability.
template <class Real>
struct Feedthrough {
  float float32_continuous_input{}, float32_continuous_output{}, float32_discrete_input{},
      float32_discrete_output{};
  Real fixed{}, tunable{}, continuous_input{}, continuous_output{}, discrete_input{}, discrete_output{};
  std::int8_t int8_input{}, int8_output{};
  std::uint8_t uint8_input{}, uint8_output{};
  std::int16_t int16_input{}, int16_output{};
  std::uint16_t uint16_input{}, uint16_output{};
  std::int32_t int32_input{}, int32_output{};
  std::uint32_t uint32_input{}, uint32_output{};
  std::int64_t int64_input{}, int64_output{};
  std::uint64_t uint64_input{}, uint64_output{};
  bool boolean_input{}, boolean_output{};
  Option enumeration_input{Option::kFirst}, enumeration_output{Option::kFirst};
  std::string string_input{"Set me!"}, string_output;
  Binary binary_input{{'f', 'o', 'o'}}, binary_output;

  void describe(Description& m) {
    m.about("Outputs that equal their inputs, for every type, causality and variability");
    m.experiment().stop_time(2.0).step_size(0.1);
    m.enumeration("Option", {{"Option 1", 1, "First option"}, {"Option 2", 2, "Second option"}});

    m.input("Float32_continuous_input", float32_continuous_input);
    m.output("Float32_continuous_output", float32_continuous_output);
    m.input("Float32_discrete_input", float32_discrete_input).discrete();
    m.output("Float32_discrete_output", float32_discrete_output).discrete();
    m.parameter("Float64_fixed_parameter", fixed);
    m.parameter("Float64_tunable_parameter", tunable).tunable();
    m.input("Float64_continuous_input", continuous_input);
    m.output("Float64_continuous_output", continuous_output);
    m.input("Float64_discrete_input", discrete_input).discrete();
    m.output("Float64_discrete_output", discrete_output).discrete();
    m.input("Int8_input", int8_input);
    m.output("Int8_output", int8_output);
    m.input("UInt8_input", uint8_input);
    m.output("UInt8_output", uint8_output);
    m.input("Int16_input", int16_input);
    m.output("Int16_output", int16_output);
    m.input("UInt16_input", uint16_input);
    m.output("UInt16_output", uint16_output);
    m.input("Int32_input", int32_input);
    m.output("Int32_output", int32_output);
    m.input("UInt32_input", uint32_input);
    m.output("UInt32_output", uint32_output);
    m.input("Int64_input", int64_input);
    m.output("Int64_output", int64_output);
    m.input("UInt64_input", uint64_input);
    m.output("UInt64_output", uint64_output);
    m.input("Boolean_input", boolean_input);
    m.output("Boolean_output", boolean_output);
    m.input("String_input", string_input);
    m.output("String_output", string_output);
    m.input("Binary_input", binary_input);
    m.output("Binary_output", binary_output);
    m.input("Enumeration_input", enumeration_input).enumeration("Option");
    m.output("Enumeration_output", enumeration_output).enumeration("Option");
  }

  void equations() {
    float32_continuous_output = float32_continuous_input;
    float32_discrete_output = float32_discrete_input;
    continuous_output = continuous_input;
    discrete_output = discrete_input;
    int8_output = int8_input;
    uint8_output = uint8_input;
    int16_output = int16_input;
    uint16_output = uint16_input;
    int32_output = int32_input;
    uint32_output = uint32_input;
    int64_output = int64_input;
    uint64_output = uint64_input;
    boolean_output = boolean_input;
    string_output = string_input;
    binary_output = binary_input;
    enumeration_output = enumeration_input;
  }
};

LOCKSTEP_FMU(Feedthrough)
