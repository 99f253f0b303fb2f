// SPDX-License-Identifier: Apache-2.0
#include "csv_columns.hpp"

#include <map>
#include <set>
#include <string>

#include "csv_cells.hpp"
#include "lockstep/core/element_name.hpp"

namespace lockstep::record {
namespace {

using core::Variable;

/// Names of variables are long; a file that is none of ours may have a first line of megabytes.
constexpr std::size_t kShownName = 200;

/// "the inputs are: a, b, c, ..." for fixes.
std::string inputs_of(const core::ModelDescription& description) {
  constexpr std::size_t kShown = 10;
  std::string text;
  std::size_t count = 0;
  for (const Variable& variable : description.variables()) {
    if (variable.causality != core::Causality::kInput) continue;
    if (++count > kShown) return "the inputs are: " + text + ", ...";
    if (count > 1) text += ", ";
    text += variable.name;
  }
  return count == 0 ? "the model has no inputs" : "the inputs are: " + text;
}

std::string suggestion(const core::ModelDescription& description, std::string_view name) {
  std::string text;
  for (const std::string_view similar : description.similar_names(name)) {
    const Variable* const variable = description.find(similar);
    if (variable == nullptr || variable->causality != core::Causality::kInput) continue;
    text += text.empty() ? "did you mean '" : " or '";
    text += std::string{similar} + '\'';
  }
  return (text.empty() ? text : text + "? ") + inputs_of(description);
}

std::string shape_of(const Variable& array) {
  std::string text = "[";
  for (const core::Dimension& dimension : array.dimensions)
    text += (text.size() > 1 ? "," : "") + std::to_string(dimension.size);
  return text + ']';
}

std::optional<std::size_t> element_of(const Variable& array, const std::vector<std::uint64_t>& indices) {
  std::vector<std::uint64_t> sizes;
  for (const core::Dimension& dimension : array.dimensions)
    sizes.push_back(dimension.size);
  return core::element_position(sizes, indices);
}

/// Arrays larger than any file could fill; also keeps products of hostile dimensions from overflowing.
bool is_too_large(const Variable& variable) {
  constexpr std::uint64_t kMaxElements = 1U << 30U;
  std::uint64_t count = 1;
  for (const core::Dimension& dimension : variable.dimensions) {
    if (dimension.size > kMaxElements) return true;
    count *= dimension.size;
    if (count > kMaxElements) return true;
  }
  return false;
}

core::Value empty_value(const Variable& variable) {
  core::Value value = core::start_value(variable);
  std::visit([](auto& elements) { elements.clear(); }, value);
  return value;
}

class HeaderBinder {
 public:
  HeaderBinder(const core::ModelDescription& description, Problems& problems)
      : description_{description}, problems_{problems} {}

  BoundHeader bind(Span<const CsvScanner::Cell> header) {
    for (const CsvScanner::Cell& cell : header.subspan(1, header.size() - 1))
      bound_.targets.push_back(target_of(cell));
    check_that_arrays_are_complete();
    return std::move(bound_);
  }

 private:
  /// What is known about a column of the table while the header is read.
  struct Seen {
    std::size_t column{0};
    CsvScanner::Cell cell;  ///< the first that named the variable
    bool whole{false};
    std::set<std::size_t> elements;
  };

  CellTarget target_of(const CsvScanner::Cell& cell) {
    const std::string name = quoted(cell.text, kShownName);
    std::optional<core::ElementName> element_name;
    const Variable* variable = description_.find(cell.text);
    if (variable == nullptr) {
      element_name = core::split_element_name(cell.text);
      if (element_name) variable = description_.find(element_name->array);
      if (variable != nullptr && !variable->is_array()) variable = nullptr;
    }
    if (variable == nullptr) {
      const std::string what =
          cell.text.empty() ? "a column has no name" : "column " + name + " is no variable of the model";
      problems_.add(cell, "unknown-column", what, suggestion(description_, cell.text));
      return {};
    }
    if (variable->causality != core::Causality::kInput) {
      problems_.add(cell, "not-an-input",
                    "column " + name + " is not an input, its causality is " +
                        std::string{to_string(variable->causality)},
                    "remove the column (parameters are set with --set); " + inputs_of(description_));
      return {};
    }
    if (is_too_large(*variable)) {
      problems_.add(cell, "array-too-large", name + " has the shape " + shape_of(*variable),
                    "such an array cannot be given by a file");
      return {};
    }
    if (!element_name) return whole_target(cell, *variable);
    return element_target(cell, *variable, element_name->indices);
  }

  CellTarget whole_target(const CsvScanner::Cell& cell, const Variable& variable) {
    const bool is_new = seen_.count(&variable) == 0;
    Seen& seen = entry(cell, variable);
    if (!is_new) return duplicate(cell, seen);
    seen.whole = true;
    return {seen.column, std::nullopt, true};
  }

  CellTarget element_target(const CsvScanner::Cell& cell, const Variable& variable,
                            const std::vector<std::uint64_t>& indices) {
    const std::optional<std::size_t> element = element_of(variable, indices);
    if (!element) {
      problems_.add(
          cell, "bad-index", "column '" + std::string{cell.text} + "' is outside the array",
          "indices start at 1; '" + std::string{variable.name} + "' has the shape " + shape_of(variable));
      return {};
    }
    Seen& seen = entry(cell, variable);
    if (seen.whole || !seen.elements.insert(*element).second) return duplicate(cell, seen);
    return {seen.column, element, true};
  }

  CellTarget duplicate(const CsvScanner::Cell& cell, const Seen& first) {
    problems_.add(cell, "duplicate-column",
                  "column '" + std::string{cell.text} + "' gives a variable that column '" +
                      std::string{first.cell.text} + "' gives already",
                  "keep one of them");
    return {};
  }

  Seen& entry(const CsvScanner::Cell& cell, const Variable& variable) {
    const auto [position, is_new] = seen_.try_emplace(&variable);
    if (is_new) {
      position->second.column = bound_.columns.size();
      position->second.cell = cell;
      bound_.columns.push_back({&variable, variable.element_count(), empty_value(variable)});
    }
    return position->second;
  }

  void check_that_arrays_are_complete() {
    for (const auto& [variable, seen] : seen_) {
      if (seen.whole || seen.elements.size() == variable->element_count()) continue;
      problems_.add(seen.cell, "missing-element",
                    "array '" + std::string{variable->name} + "' of shape " + shape_of(*variable) +
                        " has columns for " + std::to_string(seen.elements.size()) + " of its " +
                        std::to_string(variable->element_count()) + " elements",
                    "add the missing columns, or one column '" + std::string{variable->name} +
                        "' with all elements separated by blanks");
      for (CellTarget& target : bound_.targets)
        if (target.column == seen.column) target.usable = false;
    }
  }

  const core::ModelDescription& description_;
  Problems& problems_;
  BoundHeader bound_;
  std::map<const Variable*, Seen> seen_;  // in order of variables, so messages do not depend on addresses
};

}  // namespace

BoundHeader bind_header(Span<const CsvScanner::Cell> header, const core::ModelDescription& description,
                        Problems& problems) {
  return HeaderBinder{description, problems}.bind(header);
}

}  // namespace lockstep::record
