// SPDX-License-Identifier: Apache-2.0
#include "description/common.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "description/annotations.hpp"
#include "description/value_reference.hpp"

namespace lockstep::core {
namespace {

constexpr AttributeSpec kCategorySpecs[] = {{0, "name", true}, {1, "description"}};
constexpr AttributeTable kCategoryTable{kCategorySpecs};
constexpr ChildSpec kCategoryChildren[] = {{"Category", 0, true, true}};

enum class ExperimentSlot : std::uint8_t { kStartTime, kStopTime, kTolerance, kStepSize };
constexpr AttributeSpec kExperimentSpecs[] = {
    {0, "startTime"}, {1, "stopTime"}, {2, "tolerance"}, {3, "stepSize", false, 0b1110}};
constexpr AttributeTable kExperimentTable{kExperimentSpecs};
constexpr AttributeTable kExperimentTable1{kExperimentSpecs, AttributeTable::Others::kForbidden, 1};

enum class RootSlot : std::uint8_t {
  kFmiVersion,
  kModelName,
  kToken,
  kDescription,
  kAuthor,
  kVersion,
  kCopyright,
  kLicense,
  kGenerationTool,
  kGenerationDateAndTime,
  kNaming,
  kEventIndicators,
  kContinuousStates,
  kModelIdentifier,
};
constexpr std::uint32_t kFmi1 = 1, kFmi2 = 2, kFmi3 = 4;
constexpr AttributeSpec kRootSpecs[] = {{0, "fmiVersion", true},
                                        {1, "modelName", true},
                                        {2, "guid", true, kFmi1 | kFmi2},
                                        {2, "instantiationToken", true, kFmi3},
                                        {3, "description"},
                                        {4, "author"},
                                        {5, "version"},
                                        {6, "copyright", false, kFmi2 | kFmi3},
                                        {7, "license", false, kFmi2 | kFmi3},
                                        {8, "generationTool"},
                                        {9, "generationDateAndTime"},
                                        {10, "variableNamingConvention"},
                                        {11, "numberOfEventIndicators", true, kFmi1},
                                        {11, "numberOfEventIndicators", false, kFmi2},
                                        {12, "numberOfContinuousStates", true, kFmi1},
                                        {13, "modelIdentifier", true, kFmi1}};
constexpr AttributeTable kRootTables[] = {
    AttributeTable{kRootSpecs, AttributeTable::Others::kForbidden, kFmi1},
    AttributeTable{kRootSpecs, AttributeTable::Others::kForbidden, kFmi2},
    AttributeTable{kRootSpecs, AttributeTable::Others::kForbidden, kFmi3}};

/// "flat" (the default) or "structured".
std::string_view naming_convention(const Element& element) {
  constexpr auto kSlot = static_cast<std::size_t>(RootSlot::kNaming);
  const std::string_view value = element.raw(kSlot);
  if (value == "structured") return "structured";
  if (element.has(kSlot) && value != "flat") element.bad_value(kSlot, "flat or structured");
  return "flat";
}

bool is_c_identifier(std::string_view text) noexcept {
  const auto nondigit = [](char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && nondigit(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return nondigit(c) || digit(c); });
}

}  // namespace

std::string_view read_root_attributes(Reading& reading, pugi::xml_node root) {
  using Slot = RootSlot;
  Element element{reading, root, kRootTables[static_cast<std::size_t>(reading.schema)]};
  ModelDescription::Impl& model = reading.model;
  model.model_name = element.text(Slot::kModelName);
  model.token = element.text(Slot::kToken);
  model.description = element.text(Slot::kDescription);
  model.author = element.text(Slot::kAuthor);
  model.model_version = element.text(Slot::kVersion);
  model.copyright = element.text(Slot::kCopyright);
  model.license = element.text(Slot::kLicense);
  model.generation_tool = element.text(Slot::kGenerationTool);
  model.generation_date_and_time = element.text(Slot::kGenerationDateAndTime);
  model.naming_convention = naming_convention(element);
  model.event_indicators = element.unsigned32(Slot::kEventIndicators).value_or(0);
  model.continuous_states = element.unsigned32(Slot::kContinuousStates).value_or(0);
  return element.text(Slot::kModelIdentifier);
}

void read_log_categories(Reading& reading, pugi::xml_node node) {
  read_children(reading, node, kCategoryChildren, [&](std::size_t, pugi::xml_node category) {
    Element element{reading, category, kCategoryTable};
    const std::string_view name = element.text(0);
    reading.model.log_categories.push_back({name, element.text(1)});
    read_annotations_of(reading, category);
  });
}

void read_default_experiment(Reading& reading, pugi::xml_node node) {
  Element element{reading, node, reading.schema == FmiVersion::k1 ? kExperimentTable1 : kExperimentTable};
  DefaultExperiment& experiment = reading.model.experiment;
  const auto positive = [&](ExperimentSlot slot) {
    std::optional<double> value = element.number(slot);
    if (value && *value <= 0.0) {
      element.bad_value(slot, "a number greater than 0");
      value.reset();
    }
    return value;
  };
  experiment.start_time_s = element.number(ExperimentSlot::kStartTime);
  experiment.stop_time_s = element.number(ExperimentSlot::kStopTime);
  experiment.tolerance = positive(ExperimentSlot::kTolerance);
  experiment.step_size_s = positive(ExperimentSlot::kStepSize);
  if (experiment.stop_time_s && *experiment.stop_time_s < experiment.start_time_s.value_or(0.0)) {
    element.bad_value(ExperimentSlot::kStopTime, "a time that is not before startTime");
    experiment.stop_time_s.reset();
  }
  read_annotations_of(reading, node);
}

void check_model_identifier(Reading& reading, pugi::xml_node node, const InterfaceCapabilities& interface) {
  const std::string_view identifier = interface.model_identifier;
  if (identifier.empty()) {
    reading.fail(node, "no-model-identifier",
                 fmt::format("<{}> has no modelIdentifier; it names the library to load", node.name()),
                 "add modelIdentifier=\"...\" with the name of the library without its extension");
  } else if (identifier.find_first_of("/\\") != std::string_view::npos || identifier == "..") {
    reading.fail(node, "bad-model-identifier",
                 fmt::format("<{}>: modelIdentifier \"{}\" is a path", node.name(), identifier.substr(0, 80)),
                 "give the name of the library without folder and extension");
  } else if (!is_c_identifier(identifier)) {
    reading.warn(node, "bad-model-identifier",
                 fmt::format("<{}>: modelIdentifier \"{}\" is not a C identifier", node.name(),
                             identifier.substr(0, 80)),
                 "use letters, digits and '_', not starting with a digit");
  }
}

void check_companion_version(Reading& reading, const Element& element) {
  if (reading.model.version != FmiVersion::k3) return;
  if (element.has(0) && element.raw(0) != reading.model.version_text)
    element.bad_value(0,
                      fmt::format("\"{}\", the version in modelDescription.xml", reading.model.version_text));
}

void reserve_variables(Reading& reading) {
  // A variable of FMI 1 and 2 is at least <ScalarVariable><Real/></ScalarVariable>, one of FMI 3 may be a
  // single element. Room that is not used is never touched and costs nothing.
  const std::size_t brackets = reading.schema == FmiVersion::k3 ? 1 : 3;
  reading.model.variables.reserve(
      std::min(reading.xml.opening_brackets() / brackets, reading.limits.max_variables));
}

Variable& add_variable(Reading& reading, pugi::xml_node node) {
  if (reading.model.variables.size() >= reading.limits.max_variables) {
    throw Error{
        ErrorCode::kBadDescription,
        fmt::format(
            "{}:{}: more than {} variables; raise DescriptionLimits::max_variables if the file can be "
            "trusted",
            reading.xml.file(), reading.xml.line(node), reading.limits.max_variables)};
  }
  return reading.model.variables.emplace_back();
}

void place_variable(Reading& reading, pugi::xml_node node, std::string_view name, Variable& variable) {
  variable.name = reading.model.names_arena.copy(name);
  const auto [line, column] = reading.xml.line_and_column(node);
  variable.line = line;
  variable.column = static_cast<std::uint16_t>(std::min<std::uint32_t>(column, UINT16_MAX));
  if (name.empty())
    reading.warn(node, "empty-name", fmt::format("a variable has no name (line {})", line), "give it a name");
}

void set_value_reference(Reading& reading, pugi::xml_node node, std::optional<std::uint32_t> reference,
                         Variable& variable) {
  if (reference) {
    variable.value_reference = *reference;
    return;
  }
  variable.value_reference = kNoValueReference;
  reading.fail(
      node, "no-value-reference",
      fmt::format("variable '{}' has no valid valueReference; it cannot be read or set", variable.name),
      "give valueReference a number from 0 to 4294967295");
}

const StartValues* start_of(Reading& reading, double value) {
  StartValues start;
  start.floats = {reading.model.arena.make(value), 1};
  return reading.model.arena.make(start);
}

const StartValues* start_of(Reading& reading, std::int64_t value) {
  StartValues start;
  start.integers = {reading.model.arena.make(value), 1};
  return reading.model.arena.make(start);
}

const StartValues* start_of(Reading& reading, bool value) {
  StartValues start;
  start.booleans = {reading.model.arena.make(value), 1};
  return reading.model.arena.make(start);
}

const StartValues* start_of(Reading& reading, std::string_view value) {
  StartValues start;
  start.texts = {reading.model.arena.make(reading.keep(value)), 1};
  return reading.model.arena.make(start);
}

}  // namespace lockstep::core
