// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "description/diagnostic_sink.hpp"
#include "lockstep/core/model_description.hpp"

namespace lockstep::core {

/// A description under test and the place for findings about it.
struct Rules {
  const ModelDescription& model;
  DiagnosticSink& diagnostics;

  SourceLocation where(const Variable& variable) const {
    return {"modelDescription.xml", variable.line, variable.column};
  }
  SourceLocation where(const Unknown& row) const { return {"modelDescription.xml", row.line, 0}; }
  SourceLocation in_description() const { return {"modelDescription.xml", 0, 0}; }
  void warn(SourceLocation place, std::string_view id, std::string message, std::string fix = {}) {
    diagnostics.add(Severity::kWarning, id, std::move(message), std::move(fix), std::move(place));
  }
};

/// Structured names, unique names of types, units, categories and enumeration items.
void check_names(Rules& rules);
/// min <= start <= max, nominal values, enumeration values, causality and type.
void check_values(Rules& rules);
/// Alias variables of FMI 1 and 2, unique value references of FMI 3.
void check_aliases(Rules& rules);
/// The independent variable, interfaces and their capabilities, token, naming of files.
void check_model(Rules& rules);
/// ModelStructure: complete, without strangers, in order.
void check_structure(Rules& rules);
/// FMI 3 clocks and clocked variables.
void check_clocks(Rules& rules);

/// Whether a name follows the grammar of "structured" names: a.b[1,2].'any thing', der(x), der(x,2).
bool is_structured_name(std::string_view name) noexcept;

}  // namespace lockstep::core
