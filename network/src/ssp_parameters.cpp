// SPDX-License-Identifier: Apache-2.0
// Parameter sets (SSV) and their mappings (SSM).
#include <fmt/format.h>

#include <algorithm>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/number_text.hpp"
#include "ssp_tree.hpp"

namespace lockstep::network {
namespace {

using core::ConfigNode;

const std::vector<std::string_view> kTypes = {
    "Real",  "Integer", "Float64", "Float32", "Int8",    "UInt8",  "Int16",       "UInt16",
    "Int32", "UInt32",  "Int64",   "UInt64",  "Boolean", "String", "Enumeration", "Binary"};

std::vector<SspValue> read_set(const ConfigNode& set, SspProblems& problems) {
  std::vector<SspValue> values;
  if (set.name != "ParameterSet")
    set.fail("ssp-schema", fmt::format("the root is '{}', expected ParameterSet", set.name));
  check_children(set, {"Parameters", "Enumerations", "Units"}, problems);
  const ConfigNode* const parameters = set.find("Parameters");
  if (parameters == nullptr) return values;
  const auto types = std::make_shared<const SspTypes>(read_types(set, problems));
  for (const ConfigNode& parameter : parameters->children) {
    problems.guard([&] {
      if (parameter.name != "Parameter")
        parameter.fail("ssp-schema", "expected Parameter, found " + parameter.name);
      check_attributes(parameter, {}, problems);
      SspValue value;
      value.where = parameter;
      value.name = parameter.text_of("name");
      const ConfigNode* typed = nullptr;
      for (const ConfigNode& child : parameter.children)
        if (std::find(kTypes.begin(), kTypes.end(), child.name) != kTypes.end()) typed = &child;
      if (typed == nullptr)
        parameter.fail("ssp-schema",
                       fmt::format("parameter '{}' has no value element (Float64, Real, ...)", value.name));
      if (!typed->has("value"))
        typed->fail("ssp-schema", fmt::format("parameter '{}' has no attribute 'value'", value.name));
      value.text = typed->attribute("value").value_or("");
      value.unit = typed->attribute("unit").value_or("");
      if (typed->name == "Enumeration") value.enumeration = typed->attribute("name").value_or("");
      value.types = types;
      values.push_back(std::move(value));
    });
  }
  return values;
}

/// A text as the tables of a transformation have it: "1" is true, "+7" is 7.
std::string canonical(SspTransformation::Kind kind, std::string_view text) {
  const std::string word{core::trimmed(text)};
  if (kind == SspTransformation::Kind::kBooleans) return word == "1" ? "true" : word == "0" ? "false" : word;
  const std::optional<std::int64_t> number =
      kind == SspTransformation::Kind::kIntegers ? core::parse_int64(word) : std::nullopt;
  return number ? std::to_string(*number) : word;
}

std::string looked_up(const SspTransformation& by, const SspValue& value, std::string_view word) {
  const std::string text = canonical(by.kind, word);
  for (const auto& [from, to] : by.entries)
    if (from == text) return to;
  value.where.fail("ssp-mapping", fmt::format("the mapping of '{}' has no entry for '{}'", value.name, text));
}

std::string transformed(const SspTransformation& by, const SspValue& value) {
  if (by.kind == SspTransformation::Kind::kEnumerations)  // names of items may hold blanks
    return looked_up(by, value, value.text);
  if (!by.is_mapping()) {
    const std::optional<std::string> text = linear_text(value.text, by.factor, by.offset);
    if (!text)
      value.where.fail("ssp-mapping", fmt::format("'{}' is '{}', expected a number", value.name, value.text));
    return *text;
  }
  std::string text;
  for (const std::string& word : words_of(value.text))
    text += (text.empty() ? "" : " ") + looked_up(by, value, word);
  return text;
}

std::vector<SspValue> mapped(const std::vector<SspValue>& values, const ConfigNode& mapping,
                             SspProblems& problems) {
  if (mapping.name != "ParameterMapping")
    mapping.fail("ssp-schema", fmt::format("the root is '{}', expected ParameterMapping", mapping.name));
  std::vector<SspValue> result;
  for (const ConfigNode& entry : mapping.children) {
    if (entry.name != "MappingEntry") continue;
    problems.guard([&] {
      check_attributes(entry, {"source", "target", "suppressUnitConversion"}, problems);
      if (entry.attribute("source") == std::string_view{})
        return;  // tools write entries that are to be filled in
      const std::string source = entry.text_of("source");
      const SspTransformation by = read_transformation(entry);
      bool found = false;
      for (const SspValue& value : values) {
        if (value.name != source) continue;
        found = true;
        SspValue one = value;
        one.name = entry.text_of("target");
        one.text = transformed(by, value);
        one.suppress_unit_conversion = entry.boolean("suppressUnitConversion", false);
        one.where = entry;
        result.push_back(std::move(one));
      }
      if (!found) entry.fail("ssp-mapping", fmt::format("the parameter set has no parameter '{}'", source));
    });
  }
  return result;
}

/// A file that a binding or mapping names: in the system, or (sourceBase="component") inside of the
/// component.
ConfigNode referenced(const ConfigNode& node, const SspFiles& files, const std::filesystem::path& component) {
  const std::string uri = node.text_of("source");
  if (optional_text(node, "sourceBase", "SSD") != "component") return files.read_xml(files.find(node, uri));
  if (component.empty()) node.fail("ssp-source", "sourceBase is 'component', but there is no component");
  try {
    const core::Archive archive = core::Archive::open(component);
    return files.read_xml_text(archive.read(uri).text(), (component / uri).string());
  } catch (const Error& error) {
    if (!error.diagnostics().empty()) throw;
    node.fail("ssp-source", error.message());
  }
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \t\n\r", at)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(" \t\n\r", at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::optional<std::string> linear_text(const std::string& text, double factor, double offset) {
  if (factor == 1.0 && offset == 0.0) return text;
  std::string result;
  for (const std::string& word : words_of(text)) {
    const std::optional<double> number = core::parse_double(word);
    if (!number) return std::nullopt;
    result += (result.empty() ? "" : " ") + core::to_text(factor * *number + offset);
  }
  return result;
}

SspTransformation read_transformation(const ConfigNode& node) {
  SspTransformation result;
  for (const ConfigNode& child : node.children) {
    if (child.name == "LinearTransformation") {
      result.factor = child.number("factor", 1.0);
      result.offset = child.number("offset", 0.0);
      continue;
    }
    using Kind = SspTransformation::Kind;
    if (child.name == "BooleanMappingTransformation")
      result.kind = Kind::kBooleans;
    else if (child.name == "IntegerMappingTransformation")
      result.kind = Kind::kIntegers;
    else if (child.name == "EnumerationMappingTransformation")
      result.kind = Kind::kEnumerations;
    else
      continue;
    for (const ConfigNode* entry : child.all("MapEntry"))
      result.entries.emplace_back(canonical(result.kind, entry->text_of("source")),
                                  canonical(result.kind, entry->text_of("target")));
    if (result.entries.empty()) child.fail("ssp-schema", fmt::format("'{}' has no MapEntry", child.name));
  }
  return result;
}

std::vector<SspValue> read_bindings(const ConfigNode& element, const SspFiles& files,
                                    const std::filesystem::path& component_source, SspProblems& problems) {
  std::vector<SspValue> all;
  const ConfigNode* const bindings = element.find("ParameterBindings");
  if (bindings == nullptr) return all;
  for (const ConfigNode& binding : bindings->children) {
    problems.guard([&] {
      if (binding.name != "ParameterBinding")
        binding.fail("ssp-schema", "expected ParameterBinding, found " + binding.name);
      std::vector<SspValue> values;
      if (!optional_text(binding, "source").empty()) {
        values = read_set(referenced(binding, files, component_source), problems);
      } else {
        const ConfigNode* const inline_values = binding.find("ParameterValues");
        const ConfigNode* const set =
            inline_values == nullptr ? nullptr : inline_values->find("ParameterSet");
        if (set == nullptr)
          binding.fail("ssp-schema",
                       "a parameter binding has neither 'source' nor ParameterValues with a ParameterSet");
        values = read_set(*set, problems);
      }
      if (const ConfigNode* mapping = binding.find("ParameterMapping")) {
        const ConfigNode* inline_mapping = mapping->find("ParameterMapping");
        values = mapped(
            values,
            inline_mapping != nullptr ? *inline_mapping : referenced(*mapping, files, component_source),
            problems);
      }
      const std::string prefix = optional_text(binding, "prefix");
      for (SspValue& value : values) {
        value.name = prefix + value.name;
        all.push_back(std::move(value));
      }
    });
  }
  return all;
}

}  // namespace lockstep::network
