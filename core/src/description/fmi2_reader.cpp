// SPDX-License-Identifier: Apache-2.0
// FMI 2.0 modelDescription.xml except its variables (fmi2_variables.cpp).
#include <fmt/format.h>

#include "description/annotations.hpp"
#include "description/common.hpp"
#include "description/element.hpp"
#include "description/quantities.hpp"
#include "description/structure.hpp"

namespace lockstep::core {
namespace {

constexpr ChildSpec kRootChildren[] = {
    {"ModelExchange", 0},     {"CoSimulation", 0},         {"UnitDefinitions", 1},
    {"TypeDefinitions", 2},   {"LogCategories", 3},        {"DefaultExperiment", 4},
    {"VendorAnnotations", 5}, {"ModelVariables", 6, true}, {"ModelStructure", 7, true}};

enum class InterfaceSlot : std::uint8_t {
  kModelIdentifier,
  kNeedsExecutionTool,
  kOnlyOncePerProcess,
  kNotMemoryFunctions,
  kGetAndSetState,
  kSerializeState,
  kDirectionalDerivative,
  kCompletedStepNotNeeded,
  kVariableStepSize,
  kInterpolateInputs,
  kMaxOutputDerivativeOrder,
  kRunAsynchronously,
};
constexpr std::uint32_t kMe = 1, kCs = 2;
// "canRunAsynchronuously" is how the standard spells it.
constexpr AttributeSpec kInterfaceSpecs[] = {{0, "modelIdentifier", true},
                                             {1, "needsExecutionTool"},
                                             {2, "canBeInstantiatedOnlyOncePerProcess"},
                                             {3, "canNotUseMemoryManagementFunctions"},
                                             {4, "canGetAndSetFMUstate"},
                                             {5, "canSerializeFMUstate"},
                                             {6, "providesDirectionalDerivative"},
                                             {7, "completedIntegratorStepNotNeeded", false, kMe},
                                             {8, "canHandleVariableCommunicationStepSize", false, kCs},
                                             {9, "canInterpolateInputs", false, kCs},
                                             {10, "maxOutputDerivativeOrder", false, kCs},
                                             {11, "canRunAsynchronuously", false, kCs}};
constexpr AttributeTable kMeTable{kInterfaceSpecs, AttributeTable::Others::kForbidden, kMe};
constexpr AttributeTable kCsTable{kInterfaceSpecs, AttributeTable::Others::kForbidden, kCs};
constexpr ChildSpec kInterfaceChildren[] = {{"SourceFiles", 0}};
constexpr ChildSpec kSourceChildren[] = {{"File", 0, true, true}};
constexpr AttributeSpec kNameSpecs[] = {{0, "name", true}};
constexpr AttributeTable kNameTable{kNameSpecs};

void read_source_files(Reading& reading, pugi::xml_node node, std::string_view model_identifier) {
  std::vector<std::string_view> files;
  expect_no_attributes(reading, node);
  read_children(reading, node, kSourceChildren, [&](std::size_t, pugi::xml_node file) {
    Element element{reading, file, kNameTable};
    if (element.has(0)) files.push_back(element.text(0));
    element.expect_empty();
  });
  SourceFileSet set;
  set.language = reading.keep("C99");
  set.files = reading.model.arena.copy(files);
  BuildConfiguration configuration;
  configuration.model_identifier = model_identifier;
  configuration.file_sets = reading.model.arena.copy(std::vector<SourceFileSet>{set});
  reading.model.build_configurations.push_back(configuration);
}

void read_interface(Reading& reading, pugi::xml_node node, InterfaceKind kind) {
  const bool me = kind == InterfaceKind::kModelExchange;
  Element element{reading, node, me ? kMeTable : kCsTable};
  InterfaceCapabilities& interface = reading.model.add_interface(kind);
  using Slot = InterfaceSlot;
  interface.model_identifier = element.text(Slot::kModelIdentifier);
  interface.needs_execution_tool = element.boolean(Slot::kNeedsExecutionTool, false);
  interface.can_be_instantiated_only_once_per_process = element.boolean(Slot::kOnlyOncePerProcess, false);
  interface.uses_memory_callbacks = !element.boolean(Slot::kNotMemoryFunctions, false);
  interface.can_get_and_set_state = element.boolean(Slot::kGetAndSetState, false);
  interface.can_serialize_state = element.boolean(Slot::kSerializeState, false);
  interface.provides_directional_derivatives = element.boolean(Slot::kDirectionalDerivative, false);
  interface.needs_completed_integrator_step = !element.boolean(Slot::kCompletedStepNotNeeded, false);
  interface.variable_step_size = element.boolean(Slot::kVariableStepSize, false);
  interface.can_interpolate_inputs = element.boolean(Slot::kInterpolateInputs, false);
  interface.max_output_derivative_order = element.unsigned32(Slot::kMaxOutputDerivativeOrder).value_or(0);
  interface.can_run_asynchronously = element.boolean(Slot::kRunAsynchronously, false);
  check_model_identifier(reading, node, interface);
  read_children(reading, node, kInterfaceChildren, [&](std::size_t, pugi::xml_node files) {
    read_source_files(reading, files, interface.model_identifier);
  });
}

constexpr ChildSpec kStructureChildren[] = {{"Outputs", 0}, {"Derivatives", 1}, {"InitialUnknowns", 2}};
constexpr RowKind kRowKinds[] = {RowKind::kOutput, RowKind::kDerivative, RowKind::kInitialUnknown};
constexpr ChildSpec kUnknownChildren[] = {{"Unknown", 0, true, true}};
constexpr AttributeSpec kUnknownSpecs[] = {{0, "index", true}, {1, "dependencies"}, {2, "dependenciesKind"}};
constexpr AttributeTable kUnknownTable{kUnknownSpecs};

void read_structure(Reading& reading, pugi::xml_node node, const VariableReferences& references) {
  ModelStructure& structure = reading.model.structure;
  read_children(reading, node, kStructureChildren, [&](std::size_t index, pugi::xml_node list) {
    std::vector<Unknown> rows;
    expect_no_attributes(reading, list);
    read_children(reading, list, kUnknownChildren, [&](std::size_t, pugi::xml_node row) {
      rows.push_back(read_unknown(reading, row, kUnknownTable, references, kRowKinds[index]));
    });
    const Span<const Unknown> kept = reading.model.arena.copy(rows);
    (index == 0   ? structure.outputs
     : index == 1 ? structure.continuous_state_derivatives
                  : structure.initial_unknowns) = kept;
  });
  reading.model.continuous_states = static_cast<std::uint32_t>(structure.continuous_state_derivatives.size());
}

}  // namespace

void read_fmi2(Reading& reading, pugi::xml_node root) {
  static_cast<void>(read_root_attributes(reading, root));
  pugi::xml_node variables, structure;
  read_children(reading, root, kRootChildren, [&](std::size_t index, pugi::xml_node child) {
    if (index == 2 || index == 3 || index == 4 || index >= 7) expect_no_attributes(reading, child);
    switch (index) {
      case 0:
        return read_interface(reading, child, InterfaceKind::kModelExchange);
      case 1:
        return read_interface(reading, child, InterfaceKind::kCoSimulation);
      case 2:
        return read_units(reading, child);
      case 3:
        return read_fmi2_types(reading, child);
      case 4:
        return read_log_categories(reading, child);
      case 5:
        return read_default_experiment(reading, child);
      case 6:
        return read_annotations(reading, child);
      case 7:
        variables = child;
        return;
      default:
        structure = child;
        return;
    }
  });
  // Whatever the order in the file: variables refer to units and types, the structure to variables.
  if (variables) read_fmi2_variables(reading, variables);
  const VariableReferences references{VariableReferences::Kind::kPosition, reading.model.variables};
  if (structure) read_structure(reading, structure, references);
}

}  // namespace lockstep::core
