// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "check/rules.hpp"

namespace lockstep::core {
namespace {

constexpr const char* kFile = "modelDescription.xml";

SourceLocation at_line(const Variable& variable) {
  return {kFile, variable.line, 0};
}

/// Reader of the grammar of structured names: name = identifier | "der(" identifier ["," number] ")",
/// identifier = part { "." part }, part = (word | quoted) [ "[" number { "," number } "]" ].
class StructuredName {
 public:
  explicit StructuredName(std::string_view text) : text_{text} {}

  bool valid() {
    if (text_.substr(0, 4) == "der(") {
      at_ = 4;
      if (!identifier()) return false;
      if (take(',') && !number()) return false;
      return take(')') && at_ == text_.size();
    }
    return identifier() && at_ == text_.size();
  }

 private:
  char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  bool number() {
    const std::size_t begin = at_;
    while (std::isdigit(static_cast<unsigned char>(next())) != 0)
      ++at_;
    return at_ > begin;
  }
  bool word() {
    const auto letter = [](char c) { return c == '_' || std::isalpha(static_cast<unsigned char>(c)) != 0; };
    if (!letter(next())) return false;
    while (letter(next()) || std::isdigit(static_cast<unsigned char>(next())) != 0)
      ++at_;
    return true;
  }
  bool quoted() {
    if (!take('\'')) return false;
    while (at_ < text_.size() && next() != '\'')
      at_ += next() == '\\' ? 2 : 1;
    return take('\'');
  }
  bool identifier() {
    do {
      if (next() == '\'' ? !quoted() : !word()) return false;
      if (!take('[')) continue;
      do {
        if (!number()) return false;
      } while (take(','));
      if (!take(']')) return false;
    } while (take('.'));
    return true;
  }

  std::string_view text_;
  std::size_t at_{0};
};

void check_range(const Variable& variable, std::vector<Diagnostic>& findings) {
  if (variable.numeric == nullptr) return;
  const NumericAttributes& numeric = *variable.numeric;
  if (numeric.min && numeric.max && *numeric.min > *numeric.max) {
    findings.push_back(
        {Severity::kWarning, "min-above-max",
         fmt::format("variable '{}': min {} is above max {}", variable.name, *numeric.min, *numeric.max),
         "exchange them, or remove the wrong one", at_line(variable)});
  }
  if (variable.start == nullptr) return;
  for (const double start : variable.start->floats) {
    if ((numeric.min && start < *numeric.min) || (numeric.max && start > *numeric.max)) {
      findings.push_back({Severity::kWarning, "start-out-of-range",
                          fmt::format("variable '{}': start value {} is outside [{}, {}]", variable.name,
                                      start, numeric.min ? fmt::format("{}", *numeric.min) : "-inf",
                                      numeric.max ? fmt::format("{}", *numeric.max) : "inf"),
                          "choose a start value inside the range", at_line(variable)});
      return;
    }
  }
  for (const std::int64_t start : variable.start->integers) {
    if ((numeric.min_integer && start < *numeric.min_integer) ||
        (numeric.max_integer && start > *numeric.max_integer)) {
      findings.push_back(
          {Severity::kWarning, "start-out-of-range",
           fmt::format("variable '{}': start value {} is outside its min and max", variable.name, start),
           "choose a start value inside the range", at_line(variable)});
      return;
    }
  }
}

std::set<TableIndex> listed(Span<const Unknown> unknowns, const ModelDescription& description,
                            const char* list, std::vector<Diagnostic>& findings) {
  std::set<TableIndex> variables;
  for (const Unknown& unknown : unknowns) {
    if (unknown.variable == kNone || variables.insert(unknown.variable).second) continue;
    const Variable& variable = description.variables()[unknown.variable];
    findings.push_back({Severity::kWarning, "structure-listed-twice",
                        fmt::format("variable '{}' is listed twice in {}", variable.name, list),
                        "remove one of the entries", at_line(variable)});
  }
  return variables;
}

}  // namespace

void check_names(const ModelDescription& description, std::vector<Diagnostic>& findings) {
  if (description.variable_naming_convention() != "structured") return;
  for (const Variable& variable : description.variables()) {
    if (StructuredName{variable.name}.valid()) continue;
    findings.push_back(
        {Severity::kWarning, "name-not-structured",
         fmt::format("variable name '{}' breaks the grammar of variableNamingConvention=\"structured\"",
                     variable.name),
         "rename it, put it in quotes ('...') or declare variableNamingConvention=\"flat\"",
         at_line(variable)});
  }
}

void check_values(const ModelDescription& description, std::vector<Diagnostic>& findings) {
  for (const Variable& variable : description.variables())
    check_range(variable, findings);
}

void check_structure(const ModelDescription& description, std::vector<Diagnostic>& findings) {
  if (description.fmi_version() == FmiVersion::k1) return;  // FMI 1 has no ModelStructure
  const ModelStructure& structure = description.structure();
  const std::set<TableIndex> outputs =
      listed(structure.outputs, description, "the outputs of ModelStructure", findings);
  const std::set<TableIndex> derivatives = listed(structure.continuous_state_derivatives, description,
                                                  "the derivatives of ModelStructure", findings);
  const Span<const Variable> variables = description.variables();
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Variable& variable = variables[i];
    const bool output = variable.causality == Causality::kOutput && variable.type != VariableType::kClock;
    if (output && outputs.count(static_cast<TableIndex>(i)) == 0) {
      findings.push_back({Severity::kWarning, "structure-missing-output",
                          fmt::format("output '{}' is not listed in ModelStructure", variable.name),
                          description.fmi_version() == FmiVersion::k3
                              ? fmt::format("add <Output valueReference=\"{}\"/>", variable.value_reference)
                              : fmt::format("add <Unknown index=\"{}\"/> to Outputs", i + 1),
                          at_line(variable)});
    }
  }
  for (const TableIndex index : outputs) {
    if (variables[index].causality == Causality::kOutput) continue;
    findings.push_back({Severity::kWarning, "structure-not-an-output",
                        fmt::format("variable '{}' is listed as an output but has causality {}",
                                    variables[index].name, to_string(variables[index].causality)),
                        "remove the entry", at_line(variables[index])});
  }
  for (const TableIndex index : derivatives) {
    if (variables[index].derivative_of != kNone) continue;
    findings.push_back({Severity::kWarning, "structure-not-a-derivative",
                        fmt::format("variable '{}' is listed as a derivative but has no derivative attribute",
                                    variables[index].name),
                        "add the derivative attribute, or remove the entry", at_line(variables[index])});
  }
}

void check_files(const ModelDescription& description, const Archive& archive,
                 std::vector<Diagnostic>& findings) {
  for (const BuildConfiguration& configuration : description.build_configurations()) {
    for (const SourceFileSet& set : configuration.file_sets) {
      for (const std::string_view file : set.files) {
        const std::string name = "sources/" + std::string{file};
        if (archive.contains(name)) continue;
        findings.push_back(
            {Severity::kWarning,
             "missing-source-file",
             fmt::format("the source file '{}' that the description names is not in the archive", name),
             "add it to the archive or remove it from the description",
             {}});
      }
    }
  }
}

}  // namespace lockstep::core
