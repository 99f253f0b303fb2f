// SPDX-License-Identifier: Apache-2.0
#include "wiring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <tuple>

#include "lockstep/core/element_name.hpp"
#include "lockstep/core/similar_word.hpp"
#include "terminals.hpp"
#include "unit_conversion.hpp"

namespace lockstep::network {
namespace {

using core::Causality;
using core::Variable;
using core::VariableType;

/// Bits a number of this type has without its sign; 0 for types that are no numbers.
int value_bits(VariableType type) noexcept {
  switch (type) {
    case VariableType::kBoolean:
      return 1;
    case VariableType::kInt8:
      return 7;
    case VariableType::kUInt8:
      return 8;
    case VariableType::kInt16:
      return 15;
    case VariableType::kUInt16:
      return 16;
    case VariableType::kInt32:
      return 31;
    case VariableType::kUInt32:
      return 32;
    case VariableType::kInt64:
    case VariableType::kEnumeration:
      return 63;
    case VariableType::kUInt64:
      return 64;
    case VariableType::kFloat32:
      return 24;
    case VariableType::kFloat64:
      return 53;
    default:
      return 0;
  }
}

bool is_signed(VariableType type) noexcept {
  return type == VariableType::kInt8 || type == VariableType::kInt16 || type == VariableType::kInt32 ||
         type == VariableType::kInt64 || type == VariableType::kEnumeration ||
         type == VariableType::kFloat32 || type == VariableType::kFloat64;
}

bool is_float(VariableType type) noexcept {
  return type == VariableType::kFloat32 || type == VariableType::kFloat64;
}

/// An input clock whose ticks the FMU defines: they can be passed on to others.
bool ticks_by_itself(const Variable& variable) noexcept {
  return variable.type == VariableType::kClock && variable.clock != nullptr &&
         variable.clock->interval != core::ClockInterval::kTriggered;
}

std::string shape_text(const core::Stepper& stepper, const Endpoint& end) {
  if (end.count == 1) return "a scalar";
  return fmt::format("an array of {}", fmt::join(stepper.dimensions(*end.variable), " x "));
}

class Checker {
 public:
  Checker(const Components& components, std::vector<Diagnostic>& notes)
      : components_{components}, names_{components}, notes_{notes} {}

  void add(const ConnectionConfig& config);
  void problem(const ConnectionConfig& config, std::string id, std::string message, std::string fix = {}) {
    problems_.push_back({Severity::kError, std::move(id), std::move(message), std::move(fix), config.where});
  }
  const Names& names() const noexcept { return names_; }
  std::vector<Wire> finish();

 private:
  bool find(const ConnectionConfig& config, const std::string& text, Endpoint& end);
  bool is_input(const ConnectionConfig& config, const Endpoint& end);
  bool is_source(const ConnectionConfig& config, const Endpoint& end);
  bool fits(const ConnectionConfig& config, const ConnectionSource& source, const Endpoint& from,
            const Endpoint& to);
  bool shapes_fit(const ConnectionConfig& config, const Endpoint& from, const Endpoint& to);
  bool convert_unit(const ConnectionConfig& config, WiredSource& source, Wire& wire);
  bool read_map(const ConnectionConfig& config, const Endpoint& from, Wire& wire);
  bool take(const ConnectionConfig& config, const Endpoint& to);
  const core::Stepper& stepper(const Endpoint& end) const { return components_[end.component]->stepper(); }

