// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/force_torque/force_torque.hpp"

#include <algorithm>

#include "lockstep/core/error.hpp"
#include "lockstep/devices/api/noise.hpp"

namespace lockstep::devices::force_torque {
namespace {

enum class Axes : std::uint8_t { kChild, kParent, kSensor };

struct Config {
  SensorPlace place;
  Axes axes{Axes::kChild};
  double sign{-1.0};  ///< the reaction is what the parent does to the child
  std::array<NoiseConfig, 3> force, torque;
};

/// Position of the field's text in `words`, the first of which is the default.
std::size_t word_of(const core::ConfigNode& node, const char* field, const std::vector<std::string>& words) {
  const std::string text = node.text_of(field, words.front());
  const auto found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) {
    std::string expected;
    for (const std::string& word : words)
      expected += (expected.empty() ? "" : ", ") + word;
    node.fail("force-torque-value",
              "'" + std::string{field} + "' is '" + text + "', expected one of: " + expected);
  }
  return static_cast<std::size_t>(found - words.begin());
}

description::Pose read_pose(const core::ConfigNode& node, const char* field) {
  if (!node.has(field)) return {};
  const std::vector<double> pose = node.numbers(field, 6);
  return {{pose[0], pose[1], pose[2]}, description::from_roll_pitch_yaw(pose[3], pose[4], pose[5])};
}

/// Where the sensor is: the place of a `<sensor>`, else the fields of a device.
SensorPlace read_place(const core::ConfigNode& node, const DeviceContext& context) {
  if (context.sensor && !context.sensor->joint.empty()) return *context.sensor;
  if (context.sensor || !node.has("joint"))
    node.fail("force-torque-place",
              "a force_torque sensor measures a joint; write it as <sensor type=\"force_torque\"> of a "
              "<joint>, or as a device with 'joint'");
  SensorPlace place;
  place.joint = node.text_of("joint");
  place.name = node.find("name") != nullptr ? node.at("name").as_text() : std::string{"force_torque"};
  place.X_LJ = read_pose(node, "joint_pose");
  place.X_LS = place.X_LJ * read_pose(node, "pose");
  for (const Diagnostic& unknown :
       node.unknown_fields({"joint", "name", "pose", "joint_pose", "force_torque", "fault_policy", "period",
                            "filename", "device", "type"}))
    if (context.log) context.log({core::LogLevel::kWarning, "force_torque", unknown.id, to_string(unknown)});
  return place;
}

Config read_config(const core::ConfigNode& node, const DeviceContext& context) {
  Config config;
  config.place = read_place(node, context);
  const core::ConfigNode* settings = node.find("force_torque");
  if (settings == nullptr) return config;
  config.axes = static_cast<Axes>(word_of(*settings, "frame", {"child", "parent", "sensor"}));
  if (word_of(*settings, "measure_direction", {"child_to_parent", "parent_to_child"}) == 1) config.sign = 1.0;
  config.force = read_noise(settings->find("force"));
  config.torque = read_noise(settings->find("torque"));
  return config;
}

class ForceTorque final : public Device {
 public:
  explicit ForceTorque(const Config& config)
      : place_{config.place},
        axes_{config.axes},
        sign_{config.sign},
        force_noise_{config.force},
        torque_noise_{config.torque} {}

  const std::string& name() const noexcept override { return place_.name; }

  void bind(Binder& binder) override {
    const hosts::JointIndex joint = binder.find_joint(place_.joint);
    reaction_ = binder.read_reaction(joint);
    if (axes_ == Axes::kParent) {
      const hosts::JointInfo& info = binder.layout().joints[joint];
      if (info.child != hosts::kWorld) child_ = binder.read_link(info.child);
      if (info.parent != hosts::kWorld) parent_ = binder.read_link(info.parent);
      child_moves_ = info.child != hosts::kWorld;
      parent_moves_ = info.parent != hosts::kWorld;
    }
    force_ = binder.output<double>("force", "N", "Force through the joint", 3);
    torque_ = binder.output<double>("torque", "N.m", "Moment through the joint, about its origin", 3);
    seed_ = binder.seed();
    binder.keep(random_);
    binder.keep(force_noise_.bias());
    binder.keep(torque_noise_.bias());
    binder.keep(last_);
    binder.run_in(Phase::kObserve);
  }

  void reset(const StepInfo& start) override {
    random_ = Random{seed_};
    force_noise_.reset(random_);
    torque_noise_.reset(random_);
    last_ = start.time;
  }

  core::Status run(const StepInfo& step) noexcept override {
    const double dt_s = 1e-9 * static_cast<double>((step.time - last_).count());
    last_ = step.time;
    const description::Quaternion q = orientation_of_joint();
    Eigen::Map<Eigen::Vector3d>{force_.data()} = sign_ * (q * reaction_->force_n);
    Eigen::Map<Eigen::Vector3d>{torque_.data()} = sign_ * (q * reaction_->torque_nm);
    force_noise_.add_to(force_.data(), random_, dt_s);
    torque_noise_.add_to(torque_.data(), random_, dt_s);
    return core::Status::kOk;
  }

  // Signals keep their values by themselves.
  void hold(const StepInfo& /*step*/) noexcept override {}
  void make_safe(const StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return "a force/torque sensor cannot fail"; }

 private:
  /// Of the joint's frame on the child, in the axes that are asked for.
  description::Quaternion orientation_of_joint() const noexcept {
    const description::Quaternion& q_CJ = place_.X_LJ.orientation;
    if (axes_ == Axes::kChild) return q_CJ;
    if (axes_ == Axes::kSensor) return place_.X_LS.orientation.conjugate() * q_CJ;
    description::Quaternion q_PJ = q_CJ;  // with the world in the place of links that there are not
    if (child_moves_) q_PJ = child_.q_WB() * q_PJ;
    if (parent_moves_) q_PJ = parent_.q_WB().conjugate() * q_PJ;
    return q_PJ;
  }

  SensorPlace place_;
  Axes axes_;
  double sign_;
  VectorNoise force_noise_, torque_noise_;
  std::uint64_t seed_{0};
  core::SimTime last_{0};  // when it measured before
  Random random_;
  const hosts::Wrench* reaction_{nullptr};
  LinkMotion child_, parent_;
  bool child_moves_{false}, parent_moves_{false};  // false: it is the world
  Span<double> force_, torque_;
};

}  // namespace

DeviceKind kind() {
  return {
      "force_torque",
      {},
      [](const core::ConfigNode& sensor, const DeviceContext& context) {
        std::vector<MadeDevice> made;
        made.push_back({std::make_unique<ForceTorque>(read_config(sensor, context)), read_options(sensor)});
        return made;
      },
      {"force_torque"}};
}

}  // namespace lockstep::devices::force_torque
