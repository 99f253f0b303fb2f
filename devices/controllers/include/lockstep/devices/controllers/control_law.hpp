// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/devices/api/binder.hpp"
#include "lockstep/devices/controllers/limits.hpp"
#include "lockstep/devices/controllers/robot_model.hpp"

namespace lockstep::devices::controllers {

/// What a law sees in one run.
struct ControlInput {
  RobotModel& robot;     ///< at the measured state
  double time_s{0.0};    ///< of that state
  double period_s{0.0};  ///< until the next run; > 0
  const JointLimits& limits;
};

/// What a law is made from.
struct LawContext {
  const core::ConfigNode& config;        ///< fields of the law
  const dynamics::Mechanism& mechanism;  ///< for the indices of links
  std::vector<std::string> joints;       ///< controlled, in order
};

/// Stiffness and damping a law has at a set point. The law is stable when sampled only if the inertia it acts
/// on suffices; see stability.hpp.
struct LinearGains {
  Eigen::MatrixXd kp, kd;
  bool unit_inertia{false};  ///< the law decouples the robot: the gains act on M = 1
  Eigen::VectorXd q_d;       ///< where the robot will be held; empty: not known
};

/// A control law: state and set points in, torque out. The device around it (see controllers.hpp) reads the
/// joints, compensates gravity, applies limits and commands; a law knows neither host nor limits.
///
/// Life: made from configuration (throws Error with file and line), bind() once, then start() whenever it
/// takes over, update() in each run while it is active. A law whose memory changes registers it with
/// Binder::keep.
class ControlLaw {
 public:
  ControlLaw() = default;
  ControlLaw(const ControlLaw&) = delete;
  ControlLaw& operator=(const ControlLaw&) = delete;
  virtual ~ControlLaw() = default;

  /// Declares set points (inlets), outputs and requests, each named `prefix` + its quantity.
  virtual void bind(Binder& binder, const std::string& prefix) = 0;
  /// Takes over in this state; set points that nobody has written start from it.
  virtual void start(const ControlInput& input) noexcept = 0;
  /// tau_d: the torque of each controlled joint WITHOUT gravity and friction of the joints, which the device
  /// adds where the host does not. False: the law cannot go on; why() says why, for people.
  [[nodiscard]] virtual bool update(const ControlInput& input, Eigen::Ref<Eigen::VectorXd> tau) noexcept = 0;
  virtual std::string why() const { return {}; }
  /// Bits (1 << Limited) of the limits that acted on the set point of a joint in the last update.
  virtual std::uint32_t limits_acted(std::size_t /*joint*/) const noexcept { return 0; }
  /// For the check of sampling, at the state of the robot; empty: the law cannot say. Setup.
  virtual std::optional<LinearGains> gains(RobotModel& /*robot*/) const { return std::nullopt; }
  /// Fields of the configuration that the law reads, for messages about unknown words.
  virtual std::vector<std::string_view> fields() const = 0;
};

using MakeLaw = std::function<std::unique_ptr<ControlLaw>(const LawContext&)>;

/// A law by its name in configuration.
struct LawKind {
  std::string name;
  MakeLaw make;
};

/// Set points of joints: an inlet of one number per joint. Until somebody writes it, it is the field of the
/// same name, or where that is missing what start() was given.
class JointSetPoint {
 public:
  /// Reads the optional field `name`. Throws Error{kBadInput} unless it has one number per joint.
  void read(const LawContext& context, const std::string& name);
  void bind(Binder& binder, const std::string& prefix, const std::string& unit,
            const std::string& description);
  void start(const Eigen::VectorXd& value) noexcept;
  /// The number of one joint now.
  double operator[](Eigen::Index joint) const noexcept {
    return inlet_.status().written || given_ ? inlet_.values()[static_cast<std::size_t>(joint)]
                                             : start_[joint];
  }

 private:
  std::string name_;
  bool given_{false};
  Eigen::VectorXd start_;
  InletReading<double> inlet_;
};

/// A gain as configuration writes it: one number (for every joint), one per joint, or a full matrix row by
/// row, which must be symmetric and positive definite. Throws Error{kBadInput} with file, line, count and
/// what was expected.
Eigen::MatrixXd read_gain(const LawContext& context, std::string_view field);
/// One number for every joint, or one per joint; all at least `lowest`.
Eigen::VectorXd read_per_joint(const core::ConfigNode& node, const std::vector<std::string>& joints,
                               double lowest = 0.0);

}  // namespace lockstep::devices::controllers
