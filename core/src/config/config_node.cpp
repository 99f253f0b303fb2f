// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/config_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lockstep/core/number_text.hpp"
#include "text/similar_word.hpp"

namespace lockstep::core {
namespace {

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// A value as messages show it: not longer than a line, whatever the file holds.
std::string shown(std::string_view value) {
  constexpr std::size_t kLongest = 60;
  if (value.size() <= kLongest) return fmt::format("'{}'", value);
  return fmt::format("'{}...' ({} characters)", value.substr(0, kLongest), value.size());
}

}  // namespace

/// A value together with the node that holds it, so that an error points at the right line.
struct ConfigNode::Field {
  std::string_view name;
  std::string_view value;
  const ConfigNode* holder;
  const std::vector<double>* values{nullptr};  // those the node was made of, if it was made of numbers

  [[noreturn]] void wrong(std::string_view expected) const {
    const std::string is = value.empty() ? "is empty" : "is " + shown(value);
    holder->fail("config-value", fmt::format("'{}' {}, expected {}", name, is, expected));
  }

  std::string_view text() const {
    if (value.empty()) wrong("a text");
    return value;
  }

  bool has_values() const noexcept { return values != nullptr && !values->empty(); }

  double number() const {
    const std::optional<double> result =
        has_values() && values->size() == 1 ? values->front() : parse_double(trimmed(value));
    if (!result || !std::isfinite(*result)) wrong("a finite number such as 0.5 or 1e-3");
    return *result;
  }

  std::int64_t integer() const {
    const std::optional<std::int64_t> result = parse_int64(value);
    if (!result) wrong("a whole number");
    return *result;
  }

  bool boolean() const {
    const std::optional<bool> result = parse_boolean(lower_case(value));
    if (!result) wrong("true or false");
    return *result;
  }

  std::vector<double> numbers(std::size_t count) const {
    std::vector<double> result;
    if (has_values()) {
      const auto is_finite = [](double one) { return std::isfinite(one); };
      if (count != 0 && values->size() != count) wrong_count(count);
      if (!std::all_of(values->begin(), values->end(), is_finite)) wrong_count(count);
      return *values;
    }
    std::string_view rest = value;
    while (true) {
      while (!rest.empty() && is_blank(rest.front()))
        rest.remove_prefix(1);
      if (rest.empty()) break;
      const auto end =
          static_cast<std::size_t>(std::find_if(rest.begin(), rest.end(), is_blank) - rest.begin());
      const std::optional<double> one = parse_double(rest.substr(0, end));
      if (!one || !std::isfinite(*one)) wrong_count(count);
      result.push_back(*one);
      rest.remove_prefix(end);
    }
    if (result.empty() || (count != 0 && result.size() != count)) wrong_count(count);
    return result;
  }

