// SPDX-License-Identifier: Apache-2.0
#include "description/structure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "description/annotations.hpp"
#include "description/words.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::core {
namespace {

constexpr Choice<DependencyKind> kKinds[] = {{"dependent", DependencyKind::kDependent},
                                             {"constant", DependencyKind::kConstant},
                                             {"fixed", DependencyKind::kFixed},
                                             {"tunable", DependencyKind::kTunable},
                                             {"discrete", DependencyKind::kDiscrete}};

std::vector<TableIndex> read_dependencies(Reading& reading, Element& element,
                                          const VariableReferences& references) {
  std::vector<TableIndex> result;
  for_each_word(element.raw(UnknownSlot::kDependencies), [&](std::string_view word) {
    const std::optional<std::uint64_t> number = parse_uint64(word);
    const TableIndex variable = number ? references.find(*number) : kNone;
    if (variable == kNone)
      reading.warn(element.attribute(UnknownSlot::kDependencies), "structure-bad-reference",
                   fmt::format("<{}>: dependency '{}' is not the {} of a variable", element.node().name(),
                               word.substr(0, 40), references.noun()),
                   "correct the dependency; the row is treated as depending on everything");
    result.push_back(variable);
  });
  return result;
}

std::vector<DependencyKind> read_kinds(Reading& reading, Element& element, bool allow_all_kinds) {
  std::vector<DependencyKind> result;
  constexpr UnknownSlot kSlot = UnknownSlot::kDependenciesKind;
  for_each_word(element.raw(kSlot), [&](std::string_view word) {
    const auto* const found =
        std::find_if(std::begin(kKinds), std::end(kKinds),
                     [word](const Choice<DependencyKind>& kind) { return kind.word == word; });
    if (found == std::end(kKinds)) {
      element.bad_value(kSlot, "a list of dependent, constant, fixed, tunable, discrete");
      result.push_back(DependencyKind::kDependent);
      return;
    }
    if (!allow_all_kinds && found->value != DependencyKind::kDependent &&
        found->value != DependencyKind::kConstant)
      reading.warn(element.attribute(kSlot), "structure-bad-kind",
                   fmt::format("<{}>: dependenciesKind \"{}\" is not allowed for initial unknowns",
                               element.node().name(), word),
                   "use dependent or constant");
    result.push_back(found->value);
  });
  return result;
}

}  // namespace

VariableReferences::VariableReferences(Kind kind, Span<const Variable> variables)
    : kind_{kind}, count_{variables.size()} {
  if (kind == Kind::kPosition) return;
  sorted_.reserve(count_);
  bool in_order = true;
  for (TableIndex i = 0; i < count_; ++i) {
    if (i > 0 && variables[i].value_reference < sorted_.back().reference) in_order = false;
    sorted_.push_back({variables[i].value_reference, i});
  }
  if (!in_order)
    std::stable_sort(sorted_.begin(), sorted_.end(),
                     [](const Entry& a, const Entry& b) { return a.reference < b.reference; });
}

TableIndex VariableReferences::find(std::uint64_t reference) const noexcept {
  if (kind_ == Kind::kPosition)
    return reference >= 1 && reference <= count_ ? static_cast<TableIndex>(reference - 1) : kNone;
  const auto found =
      std::lower_bound(sorted_.begin(), sorted_.end(), reference,
                       [](const Entry& entry, std::uint64_t value) { return entry.reference < value; });
  return found != sorted_.end() && found->reference == reference ? found->variable : kNone;
}

Unknown read_unknown(Reading& reading, pugi::xml_node node, const AttributeTable& table,
                     const VariableReferences& references, RowKind kind) {
  Element element{reading, node, table};
  Unknown unknown;
  unknown.line = reading.xml.line(node);
  if (const auto reference = element.unsigned32(UnknownSlot::kVariable)) {
    unknown.variable = references.find(*reference);
    if (unknown.variable == kNone)
      reading.diagnostics.add(
          kind == RowKind::kDerivative ? Severity::kError : Severity::kWarning, "structure-bad-reference",
          fmt::format("<{}>: no variable has the {} {}", node.name(), references.noun(), *reference),
          "correct the reference or remove the row",
          reading.xml.where(element.attribute(UnknownSlot::kVariable)));
  }
  if (element.has(UnknownSlot::kDependencies)) {
    const std::vector<TableIndex> dependencies = read_dependencies(reading, element, references);
    // One unreadable dependency could be any variable.
    unknown.dependencies_given =
        std::find(dependencies.begin(), dependencies.end(), kNone) == dependencies.end();
    if (unknown.dependencies_given) unknown.dependencies = reading.model.arena.copy(dependencies);
  }
  const std::size_t count = unknown.dependencies.size();
  std::vector<DependencyKind> kinds;
  if (element.has(UnknownSlot::kDependenciesKind)) {
    kinds = read_kinds(reading, element, kind != RowKind::kInitialUnknown);
    if (!element.has(UnknownSlot::kDependencies))
      reading.warn(element.attribute(UnknownSlot::kDependenciesKind), "structure-kind-without-dependencies",
                   fmt::format("<{}> has dependenciesKind but no dependencies", node.name()),
                   "add the attribute dependencies or remove dependenciesKind");
    else if (unknown.dependencies_given && kinds.size() != count)
      reading.warn(element.attribute(UnknownSlot::kDependenciesKind), "structure-kind-count",
                   fmt::format("<{}> lists {} dependencies but {} kinds", node.name(), count, kinds.size()),
                   "give one kind for each dependency");
  }
  read_annotations_of(reading, node);
  kinds.resize(count, DependencyKind::kDependent);
  unknown.kinds = reading.model.arena.copy(kinds);
  return unknown;
}

}  // namespace lockstep::core
