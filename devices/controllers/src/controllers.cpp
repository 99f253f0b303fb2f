// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/controllers.hpp"

#include "cartesian_laws.hpp"
#include "controller.hpp"
#include "joint_laws.hpp"
#include "trajectory_law.hpp"

namespace lockstep::devices::controllers {
namespace {

LawKind joint_law(const char* name, JointLawType type) {
  return {name, [type](const LawContext& context) { return make_joint_law(type, context); }};
}

LawKind cartesian_law(const char* name, CartesianLawType type) {
  return {name, [type](const LawContext& context) { return make_cartesian_law(type, context); }};
}

std::vector<MadeDevice> made_of(ControllerConfig config) {
  const DeviceOptions options = config.options;
  std::vector<MadeDevice> made;
  made.push_back({make_controller(std::move(config)), options});
  return made;
}

}  // namespace

std::vector<LawKind> built_in_laws() {
  return {joint_law("pd", JointLawType::kPd),
          joint_law("computed_torque", JointLawType::kComputedTorque),
          joint_law("joint_impedance", JointLawType::kJointImpedance),
          {"joint_trajectory", make_trajectory_law},
          cartesian_law("cartesian_pose", CartesianLawType::kPose),
          cartesian_law("cartesian_impedance", CartesianLawType::kImpedance)};
}

DeviceKind kind() {
  return {"controller", {}, [](const core::ConfigNode& node, const DeviceContext& context) {
            return made_of(read_config(node, context, nullptr));
          }};
}

DeviceKind kind_of_law(std::string type, MakeLaw make) {
  return {std::move(type), {}, [make](const core::ConfigNode& node, const DeviceContext& context) {
            return made_of(read_config(node, context, &make));
          }};
}

}  // namespace lockstep::devices::controllers
