// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "clock_ticks.hpp"
#include "coupling_graph.hpp"
#include "lockstep/network/network_config.hpp"
#include "typed_move.hpp"
#include "wiring.hpp"

namespace lockstep::network {

/// One element of a Float64 input and where its value comes from.
struct Link {
  std::uint32_t first_term{0}, term_count{0};
  double offset{0.0};
  double* start{nullptr};  ///< the input; its value at the start of the step where it is a ramp
  double* end{nullptr};    ///< at the end of the step; null: held
  std::uint32_t wire{0};
  bool fresh{false};     ///< in Gauss-Seidel order, all its sources step before its component
  bool discrete{false};  ///< all its sources change at events only
  bool cyclic{false};    ///< source and target depend on each other: an unknown of masters that iterate
  double nominal{1.0};
};

struct Term {
  const double* from;
  double factor;
};

/// What a connection has seen; see ConnectionError.
struct WireRecord {
  double last{0.0}, largest{0.0}, largest_at_s{0.0}, sum_of_squares{0.0};
  double lowest{0.0}, highest{0.0};
  double estimate{0.0};
};

/// A bond and its energy; see BondError.
struct Bond {
  std::string name;
  std::size_t effort{0}, flow{0};  ///< links
  double residual{0.0}, exchanged{0.0}, largest_power{0.0};
};

struct MasterRecord {
  std::uint64_t steps{0}, iterations{0}, unconverged{0}, rejected{0};
  double last_step_s{0.0};
  std::uint32_t last_iterations{0};
};

/// Components, connections and values of a network between two steps: what all masters work on. Arrays have
/// one element for each link, those of a component side by side. Nothing here allocates after compile().
class Coupling {
 public:
  /// Makes links and moves for the addresses of the bound components.
  void compile(InputOrder order);

  double evaluate(const Link& link) const noexcept {
    const Term* term = &terms[link.first_term];
    double value = link.offset + term->factor * *term->from;
    for (std::uint32_t i = 1; i < link.term_count; ++i)
      value += term[i].factor * *term[i].from;
    return value;
  }
  /// Where the value of a link will be after a step of this size, on the line through the last two values.
  double predicted(std::size_t link, double size_s) const noexcept {
    if (previous_size_s == 0.0) return now[link];
    return now[link] + (now[link] - previous[link]) * (size_s / previous_size_s);
  }
  /// The components are initialised: counters and records begin anew.
  void begin(double start_s) noexcept;
  /// The components' outputs have changed outside a step (start, restore): `now` is taken from them.
  void look() noexcept;
  /// Moves everything that is neither a link nor a clock into the component.
  void move_others(std::size_t component) const noexcept;
  /// Steps a component with the inputs `now` (at the start) and `used`. False when it failed, wants to end or
  /// returned early; outcomes[component] says which.
  bool advance(std::size_t component, const core::StepInterval& interval) noexcept;
  /// A step of all components is done and stays: errors are noted, `now` is at its end.
  void accept(const core::StepInterval& interval) noexcept;

  // --- set up once -----------------------------------------------------------------------------------------
  Components components;
  std::vector<Wire> wires;
  std::vector<Wire> clock_wires;  ///< apart: they order nothing and carry no values
  CouplingGraph graph;
  std::vector<Link> links;
  std::vector<Term> terms;
  struct Range {
    std::size_t first{0}, last{0};
  };
  std::vector<Range> links_of;                   ///< of each component
  std::vector<std::vector<TypedMove>> moves_of;  ///< of each component
  std::vector<std::uint32_t> link_of_wire;       ///< first link of each wire; UINT32_MAX: not Float64
  /// Whoever steps components has called move_others() for all of them at the start of the step:
  /// gauss_seidel_component() leaves it out.
  bool moved_at_start{false};

  // --- values ----------------------------------------------------------------------------------------------
  std::vector<double> now;       ///< at the start of the step
  std::vector<double> previous;  ///< one step earlier
  std::vector<double> used;      ///< given to the component: held, or at the end of the ramp
  std::vector<double> latched;   ///< of components that step more rarely, at the start of their step
  double previous_size_s{0.0};   ///< of the step from `previous` to `now`; 0: there was none
  double time_s{0.0};
  ClockTicks clocks;

  // --- what happened ---------------------------------------------------------------------------------------
  std::vector<core::StepOutcome> outcomes;  ///< of the last step of each component
  std::vector<WireRecord> records;          ///< of each wire
  std::vector<Bond> bonds;
  MasterRecord master;

 private:
  void add_moves(const Wire& wire);
  void add_links(std::size_t index, InputOrder order, const std::vector<std::size_t>& place);
  void write_inputs(std::size_t component, double from_weight, double to_weight) noexcept;
  bool advance_slow(Component& component, std::size_t index, const core::StepInterval& interval) noexcept;
  bool step_component(Component& component, std::size_t index, const core::StepInterval& interval) noexcept;
  void note(WireRecord& record, double value, double error) const noexcept;
};

}  // namespace lockstep::network
