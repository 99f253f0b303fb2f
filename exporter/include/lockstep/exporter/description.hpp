// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/exporter/solver.hpp"
#include "lockstep/exporter/variable.hpp"

namespace lockstep::exporter {

/// What a tool uses when the user says nothing. Times in seconds; what is not set is left out of the
/// description. An author writes
///
///   m.experiment().start_time(0.0).stop_time(10.0).step_size(0.01).tolerance(1e-6);
struct Experiment {
  Experiment& start_time(double seconds) { return start = seconds, *this; }
  Experiment& stop_time(double seconds) { return stop = seconds, *this; }
  /// Communication step of the Co-Simulation form, also the longest step of its solver unless that says more.
  Experiment& step_size(double seconds) { return step = seconds, *this; }
  /// Relative tolerance for solvers with step size control, > 0.
  Experiment& tolerance(double relative) { return relative_tolerance = relative, *this; }

  std::optional<double> start, stop, relative_tolerance, step;
};

struct EnumerationItem {
  std::string name;
  std::int64_t value;
  std::string description;
};
struct EnumerationInfo {
  std::string name;
  std::string description;
  std::vector<EnumerationItem> items;
};
struct LogCategory {
  std::string name;
  std::string description;
};
/// A member that is no variable but belongs to the model's state (a delay line, a random generator).
struct MemoryInfo {
  const void* member;
  std::size_t offset;
  MemoryStorage storage;
};

/// What kind of model class was given; found out by the kit.
struct ModelTraits {
  std::size_t size{0};
  std::size_t align{1};
  bool is_polymorphic{false};
  bool is_differentiable{false};  ///< written as template <class Real>
  bool has_initialize{false};
  bool has_equations{false};
  bool has_on_event{false};
  bool has_accepted{false};
  bool has_step{false};
};

/// The face of a model: its variables and what the FMU can do. A model fills it in
///
///   void describe(Description& m) {
///     m.about("Linear damped pendulum");
///     m.output("a", a, "Angle").unit("rad").derivative(v);
///     m.parameter("l", l, "Length").unit("m");
///   }
///
/// Each variable is declared once, bound to a data member of the model (a Real, float, integer of any width,
/// bool, enum, std::string or Binary, or a std::array or std::vector of these). The member's initial value is
/// the start value. Value references count in the order of declaration.
///
/// Every data member must be declared, as a variable or as memory(): only then can the state of the FMU be
/// saved, restored and differentiated. A forgotten member is an error at build time.
///
/// describe() runs once per process and compiled form, on a default-constructed model; it must not depend on
/// anything but the model's type.
class Description {
 public:
  Description(std::string model_identifier, const void* model, ModelTraits traits);
  Description(const Description&) = delete;
  Description& operator=(const Description&) = delete;

  // --- for authors
  // -------------------------------------------------------------------------------------------

  /// One sentence: what is modelled.
  Description& about(std::string description) { return description_ = std::move(description), *this; }
  /// Name for people; default is the name given to LOCKSTEP_FMU.
  Description& model_name(std::string name) { return model_name_ = std::move(name), *this; }
  Description& author(std::string name) { return author_ = std::move(name), *this; }
  Description& version(std::string version) { return version_ = std::move(version), *this; }
  Description& license(std::string license) { return license_ = std::move(license), *this; }
  Experiment& experiment() { return experiment_; }
  /// Used by the Co-Simulation form; default Runge-Kutta 4 with the experiment's step size.
  Description& solver(Solver solver) { return solver_ = solver, *this; }

  template <class Member>
  Variable parameter(std::string name, Member& member, std::string description = {}) {
    return add(Causality::kParameter, Variability::kFixed, std::move(name), member, std::move(description));
  }
  /// Computed from parameters in initialize(); users may read but not set it.
  template <class Member>
  Variable calculated_parameter(std::string name, Member& member, std::string description = {}) {
    return add(Causality::kCalculatedParameter, Variability::kFixed, std::move(name), member,
               std::move(description));
  }
  /// Size of arrays, see Variable::dimensions(). Users may change it before initialisation (FMI 3.0).
  Variable structural_parameter(std::string name, std::uint64_t& member, std::string description = {}) {
    return add(Causality::kStructuralParameter, Variability::kFixed, std::move(name), member,
               std::move(description));
  }
  template <class Member>
  Variable input(std::string name, Member& member, std::string description = {}) {
    return add(Causality::kInput, changing<Member>(), std::move(name), member, std::move(description));
  }
  template <class Member>
  Variable output(std::string name, Member& member, std::string description = {}) {
    return add(Causality::kOutput, changing<Member>(), std::move(name), member, std::move(description));
  }
  template <class Member>
  Variable local(std::string name, Member& member, std::string description = {}) {
    return add(Causality::kLocal, changing<Member>(), std::move(name), member, std::move(description));
  }
  /// Never changes and cannot be set.
  template <class Member>
  Variable constant(std::string name, Member& member, std::string description = {}) {
    return add(Causality::kLocal, Variability::kConstant, std::move(name), member, std::move(description));
  }
  /// The simulation time [s], for models that need it. The kit keeps the member up to date.
  template <class Real>
  Variable time(std::string name, Real& member) {
    return add(Causality::kIndependent, Variability::kContinuous, std::move(name), member, "Simulation time")
        .unit("s");
  }
  /// The same without a name: in FMI 2.0 no variable shows it (FMI 3.0 always has one, "time").
  template <class Real>
  Description& time(Real& member) {
    hidden_time_ = &member;
    return memory(member);
  }
  /// A member that belongs to the state but is no variable: numbers, plain structs, strings, vectors and
  /// arrays.
  template <class Member>
  Description& memory(Member& member) {
    memory_.push_back({&member, 0, memory_storage_of<Member>()});
    return *this;
  }

