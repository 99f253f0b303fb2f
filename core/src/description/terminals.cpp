// SPDX-License-Identifier: Apache-2.0
// terminalsAndIcons/terminalsAndIcons.xml: FMI 3, and FMI 2 by back-port.
#include <fmt/format.h>

#include "description/annotations.hpp"
#include "description/common.hpp"

namespace lockstep::core {
namespace {

constexpr AttributeSpec kRootSpecs[] = {{0, "fmiVersion", true}};
constexpr AttributeTable kRootTable{kRootSpecs};
constexpr ChildSpec kRootChildren[] = {{"GraphicalRepresentation", 0}, {"Terminals", 1}, {"Annotations", 2}};
constexpr ChildSpec kGraphicalChildren[] = {{"CoordinateSystem", 0}, {"Icon", 1}, {"Annotations", 2}};
constexpr AttributeSpec kPlaceSpecs[] = {{0, "x1", true},
                                         {1, "y1", true},
                                         {2, "x2", true},
                                         {3, "y2", true},
                                         {4, "suggestedScalingFactorTo_mm", true, 2},
                                         {5, "iconBaseName", true, 4},
                                         {6, "defaultConnectionColor", false, 4},
                                         {7, "defaultConnectionStrokeSize", false, 4}};
constexpr AttributeTable kIconTable{kPlaceSpecs, AttributeTable::Others::kForbidden, 1};
constexpr AttributeTable kCoordinateTable{kPlaceSpecs, AttributeTable::Others::kForbidden, 2};
constexpr AttributeTable kTerminalIconTable{kPlaceSpecs, AttributeTable::Others::kForbidden, 4};
constexpr ChildSpec kTerminalsChildren[] = {{"Terminal", 0, true, true}};
constexpr ChildSpec kTerminalChildren[] = {{"TerminalMemberVariable", 0, false, true},
                                           {"TerminalStreamMemberVariable", 1, false, true},
                                           {"Terminal", 2, false, true},
                                           {"TerminalGraphicalRepresentation", 3},
                                           {"Annotations", 4}};
constexpr AttributeSpec kTerminalSpecs[] = {
    {0, "name", true}, {1, "matchingRule", true}, {2, "terminalKind"}, {3, "description"}};
constexpr AttributeTable kTerminalTable{kTerminalSpecs};
constexpr AttributeSpec kMemberSpecs[] = {
    {0, "variableName", true}, {1, "memberName"}, {2, "variableKind", true}};
constexpr AttributeTable kMemberTable{kMemberSpecs};
constexpr AttributeSpec kStreamSpecs[] = {{0, "inStreamMemberName", true},
                                          {1, "outStreamMemberName", true},
                                          {2, "inStreamVariableName", true},
                                          {3, "outStreamVariableName", true}};
constexpr AttributeTable kStreamTable{kStreamSpecs};

/// Corners and sizes must be numbers; we draw nothing, so they are checked and forgotten.
void check_place(Reading& reading, pugi::xml_node node, const AttributeTable& table) {
  Element element{reading, node, table};
  for (const int slot : {0, 1, 2, 3, 4, 7})
    element.number(slot);
}

TerminalMember read_member(Reading& reading, pugi::xml_node node) {
  Element element{reading, node, kMemberTable};
  TerminalMember member;
  member.variable_name = element.text(0);
  member.member_name = element.text(1);
  member.variable_kind = element.text(2);
  read_annotations_of(reading, node);
  return member;
}

/// A stream connector's two directions, as two members.
void read_stream_member(Reading& reading, pugi::xml_node node, std::vector<TerminalMember>& members) {
  Element element{reading, node, kStreamTable};
  const std::string_view in_member = element.text(0), out_member = element.text(1);
  const std::string_view in_variable = element.text(2), out_variable = element.text(3);
  members.push_back({in_variable, in_member, "inStream"});
  members.push_back({out_variable, out_member, "outStream"});
  read_annotations_of(reading, node);
}

void read_terminal(Reading& reading, pugi::xml_node node, std::uint32_t depth) {
  Element element{reading, node, kTerminalTable};
  Terminal terminal;
  terminal.depth = depth;
  terminal.name = element.text(0);
  terminal.matching_rule = element.text(1);
  terminal.kind = element.text(2);
  terminal.description = element.text(3);
  const std::size_t index = reading.model.terminals.size();
  reading.model.terminals.push_back(terminal);  // before the nested ones
  std::vector<TerminalMember> members;
  read_children(reading, node, kTerminalChildren, [&](std::size_t which, pugi::xml_node child) {
    switch (which) {
      case 0:
        return members.push_back(read_member(reading, child));
      case 1:
        return read_stream_member(reading, child, members);
      case 2:
        return read_terminal(reading, child, depth + 1);  // as deep as DescriptionLimits::max_depth allows
      case 3: {
        check_place(reading, child, kTerminalIconTable);
        const std::string_view icon = child.attribute("iconBaseName").value();
        reading.model.terminals[index].icon_base_name = reading.keep(icon);
        return read_annotations_of(reading, child);
      }
      default:
        return read_annotations(reading, child);
    }
  });
  reading.model.terminals[index].members = reading.model.arena.copy(members);
}

void read_graphics(Reading& reading, pugi::xml_node node) {
  read_children(reading, node, kGraphicalChildren, [&](std::size_t index, pugi::xml_node child) {
    if (index == 0) check_place(reading, child, kCoordinateTable);
    if (index == 1) {
      check_place(reading, child, kIconTable);
      reading.model.has_icon = true;
    }
    if (index == 2) read_annotations(reading, child);
  });
}

}  // namespace

void read_terminals_and_icons(Reading& reading, pugi::xml_node root) {
  if (std::string_view{root.name()} != "fmiTerminalsAndIcons") {
    reading.warn(root, "wrong-root",
                 fmt::format("the root element is <{}>, expected <fmiTerminalsAndIcons>", root.name()),
                 "correct the file; it is ignored");
    return;
  }
  Element element{reading, root, kRootTable};
  check_companion_version(reading, element);
  read_children(reading, root, kRootChildren, [&](std::size_t index, pugi::xml_node child) {
    if (index == 0) read_graphics(reading, child);
    if (index == 1)
      read_children(reading, child, kTerminalsChildren,
                    [&](std::size_t, pugi::xml_node terminal) { read_terminal(reading, terminal, 0); });
    if (index == 2) read_annotations(reading, child);
  });
}

}  // namespace lockstep::core
