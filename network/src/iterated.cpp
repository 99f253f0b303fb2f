// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "interface_jacobian.hpp"
#include "master.hpp"

namespace lockstep::network {
namespace {

/// More unknowns make the dense matrix of Newton's method slower than the FMUs.
constexpr std::size_t kMaxUnknowns = 500;

/// Repeats the step of the components that depend on each other until what their sources have at its end is
/// what their inputs were given for it. Components before and after them in the order step once.
class Iterated final : public Master {
 public:
  explicit Iterated(const MasterOptions& options)
      : options_{options}, newton_{options.kind == MasterKind::kNewton} {}

  void prepare(Coupling& coupling) override;
  void restart() noexcept override { jacobian_.forget(); }
  bool step(Coupling& coupling, const core::StepInterval& interval) noexcept override;
  std::vector<std::string> notes(const Coupling& coupling) const override;

 private:
  bool sweep(Coupling& coupling, const core::StepInterval& interval, bool first) noexcept;
  double residual(const Coupling& coupling) noexcept;
  bool correct(Coupling& coupling, const core::StepInterval& interval, double norm) noexcept;
  bool once(Coupling& coupling, std::size_t from, std::size_t to,
            const core::StepInterval& interval) noexcept;

  MasterOptions options_;
  bool newton_;
  InterfaceJacobian jacobian_;
  std::vector<std::size_t> unknowns_;  // links
  std::vector<bool> is_unknown_;       // of each link
  std::vector<double> x_, residual_;   // of each unknown
  std::vector<std::size_t> index_;     // of each link among the unknowns
  std::size_t first_{0}, last_{0};     // components to repeat, as places in the order
  double last_norm_{0.0};
};

void Iterated::prepare(Coupling& coupling) {
  const std::vector<std::size_t>& order = coupling.graph.order;
  std::vector<std::size_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    place[order[i]] = i;
  is_unknown_.assign(coupling.links.size(), false);
  index_.assign(coupling.links.size(), 0);
  unknowns_.clear();
  first_ = order.size();
  last_ = 0;
  for (std::size_t d = 0; d < coupling.links.size(); ++d) {
    const Link& link = coupling.links[d];
    const Wire& wire = coupling.wires[link.wire];
    if (link.fresh && !link.cyclic) continue;
    first_ = std::min(first_, place[wire.to.component]);
    last_ = std::max(last_, place[wire.to.component] + 1);
    for (const WiredSource& source : wire.sources) {
      first_ = std::min(first_, place[source.from.component]);
      last_ = std::max(last_, place[source.from.component] + 1);
    }
    if (!coupling.components[wire.to.component]->can_roll_back()) continue;
    is_unknown_[d] = true;
    index_[d] = unknowns_.size();
    unknowns_.push_back(d);
  }
  first_ = std::min(first_, last_);
  x_.assign(unknowns_.size(), 0.0);
  residual_.assign(unknowns_.size(), 0.0);
  if (!newton_) return;
  if (unknowns_.size() > kMaxUnknowns) {
    throw Error{
        ErrorCode::kUnsupported,
        fmt::format("the components that depend on each other have {} connected inputs; 'newton' takes "
                    "at most {}, use 'fixed_point'",
                    unknowns_.size(), kMaxUnknowns)};
  }
  jacobian_.prepare(coupling, unknowns_);
}

bool Iterated::once(Coupling& coupling, std::size_t from, std::size_t to,
                    const core::StepInterval& interval) noexcept {
  for (std::size_t i = from; i < to; ++i)
    if (!gauss_seidel_component(coupling, coupling.graph.order[i], interval)) return false;
  return true;
}

bool Iterated::sweep(Coupling& coupling, const core::StepInterval& interval, bool first) noexcept {
  for (std::size_t i = first_; i < last_; ++i) {
    const std::size_t c = coupling.graph.order[i];
    Component& component = *coupling.components[c];
    if (!first) {
      if (!component.can_roll_back()) continue;  // its outputs stay
      if (!component.restore()) {
        coupling.outcomes[c] = {interval.from_s, core::Status::kError, false, false};
        return false;
      }
    }
    const Coupling::Range range = coupling.links_of[c];
    for (std::size_t d = range.first; d < range.last; ++d) {
      const Link& link = coupling.links[d];
      if (is_unknown_[d] && !(link.fresh && !newton_))
        coupling.used[d] = x_[index_[d]];
      else if (is_unknown_[d])
        coupling.used[d] = x_[index_[d]] += options_.relaxation * (coupling.evaluate(link) - x_[index_[d]]);
      else
        coupling.used[d] = link.fresh ? coupling.evaluate(link) : coupling.predicted(d, interval.size_s);
    }
    coupling.move_others(c);
    if (!coupling.advance(c, interval)) return false;
  }
  return true;
}

double Iterated::residual(const Coupling& coupling) noexcept {
  double norm = 0.0;
  for (std::size_t i = 0; i < unknowns_.size(); ++i) {
    const Link& link = coupling.links[unknowns_[i]];
    const double value = coupling.evaluate(link);
    residual_[i] = value - x_[i];
    const double scaled = std::fabs(residual_[i]) / std::max(std::fabs(value), link.nominal);
    norm = scaled <= norm ? norm : scaled;  // NaN stays
  }
  return norm;
}

bool Iterated::correct(Coupling& coupling, const core::StepInterval& interval, double norm) noexcept {
  if (newton_) {
    // The matrix of an earlier step serves as long as it more than halves the error.
    const bool slow = last_norm_ > 0.0 && norm > 0.3 * last_norm_;
    if ((slow || !jacobian_.usable_for(interval.size_s)) && !jacobian_.compute(coupling, interval))
      return false;
    last_norm_ = norm;
    if (jacobian_.solve(residual_)) {
      for (std::size_t i = 0; i < x_.size(); ++i)
        x_[i] += residual_[i];
      return true;
    }
  }
  for (std::size_t i = 0; i < x_.size(); ++i)
    x_[i] += options_.relaxation * residual_[i];
  return true;
}

bool Iterated::step(Coupling& coupling, const core::StepInterval& interval) noexcept {
  if (!once(coupling, 0, first_, interval)) return false;
  for (std::size_t i = first_; i < last_; ++i) {
    const std::size_t c = coupling.graph.order[i];
    if (coupling.components[c]->can_roll_back() && !coupling.components[c]->save()) {
      coupling.outcomes[c] = {interval.from_s, core::Status::kError, false, false};
      return false;
    }
  }
  for (std::size_t i = 0; i < unknowns_.size(); ++i)
    x_[i] = coupling.predicted(unknowns_[i], interval.size_s);
  last_norm_ = 0.0;
  std::uint32_t iteration = 0;
  while (first_ < last_) {
    if (!sweep(coupling, interval, iteration == 0)) return false;
    ++iteration;
    const double norm = residual(coupling);
    if (norm <= options_.tolerance) break;
    if (iteration >= options_.max_iterations || std::isnan(norm)) {
      ++coupling.master.unconverged;
      break;
    }
    if (!correct(coupling, interval, norm)) return false;
  }
  coupling.master.iterations += iteration;
  coupling.master.last_iterations = iteration;
  if (!once(coupling, last_, coupling.graph.order.size(), interval)) return false;
  coupling.accept(interval);
  return true;
}

std::vector<std::string> Iterated::notes(const Coupling& coupling) const {
  std::vector<std::string> texts;
  for (std::size_t i = first_; i < last_; ++i) {
    const Component& component = *coupling.components[coupling.graph.order[i]];
    if (!component.can_roll_back())
      texts.push_back(
          fmt::format("'{}' cannot save its state; it was stepped once in each step, with "
                      "extrapolated inputs",
                      component.name()));
  }
  if (unknowns_.empty()) texts.emplace_back("no components depend on each other; nothing was iterated");
  return texts;
}

}  // namespace

std::unique_ptr<Master> make_iterated(const MasterOptions& options) {
  return std::make_unique<Iterated>(options);
}

}  // namespace lockstep::network