  [[noreturn]] void wrong_count(std::size_t count) const {
    if (count == 1) wrong("a finite number such as 0.5 or 1e-3");
    wrong(count == 0 ? "finite numbers with blanks between them"
                     : fmt::format("{} finite numbers with blanks between them", count));
  }
};

ConfigNode ConfigNode::of_numbers(std::string name, std::vector<double> values, SourceLocation where) {
  ConfigNode node{std::move(name), {}, std::move(where)};
  for (const double value : values)
    node.text += (node.text.empty() ? "" : " ") + to_text(value);
  node.values = std::move(values);
  return node;
}

const ConfigNode* ConfigNode::find(std::string_view child) const noexcept {
  for (const ConfigNode& node : children)
    if (node.name == child) return &node;
  return nullptr;
}

std::vector<const ConfigNode*> ConfigNode::all(std::string_view child) const {
  std::vector<const ConfigNode*> result;
  for (const ConfigNode& node : children)
    if (node.name == child) result.push_back(&node);
  return result;
}

std::optional<std::string_view> ConfigNode::attribute(std::string_view attribute_name) const noexcept {
  for (const Attribute& one : attributes)
    if (one.first == attribute_name) return one.second;
  return std::nullopt;
}

bool ConfigNode::has(std::string_view field) const noexcept {
  return field_of(field).has_value();
}

std::optional<ConfigNode::Field> ConfigNode::field_of(std::string_view field) const noexcept {
  if (const ConfigNode* child = find(field)) return Field{child->name, child->text, child, &child->values};
  if (const auto value = attribute(field)) return Field{field, *value, this, nullptr};
  return std::nullopt;
}

ConfigNode::Field ConfigNode::required(std::string_view field) const {
  if (const auto result = field_of(field)) return *result;
  fail("config-missing", fmt::format("'{}' has no '{}', which is required", name, field),
       fmt::format("add <{0}>...</{0}> (XML) or {0}: ... (YAML)", field));
}

const std::string& ConfigNode::as_text() const {
  Field{name, text, this, &values}.text();
  return text;
}

double ConfigNode::as_number() const {
  return Field{name, text, this, &values}.number();
}

std::int64_t ConfigNode::as_integer() const {
  return Field{name, text, this, &values}.integer();
}

bool ConfigNode::as_boolean() const {
  return Field{name, text, this, &values}.boolean();
}

std::vector<double> ConfigNode::as_numbers(std::size_t count) const {
  return Field{name, text, this, &values}.numbers(count);
}

const ConfigNode& ConfigNode::at(std::string_view child) const {
  if (const ConfigNode* found = find(child)) return *found;
  std::string names;
  for (const ConfigNode& node : children)
    names += (names.empty() ? "" : ", ") + node.name;
  fail("config-missing", fmt::format("'{}' has no '{}', which is required; it has: {}", name, child,
                                     names.empty() ? "nothing" : names));
}

std::string ConfigNode::text_of(std::string_view field) const {
  return std::string{required(field).text()};
}

double ConfigNode::number(std::string_view field) const {
  return required(field).number();
}

std::int64_t ConfigNode::integer(std::string_view field) const {
  return required(field).integer();
}

bool ConfigNode::boolean(std::string_view field) const {
  return required(field).boolean();
}

std::vector<double> ConfigNode::numbers(std::string_view field, std::size_t count) const {
  return required(field).numbers(count);
}

std::string ConfigNode::text_of(std::string_view field, std::string_view fallback) const {
  const auto found = field_of(field);
  return std::string{found ? found->text() : fallback};
}

double ConfigNode::number(std::string_view field, double fallback) const {
  const auto found = field_of(field);
  return found ? found->number() : fallback;
}

std::int64_t ConfigNode::integer(std::string_view field, std::int64_t fallback) const {
  const auto found = field_of(field);
  return found ? found->integer() : fallback;
}

bool ConfigNode::boolean(std::string_view field, bool fallback) const {
  const auto found = field_of(field);
  return found ? found->boolean() : fallback;
}

Diagnostic ConfigNode::finding(Severity severity, std::string id, std::string message,
                               std::string fix) const {
  return Diagnostic{severity, std::move(id), std::move(message), std::move(fix), where};
}

void ConfigNode::fail(std::string id, std::string message, std::string fix) const {
  const std::string subject = where.file.empty() ? "the configuration" : "'" + where.file + "'";
  throw Error{ErrorCode::kBadInput,
              subject + " cannot be used",
              {finding(Severity::kError, std::move(id), std::move(message), std::move(fix))}};
}

std::vector<Diagnostic> ConfigNode::unknown_fields(const std::vector<std::string_view>& known,
                                                   Severity severity) const {
  std::vector<Diagnostic> result;
  const auto check = [&](std::string_view kind, std::string_view word, const ConfigNode& at_node) {
    if (std::find(known.begin(), known.end(), word) != known.end()) return;
    std::string fix = "remove it";
    if (const auto similar = similar_word(word, known)) fix = fmt::format("did you mean '{}'?", *similar);
    result.push_back(at_node.finding(severity, "config-unknown",
                                     fmt::format("'{}' has the unknown {} '{}'", name, kind, word), fix));
  };
  for (const Attribute& one : attributes)
    check("attribute", one.first, *this);
  for (const ConfigNode& node : children)
    check("element", node.name, node);
  return result;
}

}  // namespace lockstep::core