  /// A string the kit fills with the absolute path of the FMU's resources folder, with a slash at the end;
  /// empty if there is none.
  Description& resources(std::string& member) { return resources_ = &member, memory(member); }

  /// An enumeration type; refer to it with Variable::enumeration(name).
  Description& enumeration(std::string name, std::vector<EnumerationItem> items,
                           std::string description = {}) {
    enumerations_.push_back({std::move(name), std::move(description), std::move(items)});
    return *this;
  }
  /// A category of messages of this model, see Event::log() and Step::log().
  Description& log_category(std::string name, std::string description) {
    log_categories_.push_back({std::move(name), std::move(description)});
    return *this;
  }

  // --- for the kit
  // -------------------------------------------------------------------------------------------

  /// Resolves addresses to offsets and indices and checks everything that can be checked. Throws
  /// std::logic_error with all findings. To be called once, after describe().
  void finish();

  const std::string& model_identifier() const noexcept { return model_identifier_; }
  const std::string& model_name() const noexcept { return model_name_; }
  const std::string& about() const noexcept { return description_; }
  const std::string& author() const noexcept { return author_; }
  const std::string& version() const noexcept { return version_; }
  const std::string& license() const noexcept { return license_; }
  const Experiment& experiment() const noexcept { return experiment_; }
  const Solver& solver() const noexcept { return solver_; }
  const ModelTraits& traits() const noexcept { return traits_; }
  const std::deque<VariableInfo>& variables() const noexcept { return variables_; }
  const std::vector<MemoryInfo>& memory() const noexcept { return memory_; }
  const std::vector<EnumerationInfo>& enumerations() const noexcept { return enumerations_; }
  const std::vector<LogCategory>& log_categories() const noexcept { return log_categories_; }
  const std::vector<int>& states() const noexcept { return states_; }
  const std::vector<int>& event_indicators() const noexcept { return event_indicators_; }
  /// Where in the model object the string of resources() is, if there is one.
  std::optional<std::size_t> resources_offset() const noexcept { return resources_offset_; }
  bool has_clocks() const noexcept { return has_clocks_; }
  int time_variable() const noexcept { return time_variable_; }  ///< -1: not shown as a variable
  /// Where in the model object the time is, if the model uses it.
  std::optional<std::size_t> time_offset() const noexcept { return time_offset_; }

 private:
  /// Floating-point numbers change continuously unless declared discrete, all else at events.
  template <class Member>
  static constexpr Variability changing() {
    constexpr Type type = type_of<typename ContainerTraits<Member>::Element>();
    return type == Type::kFloat64 || type == Type::kFloat32 ? Variability::kContinuous
                                                            : Variability::kDiscrete;
  }
  template <class Member>
  Variable add(Causality causality, Variability variability, std::string name, Member& member,
               std::string description) {
    return add(causality, variability, std::move(name), &member, storage_of<Member>(),
               std::move(description));
  }
  Variable add(Causality causality, Variability variability, std::string name, const void* member,
               const Storage& storage, std::string description);
  void declare_missing_derivatives();
  void resolve_members();
  void resolve_derivatives();
  void resolve_dimensions();
  void default_initials();
  int index_of_member(const void* member) const noexcept;
  void complain(std::string finding) { findings_.push_back(std::move(finding)); }

  std::string model_identifier_, model_name_, description_, author_, version_, license_;
  const void* model_;
  ModelTraits traits_;
  Experiment experiment_;
  Solver solver_{Solver::rk4()};
  std::deque<VariableInfo> variables_;  // a deque: Variable handles stay valid while more are declared
  std::vector<MemoryInfo> memory_;
  std::vector<EnumerationInfo> enumerations_;
  std::vector<LogCategory> log_categories_;
  std::vector<int> states_;
  std::vector<int> event_indicators_;
  int time_variable_{-1};
  bool has_clocks_{false};
  const void* hidden_time_{nullptr};
  std::optional<std::size_t> time_offset_;
  const std::string* resources_{nullptr};
  std::optional<std::size_t> resources_offset_;
  std::vector<std::string> findings_;
};

}  // namespace lockstep::exporter
