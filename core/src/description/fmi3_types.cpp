// SPDX-License-Identifier: Apache-2.0
// FMI 3 TypeDefinitions.
#include "description/annotations.hpp"
#include "description/fmi3_variables.hpp"

namespace lockstep::core {
namespace {

constexpr ChildSpec kAnnotationsOnly[] = {{"Annotations", 0}};
constexpr ChildSpec kEnumerationChildren[] = {{"Annotations", 0}, {"Item", 1, true, true}};
constexpr AttributeSpec kItemSpecs[] = {{0, "name", true}, {1, "value", true}, {2, "description"}};
constexpr AttributeTable kItemTable{kItemSpecs};

EnumerationItem read_item(Reading& reading, pugi::xml_node node) {
  Element element{reading, node, kItemTable};
  EnumerationItem item;
  item.name = element.text(0);
  item.value = element.integer(1, INT64_MIN, INT64_MAX).value_or(0);
  item.description = element.text(2);
  read_annotations_of(reading, node);
  return item;
}

void read_type(Reading& reading, pugi::xml_node node, VariableType type) {
  Element element{reading, node, fmi3_type_table(type)};
  TypeDefinition definition;
  definition.type = type;
  definition.name = element.text(Fmi3Slot::kName);
  definition.description = element.text(Fmi3Slot::kDescription);
  definition.quantity = element.text(NumericSlot::kQuantity);
  definition.mime_type = element.text(Fmi3Slot::kMimeType);
  if (element.has(NumericSlot::kUnit)) definition.unit = find_unit(reading, element);
  if (element.has(NumericSlot::kDisplayUnit))
    definition.display_unit =
        find_display_unit(reading, element, index_of(NumericSlot::kDisplayUnit), definition.unit);
  definition.numeric = read_fmi3_numeric(reading, element, type, nullptr);
  if (type == VariableType::kClock) definition.clock = read_clock(reading, element, nullptr);
  if (type == VariableType::kEnumeration) {
    std::vector<EnumerationItem> items;
    read_children(reading, node, kEnumerationChildren, [&](std::size_t index, pugi::xml_node child) {
      if (index == 0)
        read_annotations(reading, child);
      else
        items.push_back(read_item(reading, child));
    });
    definition.items = reading.model.arena.copy(items);
  } else {
    read_children(reading, node, kAnnotationsOnly,
                  [&](std::size_t, pugi::xml_node child) { read_annotations(reading, child); });
  }
  add_type(reading, node, definition);
}

}  // namespace

void read_fmi3_types(Reading& reading, pugi::xml_node definitions) {
  for (const pugi::xml_node node : definitions.children()) {
    if (const auto type = fmi3_type_of(node.name(), "Type"))
      read_type(reading, node, *type);
    else
      report_unexpected(reading, node);
  }
  if (reading.model.types.empty())
    report_missing_child(reading, definitions, "Float64Type or another type definition");
}

}  // namespace lockstep::core
