// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "coupling_state.hpp"
#include "master.hpp"

namespace lockstep::network {
namespace {

/// Gauss-Seidel with steps chosen by an error estimate.
///
/// Where all components can go back: each step is done once whole and once in two halves; the halves stay,
/// and their difference is the estimate. A step whose error is too large is taken back and repeated shorter.
/// Where one cannot: one step, and the error of the connections chooses the length of the next.
class Adaptive final : public Master {
 public:
  explicit Adaptive(const MasterOptions& options)
      : options_{options}, order_{options.inputs == InputOrder::kLinear ? 2.0 : 1.0} {}

  void prepare(Coupling& coupling) override {
    whole_.assign(coupling.links.size(), 0.0);
    state_.take(coupling);
    can_go_back_ = true;
    for (const auto& component : coupling.components) {
      can_go_back_ = can_go_back_ && component->can_roll_back();
      if (component->stepper().capabilities().variable_step_size) continue;
      throw Error{
          ErrorCode::kUnsupported,
          fmt::format("component '{}' takes steps of one size only; the master 'adaptive' needs variable "
                      "steps, choose another one",
                      component->name())};
    }
  }
  void restart() noexcept override { next_s_ = 0.0; }
  bool step(Coupling& coupling, const core::StepInterval& interval) noexcept override;
  std::vector<std::string> notes(const Coupling& coupling) const override;

 private:
  bool go_back(Coupling& coupling, double time_s) noexcept;
  bool doubled(Coupling& coupling, const core::StepInterval& step, double& error) noexcept;
  bool single(Coupling& coupling, const core::StepInterval& step, double& error) noexcept;
  double scaled_difference(const Coupling& coupling) const noexcept;

  MasterOptions options_;
  double order_;
  bool can_go_back_{true};
  double next_s_{0.0};  // length of the next step; 0: that of the network
  std::vector<double> whole_;
  CouplingState state_;
};

bool Adaptive::go_back(Coupling& coupling, double time_s) noexcept {
  for (std::size_t c = 0; c < coupling.components.size(); ++c) {
    if (coupling.components[c]->restore()) continue;
    coupling.outcomes[c] = {time_s, core::Status::kError, false, false};
    return false;
  }
  state_.give_back(coupling);
  return true;
}

double Adaptive::scaled_difference(const Coupling& coupling) const noexcept {
  double worst = 0.0;
  for (std::size_t d = 0; d < coupling.links.size(); ++d) {
    const double value = coupling.now[d];
    const double scale = options_.tolerance * std::max(std::fabs(value), coupling.links[d].nominal);
    worst = std::max(worst, std::fabs(value - whole_[d]) / scale);
  }
  return worst;
}

// One whole step, back, two halves.
bool Adaptive::doubled(Coupling& coupling, const core::StepInterval& step, double& error) noexcept {
  for (std::size_t c = 0; c < coupling.components.size(); ++c) {
    if (coupling.components[c]->save()) continue;
    coupling.outcomes[c] = {step.from_s, core::Status::kError, false, false};
    return false;
  }
  state_.take(coupling);
  if (!gauss_seidel_sweep(coupling, step)) return false;
  for (std::size_t d = 0; d < coupling.links.size(); ++d)
    whole_[d] = coupling.evaluate(coupling.links[d]);
  if (!go_back(coupling, step.from_s)) return false;
  const double middle_s = 0.5 * (step.from_s + step.to_s);
  for (const core::StepInterval& half : {core::StepInterval::between(step.from_s, middle_s),
                                         core::StepInterval::between(middle_s, step.to_s)}) {
    if (!gauss_seidel_sweep(coupling, half)) return false;
    coupling.accept(half);
  }
  error = scaled_difference(coupling) / (std::pow(2.0, order_) - 1.0);
  return true;
}

bool Adaptive::single(Coupling& coupling, const core::StepInterval& step, double& error) noexcept {
  if (!gauss_seidel_sweep(coupling, step)) return false;
  std::copy(coupling.used.begin(), coupling.used.end(), whole_.begin());
  coupling.accept(step);
  error = scaled_difference(coupling);
  return true;
}

bool Adaptive::step(Coupling& coupling, const core::StepInterval& interval) noexcept {
  const double least_s = options_.min_step_s > 0.0 ? options_.min_step_s : 1e-6 * interval.size_s;
  if (next_s_ == 0.0) next_s_ = interval.size_s;
  double time_s = interval.from_s;
  while (time_s < interval.to_s) {
    double size_s = std::min(next_s_, interval.to_s - time_s);
    // No crumbs at the end of the interval.
    if (interval.to_s - time_s - size_s < 0.1 * size_s) size_s = interval.to_s - time_s;
    const bool last = size_s == interval.to_s - time_s;
    const core::StepInterval step =
        core::StepInterval::between(time_s, last ? interval.to_s : time_s + size_s);
    double error = 0.0;
    if (!(can_go_back_ ? doubled(coupling, step, error) : single(coupling, step, error))) return false;
    const double change = error > 0.0 ? 0.9 * std::pow(error, -1.0 / (order_ + 1.0)) : 5.0;
    const double wanted_s = size_s * std::min(5.0, std::max(0.2, change));
    // A step that was cut at the end of the interval says nothing against longer ones.
    next_s_ = std::max(least_s, last && error <= 1.0 ? std::max(next_s_, wanted_s) : wanted_s);
    if (can_go_back_ && error > 1.0 && size_s > least_s) {
      const std::uint64_t rejected = coupling.master.rejected;
      if (!go_back(coupling, step.from_s)) return false;
      coupling.master.rejected = rejected + 1;
      continue;
    }
    time_s = step.to_s;
  }
  return true;
}

std::vector<std::string> Adaptive::notes(const Coupling& coupling) const {
  std::vector<std::string> texts;
  for (const auto& component : coupling.components) {
    if (!component->can_roll_back())
      texts.push_back(
          fmt::format("'{}' cannot save its state; no step was taken back, the error chose the length of "
                      "the next step only",
                      component->name()));
  }
  return texts;
}

}  // namespace

std::unique_ptr<Master> make_adaptive(const MasterOptions& options) {
  return std::make_unique<Adaptive>(options);
}

}  // namespace lockstep::network
