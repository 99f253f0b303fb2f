// SPDX-License-Identifier: Apache-2.0
// Any bytes as modelDescription.xml (FMI 1, 2, 3), buildDescription.xml and terminalsAndIcons.xml: parsing
// either gives a description that keeps its promises or throws lockstep::Error. Reading in parts gives what
// reading the whole gives.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>

#include "lockstep/core/check.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/model_description.hpp"

namespace {

using namespace lockstep;        // NOLINT: one short file
using namespace lockstep::core;  // NOLINT

void demand(bool condition) {
  if (!condition) std::abort();
}

Bytes bytes(std::string_view text) {
  Bytes result{text.size()};
  if (!text.empty()) std::memcpy(result.data(), text.data(), text.size());
  return result;
}

DescriptionLimits small_limits() {
  DescriptionLimits limits;
  limits.max_bytes = 1U << 20U;
  limits.max_tree_bytes = std::size_t{64} << 20U;
  limits.max_diagnostics_per_id = 20;
  return limits;
}

void check_rows(const ModelDescription& model, Span<const Unknown> rows) {
  for (const Unknown& row : rows) {
    demand(row.variable == kNone || row.variable < model.variables().size());
    demand(row.kinds.size() == row.dependencies.size());
    for (const TableIndex dependency : row.dependencies)
      demand(dependency < model.variables().size());
  }
}

/// Indices lead somewhere, names are found.
void check_model(const ModelDescription& model) {
  for (const Variable& variable : model.variables()) {
    demand(variable.name.empty() || model.find(variable.name) != nullptr);
    demand(model.find(variable.value_reference, variable.type) != nullptr);
    demand(variable.unit == kNone || variable.unit < model.units().size());
    demand(variable.display_unit == kNone ||
           variable.display_unit < model.units()[variable.unit].display_units.size());
    demand(variable.declared_type == kNone || variable.declared_type < model.type_definitions().size());
    demand(variable.derivative_of == kNone || variable.derivative_of < model.variables().size());
    demand(variable.previous == kNone || variable.previous < model.variables().size());
    static_cast<void>(variable.element_count());
  }
  check_rows(model, model.structure().outputs);
  check_rows(model, model.structure().continuous_state_derivatives);
  check_rows(model, model.structure().initial_unknowns);
  check_rows(model, model.structure().clocked_states);
  check_rows(model, model.structure().event_indicators);
  static_cast<void>(model.similar_names("speed"));
}

std::optional<ParsedDescription> parse(std::string_view text, std::string_view companion,
                                       const DescriptionLimits& limits) {
  DescriptionFiles files;
  files.model_description = bytes(text);
  files.build_description = bytes(companion);
  files.terminals_and_icons = bytes(companion);
  try {
    ParsedDescription parsed = parse_description(std::move(files), limits);
    check_model(*parsed.description);
    check_description(parsed, limits);
    return parsed;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t result = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    ++result;
  return result;
}

constexpr std::string_view kSeparator = "\n#companion#\n";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input{reinterpret_cast<const char*>(data), size};
  const std::size_t cut = input.find(kSeparator);
  const std::string_view text = input.substr(0, cut);
  const std::string_view companion =
      cut == std::string_view::npos ? std::string_view{} : input.substr(cut + kSeparator.size());
  DescriptionLimits limits = small_limits();
  const auto whole = parse(text, companion, limits);
  limits.read_in_parts_above = 0;
  const auto parts = parse(text, companion, limits);
  // Two lists of variables are an error that reading the whole file survives.
  demand(whole.has_value() == parts.has_value() || (whole && count(text, "ModelVariables") > 2));
  if (whole && parts) {
    demand(whole->description->variables().size() == parts->description->variables().size());
    demand(whole->diagnostics.size() == parts->diagnostics.size());
  }
  return 0;
}
