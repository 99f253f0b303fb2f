// SPDX-License-Identifier: Apache-2.0
// FMI 3 modelDescription.xml except types and variables (fmi3_types.cpp, fmi3_variables.cpp).
#include <algorithm>

#include "description/annotations.hpp"
#include "description/common.hpp"
#include "description/fmi3_variables.hpp"
#include "description/quantities.hpp"
#include "description/structure.hpp"

namespace lockstep::core {
namespace {

constexpr ChildSpec kRootChildren[] = {
    {"ModelExchange", 0},        {"CoSimulation", 1},  {"ScheduledExecution", 2}, {"UnitDefinitions", 3},
    {"TypeDefinitions", 4},      {"LogCategories", 5}, {"DefaultExperiment", 6},  {"ModelVariables", 7, true},
    {"ModelStructure", 8, true}, {"Annotations", 9}};

enum class InterfaceSlot : std::uint8_t {
  kModelIdentifier,
  kNeedsExecutionTool,
  kOnlyOncePerProcess,
  kGetAndSetState,
  kSerializeState,
  kDirectionalDerivatives,
  kAdjointDerivatives,
  kElementDependencies,
  kNeedsCompletedStep,
  kEvaluateDiscreteStates,
  kVariableStepSize,
  kFixedInternalStepSize,
  kMaxOutputDerivativeOrder,
  kSmoothness,
  kIntermediateUpdate,
  kMightReturnEarly,
  kReturnEarlyAfterUpdate,
  kEventMode,
};
constexpr std::uint32_t kMe = 1, kCs = 2, kSe = 4;
constexpr AttributeSpec kInterfaceSpecs[] = {{0, "modelIdentifier", true},
                                             {1, "needsExecutionTool"},
                                             {2, "canBeInstantiatedOnlyOncePerProcess"},
                                             {3, "canGetAndSetFMUState"},
                                             {4, "canSerializeFMUState"},
                                             {5, "providesDirectionalDerivatives"},
                                             {6, "providesAdjointDerivatives"},
                                             {7, "providesPerElementDependencies"},
                                             {8, "needsCompletedIntegratorStep", false, kMe},
                                             {9, "providesEvaluateDiscreteStates", false, kMe | kCs},
                                             {10, "canHandleVariableCommunicationStepSize", false, kCs},
                                             {11, "fixedInternalStepSize", false, kCs},
                                             {12, "maxOutputDerivativeOrder", false, kCs},
                                             {13, "recommendedIntermediateInputSmoothness", false, kCs},
                                             {14, "providesIntermediateUpdate", false, kCs},
                                             {15, "mightReturnEarlyFromDoStep", false, kCs},
                                             {16, "canReturnEarlyAfterIntermediateUpdate", false, kCs},
                                             {17, "hasEventMode", false, kCs}};
// The schema allows any further attribute, for capabilities of later versions.
constexpr AttributeTable kMeTable{kInterfaceSpecs, AttributeTable::Others::kAllowed, kMe};
constexpr AttributeTable kCsTable{kInterfaceSpecs, AttributeTable::Others::kAllowed, kCs};
constexpr AttributeTable kSeTable{kInterfaceSpecs, AttributeTable::Others::kAllowed, kSe};

void read_interface(Reading& reading, pugi::xml_node node, InterfaceKind kind, const AttributeTable& table) {
  Element element{reading, node, table};
  InterfaceCapabilities& interface = reading.model.add_interface(kind);
  using Slot = InterfaceSlot;
  interface.model_identifier = element.text(Slot::kModelIdentifier);
  interface.needs_execution_tool = element.boolean(Slot::kNeedsExecutionTool, false);
  interface.can_be_instantiated_only_once_per_process = element.boolean(Slot::kOnlyOncePerProcess, false);
  interface.uses_memory_callbacks = false;
  interface.can_get_and_set_state = element.boolean(Slot::kGetAndSetState, false);
  interface.can_serialize_state = element.boolean(Slot::kSerializeState, false);
  interface.provides_directional_derivatives = element.boolean(Slot::kDirectionalDerivatives, false);
  interface.provides_adjoint_derivatives = element.boolean(Slot::kAdjointDerivatives, false);
  interface.provides_element_dependencies = element.boolean(Slot::kElementDependencies, false);
  interface.needs_completed_integrator_step = element.boolean(Slot::kNeedsCompletedStep, false);
  interface.provides_evaluate_discrete_states = element.boolean(Slot::kEvaluateDiscreteStates, false);
  interface.variable_step_size = element.boolean(Slot::kVariableStepSize, false);
  interface.fixed_internal_step_s = element.number(Slot::kFixedInternalStepSize);
  interface.max_output_derivative_order = element.unsigned32(Slot::kMaxOutputDerivativeOrder).value_or(0);
  // Negative (allowed by the schema: a jump is fine) needs no more than 0 does.
  interface.recommended_intermediate_smoothness = static_cast<std::uint32_t>(
      std::max<std::int64_t>(0, element.integer(Slot::kSmoothness, INT32_MIN, INT32_MAX).value_or(0)));
  interface.provides_intermediate_update = element.boolean(Slot::kIntermediateUpdate, false);
  interface.might_return_early = element.boolean(Slot::kMightReturnEarly, false);
  interface.can_return_early_after_update = element.boolean(Slot::kReturnEarlyAfterUpdate, false);
  interface.has_event_mode = element.boolean(Slot::kEventMode, false);
  if (interface.fixed_internal_step_s && *interface.fixed_internal_step_s <= 0.0) {
    element.bad_value(Slot::kFixedInternalStepSize, "a number greater than 0");
    interface.fixed_internal_step_s.reset();
  }
  check_model_identifier(reading, node, interface);
  read_annotations_of(reading, node);
}

constexpr ChildSpec kStructureChildren[] = {{"Output", 0, false, true},
                                            {"ContinuousStateDerivative", 1, false, true},
                                            {"ClockedState", 2, false, true},
                                            {"InitialUnknown", 3, false, true},
                                            {"EventIndicator", 4, false, true}};
constexpr RowKind kRowKinds[] = {RowKind::kOutput, RowKind::kDerivative, RowKind::kOutput,
                                 RowKind::kInitialUnknown, RowKind::kDerivative};
constexpr AttributeSpec kUnknownSpecs[] = {
    {0, "valueReference", true}, {1, "dependencies"}, {2, "dependenciesKind"}};
constexpr AttributeTable kUnknownTable{kUnknownSpecs};

std::uint32_t element_count(Span<const Variable> variables, Span<const Unknown> rows) {
  std::uint64_t count = 0;
  for (const Unknown& row : rows)
    if (row.variable != kNone)
      count += std::min<std::uint64_t>(variables[row.variable].element_count(), UINT32_MAX);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, UINT32_MAX));
}

