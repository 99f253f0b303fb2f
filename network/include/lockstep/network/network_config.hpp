// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/core/log.hpp"
#include "lockstep/core/stepper.hpp"

namespace lockstep::network {

/// How a component may be used by the master; what its FMU is instantiated for.
struct ComponentUse {
  bool rollback{false};  ///< steps may be taken back (StepperOptions::rollback_possible)
};

/// Makes a fresh stepper named `name`, with nothing bound. May be called several times: the error estimate
/// runs a second copy of the network.
using MakeStepper =
    std::function<std::unique_ptr<core::Stepper>(const std::string& name, const ComponentUse& use)>;

/// A start value or parameter of a component, as core::parse_value reads it.
struct StartValue {
  std::string variable, text;
  SourceLocation where;
};

/// One model of the network.
struct ComponentConfig {
  std::string name;  ///< first part of its variables: "plant" in "plant.x"; required, unique
  MakeStepper make;
  std::vector<StartValue> start_values;
  /// Length of its own steps [s], a whole multiple or a whole part of the network's step; empty: the same.
  std::optional<double> step_size_s;
  SourceLocation where;
};

/// One source of a connection: `factor` times an output of a component.
struct ConnectionSource {
  std::string from;  ///< "component.variable", or one element "component.variable[1,2]"
  double factor{1.0};
};

/// What an input of a component is connected to: input = offset + sum of factor * source, with the sources
/// first converted into the unit of the input. Texts, byte strings, Booleans and integers have exactly one
/// source and neither factor nor offset. Arrays are connected as a whole, or element by element. A triggered
/// input clock may have several sources, clocks that tick by themselves or outputs: it ticks with each.
///
/// Booleans, integers and enumerations may have a table instead: values that `map` has become others (items
/// of enumerations by name or number), all others pass unchanged. Then the two types need not be the same.
struct ConnectionConfig {
  std::vector<ConnectionSource> sources;
  std::string to;  ///< an input, as ConnectionSource::from
  double offset{0.0};
  std::vector<std::pair<std::string, std::string>> map;  ///< value of the source, value of the input
  bool convert_units{true};
  SourceLocation where;
};

/// An effort and a flow whose product is power: what one component hands over, the other one must receive.
/// Both are inputs of connections: the effort that one side gets and the flow that the other side gets.
struct BondConfig {
  std::string name;
  std::string effort, flow;  ///< inputs "component.variable", one on each side
  SourceLocation where;
};

/// Who couples the components; docs/concepts/masters.md has a picture of one system under each.
enum class MasterKind : std::uint8_t {
  kJacobi,       ///< all step with the values from the start of the step; in parallel
  kGaussSeidel,  ///< one after the other in the order of feed-through, each with the latest values
  kFixedPoint,   ///< the step is repeated until the values at its end fit each other, with relaxation
  kNewton,       ///< the same by Newton's method with the derivatives of the interface
  kAdaptive,     ///< Gauss-Seidel in steps as long as the error estimate allows
  kEvents,       ///< Gauss-Seidel in steps that end at the events of the components
};

/// How continuous inputs run inside a step.
enum class InputOrder : std::uint8_t {
  kHold,    ///< one value
  kLinear,  ///< a straight line, where the component can take one; else held
};

/// What happens with an algebraic loop: outputs that depend on themselves at one instant.
enum class LoopPolicy : std::uint8_t {
  kSolve,   ///< at the start by Newton's method; in steps by the masters that iterate, others warn
  kBreak,   ///< starts with the start values of the inputs, and lags by one step
  kRefuse,  ///< an error that names the loop
};

struct MasterOptions {
  MasterKind kind{MasterKind::kGaussSeidel};
  InputOrder inputs{InputOrder::kHold};
  LoopPolicy loops{LoopPolicy::kSolve};
  /// Masters that iterate: how well values at both ends of a connection agree; kAdaptive: error of a step.
  /// Relative to the larger of the value and its nominal value.
  double tolerance{1e-6};
  std::uint32_t max_iterations{50};
  double relaxation{1.0};    ///< kFixedPoint: share of the correction that is taken, in (0, 1]
  double min_step_s{0.0};    ///< kAdaptive; 0: a millionth of the network's step
  std::uint32_t threads{1};  ///< kJacobi: components that step at the same time; results are the same bits
  /// Runs a second copy of the network with half the step and reports the difference as the error.
  bool estimate_error{false};
};

/// A network as data. Names of FMU files are resolved by whoever fills it (network_reader.hpp, ssp.hpp).
struct NetworkConfig {
  std::string name{"network"};
  std::vector<ComponentConfig> components;
  std::vector<ConnectionConfig> connections;
  std::vector<BondConfig> bonds;
  MasterOptions master;
  core::DefaultExperiment experiment;
  core::LogSink log;  ///< warnings, and the report at the end
};

/// The words of scenarios: "jacobi", "gauss_seidel", "fixed_point", "newton", "adaptive", "events"; "hold",
/// "linear"; "solve", "break", "refuse".
std::string_view to_string(MasterKind kind) noexcept;
std::string_view to_string(InputOrder order) noexcept;
std::string_view to_string(LoopPolicy policy) noexcept;

}  // namespace lockstep::network
