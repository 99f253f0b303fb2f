// SPDX-License-Identifier: Apache-2.0
#include "description/element.hpp"

#include <fmt/format.h>

#include <cmath>

#include "lockstep/core/number_text.hpp"

namespace lockstep::core {

namespace {
/// trimmed(), quick for the usual text that has nothing to trim: blanks sort below all that numbers are made
/// of.
std::string_view inner_text(std::string_view text) noexcept {
  const bool clean = !text.empty() && text.front() > ' ' && text.back() > ' ';
  return clean ? text : trimmed(text);
}

std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  return text.size() <= kLongest ? std::string{text} : std::string{text.substr(0, kLongest)} + "...";
}
/// Variables that are read in parts have no parent element any more.
std::string_view parent_name(pugi::xml_node node) noexcept {
  const pugi::xml_node parent = node.parent();
  return parent.type() == pugi::node_document ? "ModelVariables" : parent.name();
}

/// Namespace declarations and attributes of other namespaces (xsi:schemaLocation) are legal everywhere.
bool is_foreign(pugi::xml_attribute attribute) noexcept {
  const std::string_view name = attribute.name();
  return name == "xmlns" || name.find(':') != std::string_view::npos;
}

void report_unknown_attribute(Reading& reading, pugi::xml_attribute attribute, const std::string& owner) {
  reading.warn(attribute, "unknown-attribute",
               fmt::format("{} has the attribute '{}', which FMI {} does not know here", owner,
                           shortened(attribute.name()), to_string(reading.schema)),
               "remove it or correct its spelling; it is ignored");
}
}  // namespace

Element::Element(Reading& reading, pugi::xml_node node, const AttributeTable& table)
    : reading_{reading}, node_{node}, table_{table} {
  std::uint32_t count = 0;
  for (pugi::xml_attribute attribute = node.first_attribute(); attribute;
       attribute = attribute.next_attribute()) {
    if (++count > reading.limits.max_attributes_per_element) {
      reading.warn(attribute, "too-many-attributes",
                   fmt::format("{} has more than {} attributes; the rest is not read", label(),
                               reading.limits.max_attributes_per_element));
      break;
    }
    const std::size_t slot = table.find(attribute.name());
    if (slot == AttributeTable::kNotFound) {
      if (!table.others_allowed()) report_unknown(attribute);
    } else if (has(slot)) {
      reading.warn(
          attribute, "duplicate-attribute",
          fmt::format("{} has the attribute '{}' twice; the first value counts", label(), attribute.name()),
          "remove one; XML allows an attribute once");
    } else {
      values_[slot] = attribute.value();
      present_ |= std::uint64_t{1} << slot;
    }
  }
  if ((table.required() & ~present_) != 0) report_missing();
}

void Element::report_missing() const {
  for (std::size_t i = 0; i < table_.size(); ++i) {
    if (!table_[i].required || has(table_[i].slot)) continue;
    reading_.warn(
        node_, "missing-attribute",
        fmt::format("{} has no attribute '{}', which the standard requires", label(), table_[i].name),
        fmt::format("add {}=\"...\"", table_[i].name));
  }
}

void Element::report_unknown(pugi::xml_attribute attribute) const {
  if (is_foreign(attribute)) return;
  report_unknown_attribute(reading_, attribute, label());
}

std::string Element::label() const {
  const std::string_view name = node_.attribute("name").value();
  if (!name.empty()) return fmt::format("{} '{}'", node_.name(), shortened(name));
  // <Real> of FMI 1 and 2 has no name of its own.
  const std::string_view owner = node_.parent().attribute("name").value();
  if (!owner.empty())
    return fmt::format("<{}> of {} '{}'", node_.name(), node_.parent().name(), shortened(owner));
  return fmt::format("<{}>", shortened(node_.name()));
}

void Element::expect_empty() const {
  for (pugi::xml_node child = node_.first_child(); child; child = child.next_sibling())
    report_unexpected(reading_, child);
}

pugi::xml_attribute Element::find_attribute(std::size_t slot) const noexcept {
  if (!has(slot)) return {};
  pugi::xml_attribute attribute = node_.first_attribute();
  while (attribute && attribute.value() != values_[slot])
    attribute = attribute.next_attribute();
  return attribute;
}

