// SPDX-License-Identifier: Apache-2.0
// FMI 1.0 modelDescription.xml except its variables (fmi1_variables.cpp). Model Exchange and Co-Simulation
// use the same file; an Implementation element makes it Co-Simulation.
#include <fmt/format.h>

#include "description/annotations.hpp"
#include "description/common.hpp"
#include "description/scalar_types.hpp"

namespace lockstep::core {
namespace {

constexpr ChildSpec kRootChildren[] = {{"UnitDefinitions", 0},   {"TypeDefinitions", 1},
                                       {"DefaultExperiment", 2}, {"VendorAnnotations", 3},
                                       {"ModelVariables", 4},    {"Implementation", 5}};

constexpr ChildSpec kUnitListChildren[] = {{"BaseUnit", 0, false, true}};
constexpr AttributeSpec kUnitSpecs[] = {{0, "unit", true}};
constexpr AttributeTable kUnitTable{kUnitSpecs};
constexpr ChildSpec kUnitChildren[] = {{"DisplayUnitDefinition", 0, false, true}};
constexpr AttributeSpec kDisplaySpecs[] = {{0, "displayUnit", true}, {1, "gain"}, {2, "offset"}};
constexpr AttributeTable kDisplayTable{kDisplaySpecs};

/// display value = gain * value + offset, as every tool writes it (FMI 1 has no conversion to SI units).
void read_unit(Reading& reading, pugi::xml_node node) {
  Element element{reading, node, kUnitTable};
  Unit unit;
  unit.name = element.text(0);
  std::vector<DisplayUnit> displays;
  read_children(reading, node, kUnitChildren, [&](std::size_t, pugi::xml_node child) {
    if (displays.size() >= kMaxDisplayUnits) return;
    Element display{reading, child, kDisplayTable};
    const std::string_view name = display.text(0);
    displays.push_back({name, display.number(1, 1.0), display.number(2, 0.0), false});
    display.expect_empty();
  });
  unit.display_units = reading.model.arena.copy(displays);
  add_unit(reading, node, unit);
}

constexpr ChildSpec kTypeListChildren[] = {{"Type", 0, false, true}};

enum class CapabilitySlot : std::uint8_t {
  kVariableStepSize,
  kHandleEvents,
  kRejectSteps,
  kInterpolateInputs,
  kMaxOutputDerivativeOrder,
  kRunAsynchronously,
  kSignalEvents,
  kOnlyOncePerProcess,
  kNotMemoryFunctions,
};
constexpr AttributeSpec kCapabilitySpecs[] = {{0, "canHandleVariableCommunicationStepSize"},
                                              {1, "canHandleEvents"},
                                              {2, "canRejectSteps"},
                                              {3, "canInterpolateInputs"},
                                              {4, "maxOutputDerivativeOrder"},
                                              {5, "canRunAsynchronuously"},
                                              {6, "canSignalEvents"},
                                              {7, "canBeInstantiatedOnlyOncePerProcess"},
                                              {8, "canNotUseMemoryManagementFunctions"}};
constexpr AttributeTable kCapabilityTable{kCapabilitySpecs};
constexpr ChildSpec kStandAloneChildren[] = {{"Capabilities", 0, true}};
constexpr ChildSpec kToolChildren[] = {{"Capabilities", 0, true}, {"Model", 1, true}};
constexpr AttributeSpec kModelSpecs[] = {{0, "entryPoint", true}, {1, "manualStart"}, {2, "type", true}};
constexpr AttributeTable kModelTable{kModelSpecs};
constexpr ChildSpec kModelChildren[] = {{"File", 0, false, true}};
constexpr AttributeSpec kFileSpecs[] = {{0, "file", true}};
constexpr AttributeTable kFileTable{kFileSpecs};

void read_capabilities(Reading& reading, pugi::xml_node node, InterfaceCapabilities& interface) {
  Element element{reading, node, kCapabilityTable};
  using Slot = CapabilitySlot;
  interface.variable_step_size = element.boolean(Slot::kVariableStepSize, false);
  interface.can_interpolate_inputs = element.boolean(Slot::kInterpolateInputs, false);
  interface.max_output_derivative_order = element.unsigned32(Slot::kMaxOutputDerivativeOrder).value_or(0);
  interface.can_run_asynchronously = element.boolean(Slot::kRunAsynchronously, false);
  interface.can_be_instantiated_only_once_per_process = element.boolean(Slot::kOnlyOncePerProcess, false);
  interface.uses_memory_callbacks = !element.boolean(Slot::kNotMemoryFunctions, false);
  element.expect_empty();
}

/// What a tool-coupling FMU starts; we start no tool, so it is checked and forgotten.
void read_model(Reading& reading, pugi::xml_node node) {
  Element{reading, node, kModelTable};
  read_children(reading, node, kModelChildren, [&](std::size_t, pugi::xml_node file) {
    Element{reading, file, kFileTable}.expect_empty();
  });
}

void read_implementation(Reading& reading, pugi::xml_node node, InterfaceCapabilities& interface) {
  pugi::xml_node found;
  for (const pugi::xml_node child : node.children()) {
    const std::string_view name = child.name();
    const bool tool = name == "CoSimulation_Tool";
    if ((!tool && name != "CoSimulation_StandAlone") || found) {
      found ? report_repeated_child(reading, child) : report_unexpected(reading, child);
      continue;
    }
    found = child;
    interface.tool_coupling = tool;
    interface.needs_execution_tool = tool;
    const auto on_child = [&](std::size_t index, pugi::xml_node part) {
      if (index == 0)
        read_capabilities(reading, part, interface);
      else
        read_model(reading, part);
    };
    if (tool)
      read_children(reading, child, kToolChildren, on_child);
    else
      read_children(reading, child, kStandAloneChildren, on_child);
  }
  if (!found) report_missing_child(reading, node, "CoSimulation_StandAlone or CoSimulation_Tool");
}

}  // namespace

void read_fmi1(Reading& reading, pugi::xml_node root) {
  const std::string_view model_identifier = read_root_attributes(reading, root);
  pugi::xml_node variables, implementation;
  read_children(reading, root, kRootChildren, [&](std::size_t index, pugi::xml_node child) {
    if (index == 0 || index == 1 || index >= 4) expect_no_attributes(reading, child);
    switch (index) {
      case 0:
        return read_children(reading, child, kUnitListChildren,
                             [&](std::size_t, pugi::xml_node unit) { read_unit(reading, unit); });
      case 1:
        return read_children(reading, child, kTypeListChildren,
                             [&](std::size_t, pugi::xml_node type) { read_scalar_type(reading, type); });
      case 2:
        return read_default_experiment(reading, child);
      case 3:
        return read_annotations(reading, child);
      case 4:
        variables = child;
        return;
      default:
        implementation = child;
        return;
    }
  });
  InterfaceCapabilities& interface = reading.model.add_interface(
      implementation ? InterfaceKind::kCoSimulation : InterfaceKind::kModelExchange);
  interface.model_identifier = model_identifier;
  if (implementation) read_implementation(reading, implementation, interface);
  check_model_identifier(reading, root, interface);
  if (variables) read_fmi1_variables(reading, variables);
}

}  // namespace lockstep::core
