// SPDX-License-Identifier: Apache-2.0
#include "variable_json.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "lockstep/core/value.hpp"

namespace lockstep::cli {
namespace {

using core::ModelDescription;
using core::Variable;
using nlohmann::ordered_json;

void add_text(ordered_json& json, const char* key, std::string_view text) {
  if (!text.empty()) json[key] = text;
}

void add_unit(ordered_json& json, const ModelDescription& description, core::TableIndex unit,
              core::TableIndex display_unit) {
  if (unit == core::kNone) return;
  json["unit"] = description.units()[unit].name;
  if (display_unit != core::kNone)
    json["displayUnit"] = description.units()[unit].display_units[display_unit].name;
}

void add_numeric(ordered_json& json, const core::NumericAttributes* numeric) {
  if (numeric == nullptr) return;
  const auto add = [&](const char* key, const auto& value) {
    if (value) json[key] = *value;
  };
  add("min", numeric->min);
  add("min", numeric->min_integer);
  add("min", numeric->min_unsigned);
  add("max", numeric->max);
  add("max", numeric->max_integer);
  add("max", numeric->max_unsigned);
  add("nominal", numeric->nominal);
  if (numeric->relative_quantity) json["relativeQuantity"] = true;
  if (numeric->unbounded) json["unbounded"] = true;
}

void add_clock(ordered_json& json, const core::ClockAttributes* clock) {
  if (clock == nullptr) return;
  ordered_json entry;
  entry["intervalVariability"] = to_string(clock->interval);
  entry["canBeDeactivated"] = clock->can_be_deactivated;
  if (clock->priority) entry["priority"] = *clock->priority;
  if (clock->interval_decimal_s) entry["intervalDecimal"] = *clock->interval_decimal_s;
  entry["shiftDecimal"] = clock->shift_decimal_s;
  entry["supportsFraction"] = clock->supports_fraction;
  if (clock->supports_fraction) {
    entry["resolution"] = clock->resolution;
    entry["intervalCounter"] = clock->interval_counter;
    entry["shiftCounter"] = clock->shift_counter;
  }
  json["clock"] = std::move(entry);
}

/// Scalars as one value, arrays as a list, row-major; Binary as hexadecimal text.
ordered_json start_json(const Variable& variable) {
  const core::Value value = core::start_value(variable);
  ordered_json list = ordered_json::array();
  if (const auto* const binaries = std::get_if<std::vector<std::vector<std::uint8_t>>>(&value)) {
    for (const std::vector<std::uint8_t>& bytes : *binaries)
      list.push_back(core::to_text(core::Value{std::vector<std::vector<std::uint8_t>>{bytes}}));
  } else {
    std::visit(
        [&](const auto& elements) {
          for (const auto& element : elements)
            list.push_back(element);
        },
        value);
  }
  return variable.is_array() || list.size() != 1 ? list : list.front();
}

ordered_json dimensions_json(const ModelDescription& description, const Variable& variable) {
  ordered_json list = ordered_json::array();
  for (const core::Dimension& dimension : variable.dimensions) {
    ordered_json entry{{"size", dimension.size}};
    if (dimension.source) {
      const Variable* const parameter = description.find(*dimension.source, core::VariableType::kUInt64);
      entry["structuralParameter"] = parameter == nullptr ? ordered_json{} : ordered_json(parameter->name);
    }
    list.push_back(std::move(entry));
  }
  return list;
}

void add_relations(ordered_json& json, const ModelDescription& description, const Variable& variable) {
  if (variable.derivative_of != core::kNone)
    json["derivative"] = description.variables()[variable.derivative_of].name;
  if (variable.previous != core::kNone) json["previous"] = description.variables()[variable.previous].name;
  if (!variable.clocks.empty()) {
    ordered_json clocks = ordered_json::array();
    for (const core::ValueReference reference : variable.clocks) {
      const Variable* const clock = description.find(reference, core::VariableType::kClock);
      clocks.push_back(clock == nullptr ? ordered_json{} : ordered_json(clock->name));
    }
    json["clocks"] = std::move(clocks);
  }
  if (!variable.aliases.empty()) {
    ordered_json aliases = ordered_json::array();
    for (const core::Alias& alias : variable.aliases)
      aliases.push_back({{"name", alias.name}, {"description", alias.description}});
    json["aliases"] = std::move(aliases);
  }
}

}  // namespace

ordered_json variable_json(const ModelDescription& description, const Variable& variable) {
  ordered_json json;
  json["name"] = variable.name;
  json["valueReference"] = variable.value_reference;
  json["type"] = to_string(variable.type);
  json["causality"] = to_string(variable.causality);
  json["variability"] = to_string(variable.variability);
  if (variable.initial != core::Initial::kNotGiven) json["initial"] = to_string(variable.initial);
  add_text(json, "description", variable.description);
  if (variable.declared_type != core::kNone)
    json["declaredType"] = description.type_definitions()[variable.declared_type].name;
  add_text(json, "quantity", variable.quantity);
  add_unit(json, description, variable.unit, variable.display_unit);
  add_numeric(json, variable.numeric);
  if (variable.is_array()) json["dimensions"] = dimensions_json(description, variable);
  if (variable.start != nullptr && variable.start->given()) json["start"] = start_json(variable);
  add_text(json, "mimeType", variable.mime_type);
  add_relations(json, description, variable);
  add_clock(json, variable.clock);
  json["canHandleMultipleSetPerTimeInstant"] = variable.can_set_multiple_per_instant;
  if (variable.intermediate_update) json["intermediateUpdate"] = true;
  if (variable.reinit) json["reinit"] = true;
  if (variable.negated_alias) json["negatedAlias"] = true;
  return json;
}

ordered_json type_definition_json(const ModelDescription& description, const core::TypeDefinition& type) {
  ordered_json json;
  json["name"] = type.name;
  json["type"] = to_string(type.type);
  add_text(json, "description", type.description);
  add_text(json, "quantity", type.quantity);
  add_unit(json, description, type.unit, type.display_unit);
  add_numeric(json, type.numeric);
  add_text(json, "mimeType", type.mime_type);
  add_clock(json, type.clock);
  if (!type.items.empty()) {
    ordered_json items = ordered_json::array();
    for (const core::EnumerationItem& item : type.items)
      items.push_back({{"name", item.name}, {"value", item.value}, {"description", item.description}});
    json["items"] = std::move(items);
  }
  return json;
}

}  // namespace lockstep::cli
