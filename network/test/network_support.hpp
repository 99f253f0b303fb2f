// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/core/element_type.hpp"
#include "lockstep/core/fmu.hpp"
#include "lockstep/network/coupled_system.hpp"
#include "lockstep/network/network_reader.hpp"

namespace lockstep::test {}

namespace lockstep::network::test {

using namespace lockstep::test;

/// An FMU that can do less than it could: for what masters do with such ones.
class LimitedStepper final : public core::Stepper {
 public:
  LimitedStepper(const std::shared_ptr<const core::Fmu>& fmu, std::unique_ptr<core::Stepper> inner,
                 const core::StepperCapabilities& can)
      : Stepper{inner->name(), fmu->shared_description(), can}, inner_{std::move(inner)} {}

  std::vector<std::uint64_t> dimensions(const core::Variable& variable) const override {
    return inner_->dimensions(variable);
  }
  void set(const core::Variable& variable, const core::Value& value) override {
    inner_->set(variable, value);
  }
  core::Value get(const core::Variable& variable) override { return inner_->get(variable); }
  void initialize(const core::ExperimentSetup& setup) override { inner_->initialize(setup); }
  void enter_initialization(const core::ExperimentSetup& setup) override {
    inner_->enter_initialization(setup);
  }
  void evaluate_initial() override { inner_->evaluate_initial(); }
  void exit_initialization() override { inner_->exit_initialization(); }
  core::StepOutcome step(const core::StepInterval& interval) noexcept override {
    inner_->allow_early_return(early_return_allowed() && capabilities().early_return);
    return inner_->step(interval);
  }
  void reset() override { inner_->reset(); }
  core::Status terminate() noexcept override { return inner_->terminate(); }
  std::optional<double> next_event_time_s() const noexcept override { return inner_->next_event_time_s(); }
  core::StepperStatistics statistics() const noexcept override { return inner_->statistics(); }
  std::string fault() const override { return inner_->fault(); }

 protected:
  void on_bound(Group& group) override {
    core::with_element_type(group.type, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if (group.role == Group::Role::kOutput)
        group.data = const_cast<T*>(inner_->bind_outputs<T>(group.variables).data());
      else
        group.data = inner_->bind_inputs<T>(group.variables).data();
    });
  }

 private:
  std::unique_ptr<core::Stepper> inner_;
};

/// A network of the FMUs of these tests, written in one expression.
struct Net {
  NetworkConfig config;

  Net& fmu(const std::string& name, const std::string& model,
           const std::vector<std::pair<std::string, std::string>>& values = {},
           const std::string& version = "3.0") {
    return file(name, std::string{LOCKSTEP_NETWORK_FMUS} + "/" + version + "/" + model + ".fmu", values);
  }
  Net& file(const std::string& name, const std::string& path,
            const std::vector<std::pair<std::string, std::string>>& values = {}) {
    ComponentConfig component;
    component.name = name;
    component.make = fmu_stepper(core::Fmu::open(path), {}, {});
    for (const auto& [variable, text] : values)
      component.start_values.push_back({variable, text, {}});
    config.components.push_back(std::move(component));
    return *this;
  }
  /// The last component as an FMU that can neither save its state nor interpolate inputs; nor, perhaps, be
  /// evaluated in initialisation mode.
  Net& limited(bool initialization_mode = true) {
    ComponentConfig& component = config.components.back();
    component.make = [make = component.make, initialization_mode](const std::string& name,
                                                                  const ComponentUse& use) {
      std::unique_ptr<core::Stepper> inner = make(name, use);
      core::StepperCapabilities can = inner->capabilities();
      can.save = can.input_ramps = can.directional_derivatives = can.early_return = false;
      can.initialization_mode = initialization_mode;
      const auto fmu = core::Fmu::open(std::string{LOCKSTEP_NETWORK_FMUS} + "/3.0/" +
                                       std::string{inner->description().model_name()} + ".fmu");
      // Its own description: variables are found by address.
      core::StepperOptions options;
      options.instance.name = name;
      return std::unique_ptr<core::Stepper>{
          std::make_unique<LimitedStepper>(fmu, core::Stepper::create(fmu, options), can)};
    };
    return *this;
  }
  Net& step(double own_s) {
    config.components.back().step_size_s = own_s;
    return *this;
  }
  Net& wire(const std::string& from, const std::string& to) {
    ConnectionConfig connection;
    connection.sources.push_back({from, 1.0});
    connection.to = to;
    config.connections.push_back(std::move(connection));
    return *this;
  }
  Net& bond(const std::string& effort, const std::string& flow) {
    config.bonds.push_back({"bond", effort, flow, {}});
    return *this;
  }
  Net& master(MasterKind kind, InputOrder inputs = InputOrder::kHold) {
    config.master.kind = kind;
    config.master.inputs = inputs;
    return *this;
  }
  std::unique_ptr<CoupledSystem> make() const { return CoupledSystem::create(config); }
};

