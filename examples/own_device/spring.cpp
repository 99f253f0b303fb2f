// SPDX-License-Identifier: Apache-2.0
// A device of one's own: a spring between a joint and a rest position. See README.md.
#include <memory>
#include <string>
#include <vector>

#include "lockstep/devices/api/factory.hpp"

namespace {

namespace core = lockstep::core;
using namespace lockstep::devices;

/// effort = -stiffness (position - rest); writes the energy in the spring as a signal.
class Spring final : public Device {
 public:
  Spring(std::string joint, double stiffness, double rest)
      : name_{joint + "_spring"}, joint_{std::move(joint)}, stiffness_{stiffness}, rest_{rest} {}

  const std::string& name() const noexcept override { return name_; }

  // Once: look up what is needed and say what is offered. Names end here.
  void bind(Binder& binder) override {
    const auto joint = binder.find_joint(joint_);
    motion_ = binder.read_joint(joint);
    command_ = binder.add_to_command(joint);
    energy_ = binder.output<double>("energy", "J", "Energy in the spring");
    binder.declare_parameter({"stiffness", &stiffness_, "N.m/rad", "Stiffness of the spring", true});
    binder.keep(effort_);
    binder.run_in(Phase::kControl);
  }

  void reset(const StepInfo&) override { effort_ = 0.0; }

  // In every step: read, compute, write. No exceptions, no memory, no names.
  core::Status run(const StepInfo& step) noexcept override {
    const double stretch = motion_.position() - rest_;
    effort_ = -stiffness_ * stretch;
    energy_[0] = 0.5 * stiffness_ * stretch * stretch;
    hold(step);
    return core::Status::kOk;
  }

  void hold(const StepInfo&) noexcept override { command_.add(effort_); }
  void make_safe(const StepInfo&) noexcept override {}
  std::string fault() const override { return "a spring does not fail"; }

 private:
  std::string name_, joint_;
  double stiffness_, rest_, effort_{0.0};
  JointMotion motion_;
  JointCommand command_;
  lockstep::Span<double> energy_;
};

// Configuration is read once; what is missing or wrong is told with the line of the file.
std::vector<MadeDevice> make_springs(const core::ConfigNode& config, const DeviceContext&) {
  std::vector<MadeDevice> made;
  made.push_back({std::make_unique<Spring>(config.text_of("joint"), config.number("stiffness"),
                                           config.number("rest", 0.0)),
                  read_options(config)});
  return made;
}

}  // namespace

LOCKSTEP_DEVICE_PLUGIN(plugin) {
  plugin.kinds.push_back({"spring", {}, make_springs});
}
