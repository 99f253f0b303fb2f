// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bounded_efforts.hpp"
#include "lockstep/hosts/api/planned_engine.hpp"
#include "system.hpp"

namespace lockstep::hosts::simbody {

/// See simbody_host.hpp.
class SimbodyEngine final : public PlannedEngine {
 public:
  SimbodyEngine(std::unique_ptr<const EnginePlan> plan, const core::LogSink& log);

  std::string_view name() const noexcept override { return "simbody"; }
  bool has(Capability capability) const noexcept override {
    return capability != Capability::kMeasuredAcceleration && capability != Capability::kCompensatesGravity &&
           capability != Capability::kCompensatesFriction;
  }
  void prepare(const Needs& needs) override;
  void reset() override;
  void set_link_state(LinkIndex link, const description::Pose& X_WB, const Eigen::Vector3d& v_WB,
                      const Eigen::Vector3d& w_WB) override;
  std::unique_ptr<Snapshot> save() const override;
  void restore(const Snapshot& snapshot) override;
  core::Status step() noexcept override;
  std::string fault() const override { return fault_; }

 protected:
  void put_axes(Span<const AxisMotion> axes) override;

 private:
  struct Axis {
    SimTK::MobilizedBodyIndex body;
    int coordinate{0};
    bool ball{false};
  };
  struct Reaction {
    ReactionPlace place;
    SimTK::MobilizedBodyIndex outer, child;
    SimTK::Transform X_OJ;
    SimTK::Rotation R_CJ;
  };

  struct SoftAxis {
    StiffAxis axis;
    std::size_t row{0};  // in bounded_
  };
  struct WeakDrive {
    DrivenAxis drive;
    std::size_t row{0};  // in bounded_
  };

  /// A fresh integrator at the given state: nothing it learnt before counts.
  void start_from(const SimTK::State& state) const;
  const SimTK::MobilizedBody& body(SimTK::MobilizedBodyIndex index) const {
    return built_->matter.getMobilizedBody(index);
  }
  /// Builds the system, with the driven axes as they are now.
  void build();
  void write_forces(SimTK::State& state) const;
  void write_drives(SimTK::State& state);
  void prescribe_drives(SimTK::State& state) const;
  bool is_limited(const DrivenAxis& drive) const;
  void read_contacts(const SimTK::State& state);
  /// Holds joints whose limits leave no room.
  void lock_axes(SimTK::State& state) const;
  void read(const SimTK::State& state);
  void read_reactions(const SimTK::State& state);
  void advance();

  std::unique_ptr<BuiltSystem> built_;
  std::vector<Contact> found_;             // of read_contacts
  std::optional<BoundedEfforts> bounded_;  // points to built_
  std::vector<Axis> axes_;
  std::vector<Reaction> reactions_;
  std::vector<DrivenAxis> driven_;  // without an effort limit: their motion is prescribed
  std::vector<WeakDrive> weak_;     // with one
  std::vector<SoftAxis> soft_;      // dampers and springs faster than a step
  core::TimeGrid grid_;
  std::int64_t index_{0};
  // Saving starts the integrator afresh too, so that going on and restoring are the same computation.
  mutable std::unique_ptr<SimTK::RungeKuttaMersonIntegrator> integrator_;
  std::string fault_;
};

}  // namespace lockstep::hosts::simbody
