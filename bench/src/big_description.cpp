// SPDX-License-Identifier: Apache-2.0
#include "big_description.hpp"

#include <fmt/format.h>

#include <iterator>

namespace lockstep::bench {
namespace {

// How the variables are shared out; positions are 0-based and in this order.
struct Layout {
  explicit Layout(std::uint32_t count)
      : states{count / 20}, outputs{count / 10}, parameters{count / 5}, inputs{count / 20}, total{count} {}
  std::uint32_t states, outputs, parameters, inputs, total;

  std::uint32_t first_derivative() const { return states; }
  std::uint32_t first_output() const { return 2 * states; }
  std::uint32_t first_parameter() const { return first_output() + outputs; }
  std::uint32_t first_input() const { return first_parameter() + parameters; }
  std::uint32_t first_local() const { return first_input() + inputs; }
};

using Text = std::back_insert_iterator<std::string>;

void add_variable(Text out, const Layout& layout, std::uint32_t index) {
  const auto open = [&](const char* attributes) {
    fmt::format_to(
        out,
        "    <ScalarVariable name=\"{}\" valueReference=\"{}\" description=\"Quantity {} of the plant\" {}>",
        big_variable_name(index), index, index, attributes);
  };
  if (index < layout.first_derivative()) {
    open(R"(causality="local" variability="continuous" initial="exact")");
    fmt::format_to(out, R"(<Real start="{}.5" nominal="10" unit="m/s"/>)", index);
  } else if (index < layout.first_output()) {
    open(R"(causality="local")");
    fmt::format_to(out, R"(<Real derivative="{}" unit="m/s2"/>)", index - layout.first_derivative() + 1);
  } else if (index < layout.first_parameter()) {
    open(R"(causality="output" variability="continuous" initial="calculated")");
    fmt::format_to(out, R"(<Real min="-1e6" max="1e6" unit="m/s"/>)");
  } else if (index < layout.first_input()) {
    open(R"(causality="parameter" variability="fixed" initial="exact")");
    fmt::format_to(out,
                   index % 4 == 0   ? R"(<Integer start="{}"/>)"
                   : index % 4 == 1 ? R"(<Boolean start="true"/>)"
                                    : R"(<Real start="{}.25" min="0"/>)",
                   index);
  } else if (index < layout.first_local()) {
    open(R"(causality="input" variability="continuous")");
    fmt::format_to(out, R"(<Real start="0" unit="m/s"/>)");
  } else {
    open(R"(causality="local")");
    fmt::format_to(out, R"(<Real unit="m/s" quantity="Velocity"/>)");
  }
  fmt::format_to(out, "</ScalarVariable>\n");
}

void add_unknowns(Text out, const Layout& layout, const char* list, std::uint32_t first,
                  std::uint32_t count) {
  fmt::format_to(out, "    <{}>\n", list);
  for (std::uint32_t i = 0; i < count; ++i) {
    // 1-based indices of two states and one input.
    fmt::format_to(
        out,
        "      <Unknown index=\"{}\" dependencies=\"{} {} {}\" dependenciesKind=\"dependent dependent "
        "constant\"/>\n",
        first + i + 1, i % layout.states + 1, (7 * i + 3) % layout.states + 1,
        layout.first_input() + i % layout.inputs + 1);
  }
  fmt::format_to(out, "    </{}>\n", list);
}

}  // namespace

std::string big_variable_name(std::uint32_t index) {
  return fmt::format("plant.area{}.line[{}].unit{}.signal_{}", index % 7, index % 31 + 1, index / 64, index);
}

std::string big_description(std::uint32_t variable_count) {
  const Layout layout{variable_count};
  std::string text;
  text.reserve(260ULL * variable_count);
  const Text out{text};
  fmt::format_to(out, R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="big" guid="{{big}}" variableNamingConvention="structured" numberOfEventIndicators="0">
  <CoSimulation modelIdentifier="big"/>
  <UnitDefinitions>
    <Unit name="m/s"><BaseUnit m="1" s="-1"/><DisplayUnit name="km/h" factor="3.6"/></Unit>
    <Unit name="m/s2"><BaseUnit m="1" s="-2"/></Unit>
  </UnitDefinitions>
  <ModelVariables>
)");
  for (std::uint32_t index = 0; index < variable_count; ++index) {
    add_variable(out, layout, index);
  }
  fmt::format_to(out, "  </ModelVariables>\n  <ModelStructure>\n");
  add_unknowns(out, layout, "Outputs", layout.first_output(), layout.outputs);
  add_unknowns(out, layout, "Derivatives", layout.first_derivative(), layout.states);
  fmt::format_to(out, "  </ModelStructure>\n</fmiModelDescription>\n");
  return text;
}

}  // namespace lockstep::bench
