// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "lockstep/hosts/api/planned_engine.hpp"
#include "skeletons.hpp"

namespace lockstep::hosts::dart {

/// See dart_host.hpp.
class DartEngine final : public PlannedEngine {
 public:
  DartEngine(std::unique_ptr<const EnginePlan> plan, const core::LogSink& log);

  std::string_view name() const noexcept override { return "dart"; }
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
    dd::Joint* joint{nullptr};
    std::size_t index{0};
  };
  struct Reaction {
    ReactionPlace place;
    dd::BodyNode* outer;
    const dd::BodyNode* child;  // null: the world
    Eigen::Isometry3d X_OJ;
  };

  void set_drives();
  void advance();
  bool within_reason() const noexcept;
  void read() noexcept;
  void read_reactions() noexcept;
  void read_contacts() noexcept;

  BuiltWorld built_;
  std::vector<Axis> axes_;
  std::vector<Reaction> reactions_;
  std::vector<DrivenAxis> driven_;
  std::unordered_map<const dd::BodyNode*, LinkIndex> link_of_;
  std::vector<Eigen::VectorXd> start_;  // positions of each skeleton
  std::string fault_;
};

}  // namespace lockstep::hosts::dart