void read_structure(Reading& reading, pugi::xml_node node) {
  ModelDescription::Impl& model = reading.model;
  const VariableReferences references{VariableReferences::Kind::kValueReference, model.variables};
  std::array<std::vector<Unknown>, std::size(kStructureChildren)> rows;
  read_children(reading, node, kStructureChildren, [&](std::size_t index, pugi::xml_node row) {
    rows[index].push_back(read_unknown(reading, row, kUnknownTable, references, kRowKinds[index]));
  });
  model.structure.outputs = model.arena.copy(rows[0]);
  model.structure.continuous_state_derivatives = model.arena.copy(rows[1]);
  model.structure.clocked_states = model.arena.copy(rows[2]);
  model.structure.initial_unknowns = model.arena.copy(rows[3]);
  model.structure.event_indicators = model.arena.copy(rows[4]);
  model.continuous_states = element_count(model.variables, model.structure.continuous_state_derivatives);
  model.event_indicators = element_count(model.variables, model.structure.event_indicators);
}

}  // namespace

void read_fmi3(Reading& reading, pugi::xml_node root) {
  static_cast<void>(read_root_attributes(reading, root));
  pugi::xml_node variables, structure;
  read_children(reading, root, kRootChildren, [&](std::size_t index, pugi::xml_node child) {
    if (index == 3 || index == 4 || index == 5 || index == 7 || index == 8)
      expect_no_attributes(reading, child);
    switch (index) {
      case 0:
        return read_interface(reading, child, InterfaceKind::kModelExchange, kMeTable);
      case 1:
        return read_interface(reading, child, InterfaceKind::kCoSimulation, kCsTable);
      case 2:
        return read_interface(reading, child, InterfaceKind::kScheduledExecution, kSeTable);
      case 3:
        return read_units(reading, child);
      case 4:
        return read_fmi3_types(reading, child);
      case 5:
        return read_log_categories(reading, child);
      case 6:
        return read_default_experiment(reading, child);
      case 7:
        variables = child;
        return;
      case 8:
        structure = child;
        return;
      default:
        return read_annotations(reading, child);
    }
  });
  // Whatever the order in the file: variables refer to units and types, the structure to variables.
  if (variables) read_fmi3_variables(reading, variables);
  if (structure) read_structure(reading, structure);
}

}  // namespace lockstep::core
