// SPDX-License-Identifier: Apache-2.0
#include "description/annotations.hpp"

#include <string>

namespace lockstep::core {
namespace {

struct StringWriter : pugi::xml_writer {
  std::string text;
  void write(const void* data, std::size_t size) override {
    text.append(static_cast<const char*>(data), size);
  }
};

constexpr AttributeSpec kToolSpecs[] = {{0, "name", true}};
constexpr AttributeSpec kAnnotationSpecs[] = {{0, "type", true}};
constexpr AttributeTable kToolTable{kToolSpecs};
constexpr AttributeTable kAnnotationTable{kAnnotationSpecs};
constexpr ChildSpec kToolChildren[] = {{"Tool", 0, true, true}};
constexpr ChildSpec kAnnotationChildren[] = {{"Annotation", 0, true, true}};
constexpr ChildSpec kOnlyAnnotations[] = {{"Annotations", 0}};

}  // namespace

std::string_view inner_xml(Reading& reading, pugi::xml_node node) {
  reading.xml.check_depth(node, reading.limits);
  StringWriter writer;
  for (const pugi::xml_node child : node.children())
    child.print(writer, "", pugi::format_raw, pugi::encoding_utf8);
  return reading.keep(writer.text);
}

void read_annotations(Reading& reading, pugi::xml_node list) {
  expect_no_attributes(reading, list);
  const pugi::xml_node owner = list.parent();
  const auto add = [&](const AttributeTable& table, pugi::xml_node node) {
    Element element{reading, node, table};
    Annotation annotation;
    annotation.type = element.text(0);
    annotation.xml = inner_xml(reading, node);
    annotation.owner = reading.keep(owner.name());
    annotation.owner_name = reading.keep(owner.attribute("name").value());
    reading.model.annotations.push_back(annotation);
  };
  if (reading.schema == FmiVersion::k3)
    read_children(reading, list, kAnnotationChildren,
                  [&](std::size_t, pugi::xml_node node) { add(kAnnotationTable, node); });
  else
    read_children(reading, list, kToolChildren,
                  [&](std::size_t, pugi::xml_node node) { add(kToolTable, node); });
}

void read_annotations_of(Reading& reading, pugi::xml_node owner) {
  if (!owner.first_child()) return;
  if (reading.schema != FmiVersion::k3) {
    for (const pugi::xml_node child : owner.children())
      report_unexpected(reading, child);
    return;
  }
  read_children(reading, owner, kOnlyAnnotations,
                [&](std::size_t, pugi::xml_node list) { read_annotations(reading, list); });
}

}  // namespace lockstep::core
