// SPDX-License-Identifier: Apache-2.0
#include "checks.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "start_checks.hpp"
#include "units.hpp"

namespace lockstep::exporter {
namespace {

using Findings = std::vector<std::string>;

bool is_float(const VariableInfo& v) {
  return v.storage->type == Type::kFloat64 || v.storage->type == Type::kFloat32;
}

/// What an author calls the type of a member.
std::string type_text(const VariableInfo& v) {
  switch (v.storage->type) {
    case Type::kFloat64:
      return "a Real";
    case Type::kFloat32:
      return "a float";
    case Type::kBoolean:
      return "a bool";
    case Type::kString:
      return "a string";
    case Type::kBinary:
      return "a Binary";
    case Type::kEnumeration:
      return "an enumeration";
    case Type::kClock:
      return "a Clock";
    default:
      return "an integer";
  }
}

/// Bytes of the model object that a variable or memory() covers.
struct Range {
  std::size_t begin, end, align;
  std::string name;
};

std::vector<Range> covered_ranges(const Description& m) {
  std::vector<Range> ranges;
  for (const VariableInfo& v : m.variables()) {
    ranges.push_back(
        {v.offset, v.offset + v.storage->memory.size, v.storage->memory.align, "'" + v.name + "'"});
  }
  for (const MemoryInfo& x : m.memory()) {
    ranges.push_back({x.offset, x.offset + x.storage.size, x.storage.align, "a member declared as memory()"});
  }
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
  return ranges;
}

/// Finds members nobody declared: between two declared members there may be padding only, and padding ends at
/// the first address the alignment of the next member allows.
void check_coverage(const Description& m, Findings& out) {
  const auto align_up = [](std::size_t x, std::size_t a) { return (x + a - 1) / a * a; };
  const ModelTraits& traits = m.traits();
  std::size_t end = traits.is_polymorphic ? sizeof(void*) : 0;
  std::string before = "the start of the class";
  const auto complain = [&](std::size_t bytes, const std::string& after) {
    out.push_back("there are " + std::to_string(bytes) + " bytes of undeclared data members between " +
                  before + " and " + after +
                  "; declare each as a variable or with memory(), or saving the FMU state would lose it");
  };
  for (const Range& r : covered_ranges(m)) {
    if (r.begin < end)
      out.push_back(r.name + " and " + before +
                    " are bound to the same data member; give each a member of its own, or remove one");
    if (r.begin > align_up(end, r.align)) complain(r.begin - end, r.name);
    end = std::max(end, r.end);
    before = r.name;
  }
  if (traits.size > align_up(end, traits.align)) complain(traits.size - end, "the end of the class");
}

void check_units(const VariableInfo& v, Findings& out) {
  if (v.unit.empty()) {
    if (!v.display_unit.empty()) out.push_back("variable '" + v.name + "' has a display unit but no unit");
    return;
  }
  if (!is_float(v))
    out.push_back("variable '" + v.name + "' is " + type_text(v) + " and cannot have a unit ('" + v.unit +
                  "'); remove .unit(), or make its data member a Real");
  const auto unit = parse_unit(v.unit);
  if (!unit) {
    out.push_back("unit '" + v.unit + "' of variable '" + v.name +
                  "' is not understood; write SI expressions like \"N.m.s/rad\" or \"kg.m2\"");
  }
  if (v.display_unit.empty()) return;
  const auto display = parse_unit(v.display_unit);
  if (!display) {
    out.push_back("display unit '" + v.display_unit + "' of variable '" + v.name + "' is not understood");
  } else if (unit && !unit->same_dimension(*display)) {
    out.push_back("variable '" + v.name + "' cannot be shown in '" + v.display_unit + "': its unit is '" +
                  v.unit + "'");
  }
}

void check_limits(const VariableInfo& v, Findings& out) {
  const std::string variable = "variable '" + v.name + "'";
  if (v.min && v.max && *v.min > *v.max) {
    out.push_back(variable + " has min " + short_text(*v.min) + ", which is greater than its max " +
                  short_text(*v.max) + "; exchange or correct them");
  }
  if (v.nominal && !(*v.nominal > 0.0)) {
    out.push_back(variable + " has nominal " + short_text(*v.nominal) +
                  "; a nominal is the typical magnitude and > 0");
  }
  const Type type = v.storage->type;
  const bool is_number =
      type != Type::kBoolean && type != Type::kString && type != Type::kBinary && type != Type::kClock;
  if (!is_number && (v.min || v.max || v.nominal || !v.quantity.empty())) {
    out.push_back(variable + " is " + type_text(v) +
                  " and has neither min, max, nominal nor quantity; remove them");
  }
}

void check_variability(const VariableInfo& v, Findings& out) {
  const bool is_parameter =
      v.causality == Causality::kParameter || v.causality == Causality::kStructuralParameter;
  if (v.variability == Variability::kTunable &&
      (v.causality == Causality::kInput || v.causality == Causality::kOutput)) {
    out.push_back(
        "variable '" + v.name + "' is an " + (v.causality == Causality::kInput ? "input" : "output") +
        " and cannot be tunable(), which is for parameters; say .discrete() if it changes at events "
        "only, else nothing");
  }
  if (v.variability == Variability::kDiscrete && is_parameter) {
    out.push_back("variable '" + v.name +
                  "' is a parameter and cannot be discrete(); say .tunable() if it may change while running");
  }
}

void check_enumeration(const Description& m, const VariableInfo& v, Findings& out) {
  if (v.storage->type != Type::kEnumeration || find_enumeration(m, v.enumeration) != nullptr) return;
  std::string declared;
  for (const EnumerationInfo& e : m.enumerations())
    declared += (declared.empty() ? "'" : ", '") + e.name + "'";
  const std::string known = declared.empty() ? "none is declared" : "declared: " + declared;
  if (v.enumeration.empty()) {
    out.push_back("variable '" + v.name + "' is an enumeration: name its type with .enumeration(\"...\") (" +
                  known + ") and declare that with Description::enumeration()");
    return;
  }
  out.push_back("variable '" + v.name + "' has the type .enumeration(\"" + v.enumeration +
                "\"), which is not declared (" + known +
                "); correct the name or declare it with Description::enumeration()");
}

void check_kind(const Description& m, const VariableInfo& v, Findings& out) {
  if (v.causality == Causality::kIndependent && v.storage->type != Type::kFloat64) {
    out.push_back("variable '" + v.name + "' is the time and must be a Real (double)");
  }
  if (v.is_event_indicator &&
      (v.storage->type != Type::kFloat64 || v.variability != Variability::kContinuous)) {
    out.push_back("event indicator '" + v.name + "' must be a continuous Real");
  }
  check_enumeration(m, v, out);
  for (const Dimension& d : v.dimensions) {
    if (d.parameter == nullptr) continue;
    const bool is_structural =
        d.variable >= 0 &&
        m.variables()[static_cast<std::size_t>(d.variable)].causality == Causality::kStructuralParameter;
    if (!is_structural) {
      out.push_back("a dimension of '" + v.name +
                    "' is a member that is not declared as structural_parameter()");
    }
  }
}

void check_clock(const Description& m, const VariableInfo& v, Findings& out) {
  for (const int clock : v.clocks) {
    const bool is_clock =
        clock >= 0 && m.variables()[static_cast<std::size_t>(clock)].storage->type == Type::kClock;
    if (!is_clock)
      out.push_back("an argument of clocks() of variable '" + v.name + "' is not declared as a clock");
    if (v.variability != Variability::kDiscrete && v.variability != Variability::kTunable) {
      out.push_back("variable '" + v.name + "' belongs to a clock and must be discrete()");
    }
  }
  if (v.storage->type != Type::kClock) return;
  const bool is_triggered = v.clock.interval == IntervalVariability::kTriggered;
  if (v.causality != Causality::kInput && (!is_triggered || v.causality != Causality::kOutput)) {
    out.push_back("clock '" + v.name + "' must be an input, or a triggered output");
  }
  const bool is_periodic = v.clock.interval == IntervalVariability::kConstant ||
                           v.clock.interval == IntervalVariability::kFixed ||
                           v.clock.interval == IntervalVariability::kTunable;
  if (is_periodic && !(v.clock.period > 0.0)) out.push_back("clock '" + v.name + "' needs an interval > 0");
  if (!m.traits().has_on_event) out.push_back("clock '" + v.name + "' needs void on_event(Event&)");
}

void check_state(const Description& m, const VariableInfo& v, Findings& out) {
  if (!v.is_state()) return;
  const VariableInfo& der = m.variables()[static_cast<std::size_t>(v.derivative)];
  if (v.storage->type != Type::kFloat64 || v.variability != Variability::kContinuous) {
    out.push_back("state '" + v.name + "' must be a continuous Real, and it is " + type_text(v) +
                  (v.variability == Variability::kContinuous ? "" : " that is not continuous"));
  }
  if (v.causality != Causality::kOutput && v.causality != Causality::kLocal) {
    out.push_back("state '" + v.name + "' must be an output or local variable");
  }
  if (der.storage != v.storage) out.push_back("state '" + v.name + "' and its derivative differ in type");
  if (der.storage->count(der.member) != v.storage->count(v.member)) {
    out.push_back("state '" + v.name + "' and its derivative '" + der.name + "' differ in size");
  }
  check_derivative_unit(m, v, out);
}

void check_model(const Description& m, Findings& out) {
  const ModelTraits& t = m.traits();
  if (!m.states().empty() && !t.has_equations) out.push_back("there are states but no void equations()");
  if (!m.event_indicators().empty() && !t.has_on_event) {
    out.push_back("there are event indicators but no void on_event(Event&)");
  }
  if (t.has_step && !m.states().empty()) {
    out.push_back("a model has either states with equations() or step(), not both");
  }
  if (m.solver().method() == Solver::Method::kStiff && !t.is_differentiable) {
    out.push_back("the stiff solver needs the Jacobian: write the model as template <class Real> struct ...");
  }
  if (!(m.solver().max_step() > 0.0) && m.solver().substeps_per_step() == 0) {
    out.push_back("the solver's step must be > 0");
  }
  if (!(m.solver().relative_tolerance() > 0.0)) out.push_back("the solver's tolerance must be > 0");
  const Experiment& e = m.experiment();
  if (e.relative_tolerance && !(*e.relative_tolerance > 0.0))
    out.push_back("the default experiment's tolerance is " + short_text(*e.relative_tolerance) +
                  "; it must be > 0");
  if (e.step && !(*e.step > 0.0)) out.push_back("the default experiment's step size must be > 0");
  if (e.stop && *e.stop <= e.start.value_or(0.0))
    out.push_back("the default experiment's stop time must be after its start");
}

/// One identifier: letter or underscore first, then letters, digits, underscores; or 'quoted text'.
bool eat_identifier(std::string_view& s) {
  if (s.empty()) return false;
  if (s.front() == '\'') {
    const std::size_t end = s.find('\'', 1);
    if (end == std::string_view::npos || end == 1) return false;
    s.remove_prefix(end + 1);
    return true;
  }
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  if (!is_letter(s.front())) return false;
  while (!s.empty() && (is_letter(s.front()) || std::isdigit(static_cast<unsigned char>(s.front())) != 0))
    s.remove_prefix(1);
  return true;
}

/// Array indices "[1,2]", if there are any.
bool eat_indices(std::string_view& s) {
  if (s.empty() || s.front() != '[') return true;
  const std::size_t end = s.find(']');
  if (end == std::string_view::npos || end == 1) return false;
  const std::string_view inside = s.substr(1, end - 1);
  const bool ok =
      std::all_of(inside.begin(), inside.end(), [](char c) { return (c >= '0' && c <= '9') || c == ','; });
  s.remove_prefix(end + 1);
  return ok;
}

}  // namespace

bool is_structured_name(std::string_view s) {
  constexpr std::string_view kDer = "der(";
  if (s.substr(0, kDer.size()) == kDer && s.back() == ')') {
    s = s.substr(kDer.size(), s.size() - kDer.size() - 1);
    const std::size_t comma = s.rfind(',');
    if (comma != std::string_view::npos && s.find(']', comma) == std::string_view::npos) {
      const std::string_view order = s.substr(comma + 1);
      if (order.empty() || order.front() == '0' ||
          order.find_first_not_of("0123456789") != std::string_view::npos)
        return false;
      s = s.substr(0, comma);
    }
  }
  while (true) {
    if (!eat_identifier(s) || !eat_indices(s)) return false;
    if (s.empty()) return true;
    if (s.front() != '.') return false;
    s.remove_prefix(1);
  }
}

std::string unit_per_second(const std::string& unit) {
  if (unit == "s") return "1";
  std::string result;
  if (unit.size() > 2 && unit.compare(unit.size() - 2, 2, "/s") == 0) {
    result = unit + "2";
  } else if (unit.size() > 3 && unit.compare(unit.size() - 3, 3, "/s2") == 0) {
    result = unit.substr(0, unit.size() - 1) + "3";
  } else if (unit.find('/') == std::string::npos) {
    result = unit + "/s";
  }
  return parse_unit(result) ? result : std::string{};
}

std::vector<std::string> check(const Description& m) {
  Findings out;
  std::set<std::string> names;
  int times = 0;
  for (const VariableInfo& v : m.variables()) {
    if (!is_structured_name(v.name)) {
      out.push_back("'" + v.name +
                    "' is no valid variable name; write it like joint.axis[1].w, der(x) or 'any text'");
    }
    if (!names.insert(v.name).second)
      out.push_back("there are two variables '" + v.name + "'; rename one of them");
    if (v.causality == Causality::kIndependent) ++times;
    check_units(v, out);
    check_limits(v, out);
    check_variability(v, out);
    if (!v.min || !v.max || *v.min <= *v.max) check_start(m, v, out);
    check_kind(m, v, out);
    check_clock(m, v, out);
    check_state(m, v, out);
  }
  if (times > 1) out.push_back("time() is declared more than once");
  check_model(m, out);
  check_coverage(m, out);
  return out;
}

}  // namespace lockstep::exporter