  const Components& components_;
  Names names_;
  std::vector<Diagnostic>& notes_;
  std::vector<Diagnostic> problems_;
  std::vector<Wire> wires_;
  std::set<std::tuple<std::size_t, const Variable*, std::size_t>> taken_;
};

bool Checker::find(const ConnectionConfig& config, const std::string& text, Endpoint& end) {
  std::string message;
  if (names_.find(text, end, message)) return true;
  problem(config, "network-name", message);
  return false;
}

bool Checker::is_input(const ConnectionConfig& config, const Endpoint& end) {
  const Variable& variable = *end.variable;
  if (ticks_by_itself(variable)) {
    problem(config, "network-clock",
            fmt::format("clock '{}' is {}: the FMU itself says when it ticks; only triggered clocks can be "
                        "connected",
                        end.name, to_string(variable.clock->interval)));
    return false;
  }
  const bool tunable =
      variable.causality == Causality::kParameter && variable.variability == core::Variability::kTunable;
  if (variable.causality == Causality::kInput || tunable) return true;
  problem(config, "network-causality",
          fmt::format("'{}' is a {} {}, expected an input or a tunable parameter", end.name,
                      to_string(variable.variability), to_string(variable.causality)),
          "swap the two ends, or connect another variable");
  return false;
}

bool Checker::is_source(const ConnectionConfig& config, const Endpoint& end) {
  if (end.variable->causality != Causality::kInput || ticks_by_itself(*end.variable)) return true;
  problem(
      config, "network-causality",
      fmt::format("'{}' is an {}, expected something to read", end.name, to_string(end.variable->causality)),
      "connect what it is connected to");
  return false;
}

bool Checker::shapes_fit(const ConnectionConfig& config, const Endpoint& from, const Endpoint& to) {
  const auto shape_a =
      from.count == 1 ? std::vector<std::uint64_t>{} : stepper(from).dimensions(*from.variable);
  const auto shape_b = to.count == 1 ? std::vector<std::uint64_t>{} : stepper(to).dimensions(*to.variable);
  if (shape_a != shape_b) {
    problem(config, "network-shape",
            fmt::format("'{}' is {} and '{}' is {}", from.name, shape_text(stepper(from), from), to.name,
                        shape_text(stepper(to), to)),
            "connect single elements, as in 'a.y[1]'");
    return false;
  }
  return true;
}

bool Checker::fits(const ConnectionConfig& config, const ConnectionSource& source, const Endpoint& from,
                   const Endpoint& to) {
  const VariableType a = from.variable->type;
  const VariableType b = to.variable->type;
  if (!is_lossless(a, b)) {
    problem(config, "network-type",
            fmt::format("'{}' is {} and '{}' is {}: values do not fit", from.name, to_string(a), to.name,
                        to_string(b)));
    return false;
  }
  if (!shapes_fit(config, from, to)) return false;
  const bool transformed = source.factor != 1.0 || config.offset != 0.0 || config.sources.size() > 1;
  const bool several_clocks = b == VariableType::kClock && source.factor == 1.0 && config.offset == 0.0;
  if (transformed && !is_float(b) && !several_clocks) {
    problem(config, "network-type",
            fmt::format("'{}' is {}; sums, factors and offsets need a floating-point input", to.name,
                        to_string(b)));
    return false;
  }
  return true;
}

bool Checker::convert_unit(const ConnectionConfig& config, WiredSource& source, Wire& wire) {
  if (!config.convert_units || !is_float(wire.to.variable->type)) return true;
  const NamedUnit from = unit_of(stepper(source.from).description(), *source.from.variable);
  const NamedUnit to = unit_of(stepper(wire.to).description(), *wire.to.variable);
  const core::NumericAttributes* numeric = source.from.variable->numeric;
  const UnitConversion conversion = convert(from, to, numeric != nullptr && numeric->relative_quantity);
  if (!conversion.same_dimension) {
    problem(
        config, "network-unit",
        fmt::format("'{}' is in {} and '{}' is in {}, which measure different things", source.from.name,
                    from.name, wire.to.name, to.name),
        "connect other variables, or switch the conversion off for this connection (convert_units: false)");
    return false;
  }
  if (conversion.by_rad) {
    notes_.push_back({Severity::kWarning, "network-rad",
                      fmt::format("'{}' is in {} and '{}' is in {}; rad is taken as 1", source.from.name,
                                  from.name, wire.to.name, to.name),
                      "", config.where});
  }
  wire.offset += source.factor * conversion.offset;
  source.factor *= conversion.factor;
  return true;
}

// A table stands in for the check of types: it says what becomes of each value.
bool Checker::read_map(const ConnectionConfig& config, const Endpoint& from, Wire& wire) {
  for (const Endpoint* end : {&from, static_cast<const Endpoint*>(&wire.to)}) {
    if (is_tabular(end->variable->type)) continue;
    problem(config, "network-map",
            fmt::format("'{}' is {}; a table needs Booleans, integers or enumerations at both ends",
                        end->name, to_string(end->variable->type)));
    return false;
  }
  if (config.sources.size() != 1 || config.sources.front().factor != 1.0 || config.offset != 0.0) {
    problem(config, "network-map",
            fmt::format("'{}' has a table, and with it one source without factor and offset", config.to));
    return false;
  }
  const TableEnd a{stepper(from).description(), *from.variable, from.name};
  const TableEnd b{stepper(wire.to).description(), *wire.to.variable, wire.to.name};
  std::string message;
  if (!read_table(config.map, a, b, wire.table, message)) {
    problem(config, "network-map", fmt::format("connection to '{}': {}", config.to, message));
    return false;
  }
  const std::vector<std::string> missing = not_in_table(wire.table, a);
  if (!missing.empty()) {
    notes_.push_back({Severity::kWarning, "network-map",
                      fmt::format("the table of '{}' has no entry for '{}', which passes unchanged",
                                  config.to, fmt::join(missing, "', '")),
                      "", config.where});
  }
  return shapes_fit(config, from, wire.to);
}

bool Checker::take(const ConnectionConfig& config, const Endpoint& to) {
  for (std::size_t i = to.first; i < to.first + to.count; ++i) {
    if (taken_.emplace(to.component, to.variable, i).second) continue;
    problem(config, "network-twice", fmt::format("'{}' is connected twice", to.name),
            "keep one, or make it a sum: 'from: [a.y, b.y]'");
    return false;
  }
  return true;
}

void Checker::add(const ConnectionConfig& config) {
  Wire wire;
  wire.where = config.where;
  wire.offset = config.offset;
  bool good = find(config, config.to, wire.to);
  good = good && is_input(config, wire.to);
  if (config.sources.empty()) problem(config, "network-name", fmt::format("'{}' has no source", config.to));
  for (const ConnectionSource& source : config.sources) {
    WiredSource wired;
    wired.factor = source.factor;
    bool fine = find(config, source.from, wired.from) && is_source(config, wired.from);
    fine =
        fine && good &&
        (config.map.empty() ? fits(config, source, wired.from, wire.to) && convert_unit(config, wired, wire)
                            : read_map(config, wired.from, wire));
    good = good && fine;
    wire.sources.push_back(std::move(wired));
  }
  if (good && take(config, wire.to)) wires_.push_back(std::move(wire));
}

std::vector<Wire> Checker::finish() {
  if (!problems_.empty()) {
    throw Error{ErrorCode::kBadInput,
                fmt::format("the network has {} connection{} that cannot be made", problems_.size(),
                            problems_.size() == 1 ? "" : "s"),
                std::move(problems_)};
  }
  return std::move(wires_);
}

}  // namespace

bool is_lossless(VariableType from, VariableType to) noexcept {
  if (from == to) return true;
  if (from == VariableType::kClock || to == VariableType::kClock) return false;
  if (value_bits(from) == 0 || value_bits(to) == 0) return false;
  if (is_float(from)) return is_float(to) && value_bits(from) <= value_bits(to);
  // Integers of 64 bits become doubles as everywhere else; whoever counts beyond 2^53 notices.
  if (is_float(to)) return to == VariableType::kFloat64 || value_bits(from) <= value_bits(to);
  if (to == VariableType::kBoolean) return false;
  const bool enumeration_to_integer = from == VariableType::kEnumeration && to == VariableType::kInt32;
  return enumeration_to_integer ||
         ((is_signed(to) || !is_signed(from)) && value_bits(from) <= value_bits(to));
}

bool Wire::is_real() const noexcept {
  const auto real = [](const Endpoint& end) {
    return end.variable->type == VariableType::kFloat64 && end.variable->clocks.empty();
  };
  return real(to) && std::all_of(sources.begin(), sources.end(),
                                 [&](const WiredSource& source) { return real(source.from); });
}

bool Wire::is_clock() const noexcept {
  return to.variable->type == VariableType::kClock;
}

std::string Wire::text() const {
  std::string text;
  for (const WiredSource& source : sources)
    text += (text.empty() ? "" : " + ") + source.from.name;
  return text + " -> " + to.name;
}

Names::Names(const Components& components) : components_{components} {
  for (std::size_t i = 0; i < components.size(); ++i)
    by_name_.emplace(components[i]->name(), i);
}

std::size_t Names::component_of(const std::string& text, std::string& rest) const {
  // The longest name first: "a.b" is a component inside the system "a".
  for (std::size_t dot = text.rfind('.'); dot != std::string::npos && dot > 0;
       dot = text.rfind('.', dot - 1)) {
    const auto found = by_name_.find(std::string_view{text}.substr(0, dot));
    if (found == by_name_.end()) continue;
    rest = text.substr(dot + 1);
    return found->second;
  }
  return std::string::npos;
}

bool Names::find(const std::string& text, Endpoint& found, std::string& message) const {
  std::string rest;
  const std::size_t index = component_of(text, rest);
  if (index == std::string::npos) {
    std::vector<std::string_view> known;
    for (const auto& component : components_)
      known.emplace_back(component->name());
    const std::string head = text.substr(0, text.find('.'));
    const auto similar = core::similar_word(head, known);
    message = fmt::format("'{}' names no component", text);
    if (similar) message += fmt::format("; did you mean '{}'?", *similar);
    return false;
  }
  const Component& component = *components_[index];
  found = {index, component.description().find(rest), 0, 1, text};
  if (found.variable != nullptr) {
    found.count = component.stepper().element_count(*found.variable);
    return true;
  }
  if (const auto element = core::split_element_name(rest)) {
    found.variable = component.description().find(element->array);
    if (found.variable != nullptr) {
      const auto place =
          core::element_position(component.stepper().dimensions(*found.variable), element->indices);
      if (place) {
        found.first = *place;
        return true;
      }
      message = fmt::format("'{}': the array '{}' of component '{}' has no such element", text,
                            element->array, component.name());
      return false;
    }
  }
  message = fmt::format("component '{}' has no variable '{}'", component.name(), rest);
  const auto similar = component.description().similar_names(rest, 1);
  if (!similar.empty()) message += fmt::format("; did you mean '{}'?", similar.front());
  return false;
}

std::vector<Wire> wire_up(const std::vector<ConnectionConfig>& connections, const Components& components,
                          std::vector<Diagnostic>& notes) {
  Checker checker{components, notes};
  for (const ConnectionConfig& config : connections) {
    std::string problem;
    const std::vector<ConnectionConfig> members =
        members_of_terminals(config, components, checker.names(), problem);
    if (!problem.empty())
      checker.problem(config, "network-terminal", problem);
    else if (members.empty())
      checker.add(config);
    for (const ConnectionConfig& member : members)
      checker.add(member);
  }
  return checker.finish();
}

}  // namespace lockstep::network
