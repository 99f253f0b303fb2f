// SPDX-License-Identifier: Apache-2.0
#include "joint_driver.hpp"

namespace lockstep::devices::network {
namespace {

hosts::CommandMode read_mode(const core::ConfigNode& node) {
  const std::string text = node.text_of("command", "effort");
  if (text == "effort") return hosts::CommandMode::kEffort;
  if (text == "position") return hosts::CommandMode::kPosition;
  if (text == "velocity") return hosts::CommandMode::kVelocity;
  node.fail("config-value", "command is '" + text + "', expected effort, position or velocity");
}

DrivenJoint read_joint(const core::ConfigNode& node) {
  DrivenJoint driven;
  const auto named = node.attribute("name");
  driven.joint = named ? std::string{*named} : node.name;
  driven.output = node.has("output") ? node.text_of("output") : node.text;
  if (driven.output.empty())
    node.fail("network-joint",
              "joint '" + driven.joint + "' has no output; write " + driven.joint + ": component.variable");
  driven.mode = read_mode(node);
  const double axis = node.number("axis", 0.0);
  if (axis != 0.0 && axis != 1.0) node.fail("config-value", "axis must be 0 or 1");
  driven.axis = static_cast<std::uint32_t>(axis);
  const auto unknown = node.unknown_fields({"name", "output", "command", "axis"});
  if (!unknown.empty()) node.fail("network-joint", to_string(unknown.front()));
  return driven;
}

class JointDriver final : public Device {
 public:
  JointDriver(const std::string& network, std::vector<DrivenJoint> joints)
      : name_{network + "_joints"}, network_{network}, joints_{std::move(joints)} {}

  const std::string& name() const noexcept override { return name_; }

  void bind(Binder& binder) override {
    const std::string scope = binder.model().empty() ? std::string{} : binder.model() + "/";
    for (const DrivenJoint& joint : joints_) {
      drives_.push_back({binder.input<double>(scope + network_ + "/" + joint.output).data(),
                         binder.claim_command(binder.find_joint(joint.joint), joint.axis, joint.mode)});
    }
    binder.run_in(Phase::kControl);
  }
  void reset(const StepInfo& /*start*/) override {}
  core::Status run(const StepInfo& /*step*/) noexcept override {
    for (const Drive& drive : drives_)
      drive.command.add(*drive.value);
    return core::Status::kOk;
  }
  void hold(const StepInfo& step) noexcept override { static_cast<void>(run(step)); }
  void make_safe(const StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return "passing on commands cannot fail"; }

 private:
  struct Drive {
    const double* value;
    JointCommand command;
  };
  std::string name_, network_;
  std::vector<DrivenJoint> joints_;
  std::vector<Drive> drives_;
};

}  // namespace

std::vector<DrivenJoint> read_joints(const core::ConfigNode& node) {
  std::vector<DrivenJoint> joints;
  if (const core::ConfigNode* list = node.find("joints"))
    for (const core::ConfigNode& child : list->children)
      joints.push_back(read_joint(child));
  if (!joints.empty() && node.text_of("phase", "control") != "control")
    node.fail("network-joint", "a network that commands joints runs in control; remove 'phase'");
  return joints;
}

std::unique_ptr<Device> make_joint_driver(const std::string& network, std::vector<DrivenJoint> joints) {
  return std::make_unique<JointDriver>(network, std::move(joints));
}

}  // namespace lockstep::devices::network