inline double value(CoupledSystem& system, const std::string& name) {
  const core::Value found = system.get(*system.description().find(name));
  return std::get<std::vector<double>>(found).front();
}

/// Steps on the grid k * h; expects every step to succeed.
inline bool run(CoupledSystem& system, double duration_s, double step_s) {
  const core::TimeGrid grid{0.0, core::Rational::from_seconds(step_s)};
  for (std::int64_t k = 0; k < grid.first_at_or_after(duration_s - 0.5 * step_s); ++k)
    if (!succeeded(system.step(grid.interval(k)).status)) return false;
  return true;
}

/// The value of one variable at the end of a fresh run.
inline double result(const Net& net, const std::string& name, double duration_s, double step_s) {
  const auto system = net.make();
  system->initialize({});
  return run(*system, duration_s, step_s) ? value(*system, name) : std::nan("");
}

/// Two masses on springs: m x1'' = -c x1 - d x1' + F, x2'' = -c x2 - F, F = ck (x2 - x1) + dk (x2' - x1').
inline Net two_masses(const std::string& ck = "1", const std::string& dk = "0.2",
                      const std::string& m = "1") {
  Net net;
  net.fmu("left", "LeftMass", {{"d", "0.1"}, {"m", m}}).fmu("right", "RightMass", {{"ck", ck}, {"dk", dk}});
  return net.wire("left.x", "right.x1").wire("left.v", "right.v1").wire("right.F", "left.F");
}

/// x1 of two_masses() at a time, by classical Runge-Kutta steps so small that less than 1e-9 is left.
inline double exact_left_position(double time_s, double ck = 1.0, double dk = 0.2, double m = 1.0) {
  using State = std::array<double, 4>;
  const auto slope = [&](const State& s) {
    const double force = ck * (s[2] - s[0]) + dk * (s[3] - s[1]);
    return State{s[1], (-s[0] - 0.1 * s[1] + force) / m, s[3], -s[2] - force};
  };
  const auto moved = [](const State& s, const State& k, double h) {
    State r = s;
    for (std::size_t i = 0; i < 4; ++i)
      r[i] += h * k[i];
    return r;
  };
  const int steps = static_cast<int>(std::lround(time_s * (m < 0.1 ? 2e4 : 2e3)));
  const double h = time_s / steps;
  State s{1.0, 0.0, 0.0, 0.0};
  for (int i = 0; i < steps; ++i) {
    const State k1 = slope(s);
    const State k2 = slope(moved(s, k1, 0.5 * h));
    const State k3 = slope(moved(s, k2, 0.5 * h));
    const State k4 = slope(moved(s, k3, h));
    for (std::size_t j = 0; j < 4; ++j)
      s[j] += h / 6.0 * (k1[j] + 2.0 * k2[j] + 2.0 * k3[j] + k4[j]);
  }
  return s[0];
}

/// Plant and PI controller: T y' = k u - y, u = kp (r - y) + ki xi, xi' = r - y, with k = 2, ki = 2, kp = 1,
/// r = 1.
inline Net control_loop() {
  Net net;
  net.fmu("plant", "Plant", {{"k", "2"}}).fmu("controller", "PiController", {{"kp", "1"}, {"ki", "2"}});
  return net.wire("plant.y", "controller.y").wire("controller.u", "plant.u");
}

/// y(t) of control_loop(): y'' + 3 y' + 4 y = 4 + 0, y(0) = 0, y'(0) = 2.
inline double exact_plant(double time_s) {
  // y = 1 + exp(-1.5 t) (a cos w t + b sin w t), w = sqrt(4 - 2.25); a = -1, y'(0) = 2 = 1.5 + b w.
  const double w = std::sqrt(1.75);
  return 1.0 + std::exp(-1.5 * time_s) * (-std::cos(w * time_s) + 0.5 / w * std::sin(w * time_s));
}

/// log2 of how much an error shrinks when the step is halved.
inline double observed_order(const Net& net, const std::string& name, double duration_s, double step_s,
                             double exact) {
  const double coarse = std::fabs(result(net, name, duration_s, step_s) - exact);
  const double fine = std::fabs(result(net, name, duration_s, 0.5 * step_s) - exact);
  return std::log2(coarse / fine);
}

}  // namespace lockstep::network::test
