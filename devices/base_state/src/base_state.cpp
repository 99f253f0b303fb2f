// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/base_state/base_state.hpp"

#include <algorithm>
#include <cmath>

#include "lockstep/core/error.hpp"

namespace lockstep::devices::base_state {
namespace {

struct Config {
  std::string name, link;
};

Config read_config(const core::ConfigNode& node) {
  const std::vector<Diagnostic> unknown = node.unknown_fields(
      {"name", "link", "fault_policy", "period", "filename", "device", "type"}, Severity::kError);
  if (!unknown.empty()) throw Error{ErrorCode::kBadInput, "a base_state cannot be read", unknown};
  const core::ConfigNode* const name = node.find("name");
  return {name != nullptr ? name->as_text() : "base_state", node.text_of("link")};
}

class BaseState final : public Device {
 public:
  explicit BaseState(Config config) : config_{std::move(config)} {}

  const std::string& name() const noexcept override { return config_.name; }

  void bind(Binder& binder) override {
    motion_ = binder.read_link(binder.find_link(config_.link));
    position_ = binder.output<double>("position", "m", "Origin of the link in the world", 3);
    orientation_ = binder.output<double>("orientation", "", "Quaternion x y z w", 4);
    roll_pitch_yaw_ = binder.output<double>("roll_pitch_yaw", "rad", "About the fixed axes x, y, z", 3);
    linear_velocity_ = binder.output<double>("linear_velocity", "m/s", "Of the origin", 3);
    angular_velocity_ = binder.output<double>("angular_velocity", "rad/s", "", 3);
    linear_acceleration_ = binder.output<double>("linear_acceleration", "m/s2", "Of the origin", 3);
    angular_acceleration_ = binder.output<double>("angular_acceleration", "rad/s2", "", 3);
    binder.run_in(Phase::kObserve);
  }
  void reset(const StepInfo& /*start*/) override {}

  core::Status run(const StepInfo& /*step*/) noexcept override {
    const description::Quaternion& q = motion_.q_WB();
    put(position_, motion_.p_WB());
    Eigen::Map<Eigen::Vector4d>{orientation_.data()} = q.coeffs();
    roll_pitch_yaw_[0] =
        std::atan2(2.0 * (q.w() * q.x() + q.y() * q.z()), 1.0 - 2.0 * (q.x() * q.x() + q.y() * q.y()));
    roll_pitch_yaw_[1] = std::asin(std::clamp(2.0 * (q.w() * q.y() - q.z() * q.x()), -1.0, 1.0));
    roll_pitch_yaw_[2] =
        std::atan2(2.0 * (q.w() * q.z() + q.x() * q.y()), 1.0 - 2.0 * (q.y() * q.y() + q.z() * q.z()));
    put(linear_velocity_, motion_.v_WB());
    put(angular_velocity_, motion_.w_WB());
    put(linear_acceleration_, motion_.a_WB());
    put(angular_acceleration_, motion_.alpha_WB());
    return core::Status::kOk;
  }

  // Signals keep their values by themselves.
  void hold(const StepInfo& /*step*/) noexcept override {}
  void make_safe(const StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return "a base_state cannot fail"; }

 private:
  static void put(Span<double> signal, const Eigen::Vector3d& value) noexcept {
    Eigen::Map<Eigen::Vector3d>{signal.data()} = value;
  }

  Config config_;
  LinkMotion motion_;
  Span<double> position_, orientation_, roll_pitch_yaw_, linear_velocity_, angular_velocity_;
  Span<double> linear_acceleration_, angular_acceleration_;
};

}  // namespace

DeviceKind kind() {
  return {"base_state", {}, [](const core::ConfigNode& node, const DeviceContext& /*context*/) {
            std::vector<MadeDevice> made;
            made.push_back({std::make_unique<BaseState>(read_config(node)), read_options(node)});
            return made;
          }};
}

}  // namespace lockstep::devices::base_state
