// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <unordered_set>

#include "check/rules.hpp"

namespace lockstep::core {
namespace {

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}
bool is_nondigit(char c) noexcept {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The grammar of FMI 2.0 section 2.2.9 and FMI 3.0 section 2.4.7.5, read from left to right.
class StructuredName {
 public:
  explicit StructuredName(std::string_view text) : text_{text} {}

  bool matches() noexcept {
    if (text_.substr(0, 4) == "der(") {
      at_ = 4;
      if (!identifier()) return false;
      if (take(',') && !integer()) return false;
      return take(')') && at_end();
    }
    return identifier() && at_end();
  }

 private:
  bool at_end() const noexcept { return at_ == text_.size(); }
  char next() const noexcept { return at_end() ? '\0' : text_[at_]; }
  bool take(char wanted) noexcept {
    if (at_end() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  bool integer() noexcept {
    if (!is_digit(next())) return false;
    while (is_digit(next()))
      ++at_;
    return true;
  }

  bool identifier() noexcept {
    do {
      if (!part()) return false;
      if (take('[') && !indices()) return false;
    } while (take('.'));
    return true;
  }

  bool indices() noexcept {
    do {
      if (!integer()) return false;
    } while (take(','));
    return take(']');
  }

  bool part() noexcept {
    if (take('\'')) return quoted();
    if (!is_nondigit(next())) return false;
    while (is_nondigit(next()) || is_digit(next()))
      ++at_;
    return true;
  }

  bool quoted() noexcept {
    constexpr std::string_view kOther = "!#$%&()*+,-./:;<>=?@[]^{}|~ ";
    constexpr std::string_view kEscaped = "'\"?\\abfnrtv";
    std::size_t count = 0;
    for (; !at_end() && next() != '\''; ++count) {
      if (take('\\')) {
        if (kEscaped.find(next()) == std::string_view::npos || at_end()) return false;
        ++at_;
      } else if (is_nondigit(next()) || is_digit(next()) || kOther.find(next()) != std::string_view::npos) {
        ++at_;
      } else {
        return false;
      }
    }
    return take('\'') && count > 0;
  }

  std::string_view text_;
  std::size_t at_{0};
};

template <class List>
void check_unique(Rules& rules, const List& list, std::string_view what) {
  std::unordered_set<std::string_view> seen;
  for (const auto& element : list)
    if (!seen.insert(element.name).second)
      rules.warn(rules.in_description(), "duplicate-name",
                 fmt::format("{} '{}' is defined more than once", what, element.name),
                 "remove or rename one");
}

void check_items(Rules& rules, const TypeDefinition& type) {
  check_unique(rules, type.items, fmt::format("in enumeration type '{}' the item", type.name));
  std::unordered_set<std::int64_t> values;
  for (const EnumerationItem& item : type.items)
    if (!values.insert(item.value).second)
      rules.warn(rules.in_description(), "duplicate-item-value",
                 fmt::format("enumeration type '{}': item '{}' has the value {} of another item", type.name,
                             item.name, item.value),
                 "give every item a value of its own");
}

}  // namespace

bool is_structured_name(std::string_view name) noexcept {
  return StructuredName{name}.matches();
}

void check_names(Rules& rules) {
  const ModelDescription& model = rules.model;
  if (model.variable_naming_convention() == "structured") {
    const auto check = [&](std::string_view name, const Variable& variable) {
      if (name.empty() || is_structured_name(name)) return;
      rules.warn(
          rules.where(variable), "name-not-structured",
          fmt::format("variable name '{}' breaks the grammar of variableNamingConvention=\"structured\"",
                      name),
          "rename it (letters, digits and '_', parts joined by '.', indices as [1,2], der(x); "
          "anything else in "
          "'quotes') or declare variableNamingConvention=\"flat\"");
    };
    for (const Variable& variable : model.variables()) {
      check(variable.name, variable);
      for (const Alias& alias : variable.aliases)
        check(alias.name, variable);
    }
  }
  check_unique(rules, model.log_categories(), "log category");
  for (const TypeDefinition& type : model.type_definitions()) {
    check_items(rules, type);
    if (model.fmi_version() == FmiVersion::k1) continue;
    if (const Variable* const variable = model.find(type.name))
      rules.warn(rules.where(*variable), "type-name-is-variable",
                 fmt::format("type '{}' has the name of a variable", type.name), "rename the type");
  }
}

}  // namespace lockstep::core