void Element::report_bad_value(std::size_t slot, const std::string& expected) const {
  const pugi::xml_attribute attribute = find_attribute(slot);
  reading_.warn(attribute, "bad-value",
                fmt::format("{}: {}=\"{}\" is not valid, expected {}", label(), attribute.name(),
                            shortened(attribute.value()), expected),
                "correct the value; it is treated as not given");
}

std::optional<double> Element::number_at(std::size_t slot) const {
  const std::optional<double> value = parse_double(inner_text(values_[slot]));
  if (value && std::isfinite(*value)) return value;
  report_bad_value(slot, "a finite decimal number with '.' as decimal separator");
  return std::nullopt;
}

std::optional<std::int64_t> Element::integer_at(std::size_t slot, std::int64_t min, std::int64_t max) const {
  const std::optional<std::int64_t> value = parse_int64(inner_text(values_[slot]));
  if (value && *value >= min && *value <= max) return value;
  report_bad_value(slot, fmt::format("an integer from {} to {}", min, max));
  return std::nullopt;
}

std::optional<std::uint64_t> Element::unsigned_at(std::size_t slot, std::uint64_t max) const {
  const std::optional<std::uint64_t> value = parse_uint64(inner_text(values_[slot]));
  if (value && *value <= max) return value;
  report_bad_value(slot, fmt::format("an integer from 0 to {}", max));
  return std::nullopt;
}

std::optional<bool> Element::boolean_at(std::size_t slot) const {
  const std::string_view text = inner_text(values_[slot]);
  if (const std::optional<bool> value = parse_boolean(text)) return value;
  // What some tools write; the meaning is plain.
  if (text == "True" || text == "TRUE" || text == "False" || text == "FALSE") {
    const pugi::xml_attribute attribute = find_attribute(slot);
    reading_.warn(attribute, "bad-boolean",
                  fmt::format("{}: {}=\"{}\" is not an XML boolean", label(), attribute.name(), text),
                  "write true or false in lower case");
    return text.front() == 'T';
  }
  report_bad_value(slot, "true or false");
  return std::nullopt;
}

void report_unknown_child(Reading& reading, pugi::xml_node child) {
  reading.xml.check_depth(child, reading.limits);
  if (std::string_view{child.name()}.find(':') != std::string_view::npos) return;  // another namespace
  reading.warn(
      child, "unknown-element",
      fmt::format("element <{}> is not allowed inside <{}>", shortened(child.name()), parent_name(child)),
      "remove it or correct its spelling; it is ignored");
}

void report_child_order(Reading& reading, pugi::xml_node child, std::string_view after) {
  reading.warn(child, "element-order",
               fmt::format("element <{}> comes after <{}> inside <{}>; the schema wants it before",
                           child.name(), after, parent_name(child)),
               fmt::format("move <{}> before <{}>", child.name(), after));
}

void report_repeated_child(Reading& reading, pugi::xml_node child) {
  reading.xml.check_depth(child, reading.limits);  // nobody reads it
  reading.warn(child, "duplicate-element",
               fmt::format("element <{}> appears more than once inside <{}>; the first one counts",
                           child.name(), parent_name(child)),
               "merge them into one");
}

void report_missing_child(Reading& reading, pugi::xml_node parent, std::string_view name) {
  reading.warn(parent, "missing-element",
               fmt::format("<{}> has no <{}>, which the standard requires", parent.name(), name),
               fmt::format("add <{}>", name));
}

void expect_no_attributes(Reading& reading, pugi::xml_node list) {
  for (const pugi::xml_attribute attribute : list.attributes())
    if (!is_foreign(attribute))
      report_unknown_attribute(reading, attribute, fmt::format("<{}>", list.name()));
}

void report_unexpected(Reading& reading, pugi::xml_node child) {
  if (child.type() == pugi::node_element) return report_unknown_child(reading, child);
  reading.warn(child, "stray-text",
               fmt::format("<{}> contains the text '{}'; only elements are allowed there", parent_name(child),
                           shortened(child.value())),
               "remove the text");
}

}  // namespace lockstep::core
