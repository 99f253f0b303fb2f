// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/imu/imu.hpp"

#include "lockstep/core/error.hpp"
#include "lockstep/devices/api/noise.hpp"

namespace lockstep::devices::imu {
namespace {

struct Config {
  SensorPlace place;
  std::array<NoiseConfig, 3> angular_velocity, linear_acceleration;
  std::array<NoiseConfig, 3> magnetic_field;
  Eigen::Vector3d magnetic_field_W{5.5645e-6, 22.8758e-6, -42.3884e-6};  // SDF's default [T]
  bool orientation{true}, magnetometer{false};
};

/// Where the sensor is: the place of a `<sensor>`, else the fields of a device.
SensorPlace read_place(const core::ConfigNode& node, const DeviceContext& context) {
  if (context.sensor && !context.sensor->link.empty() && context.sensor->joint.empty())
    return *context.sensor;
  if (context.sensor || !node.has("link"))
    node.fail("imu-place",
              "an imu is a sensor of a link; write it as <sensor type=\"imu\"> of a <link>, or as "
              "a device with 'link'");
  SensorPlace place;
  place.link = node.text_of("link");
  place.name = node.find("name") != nullptr ? node.at("name").as_text() : std::string{"imu"};
  if (node.has("pose")) {
    const std::vector<double> pose = node.numbers("pose", 6);
    place.X_LS = {{pose[0], pose[1], pose[2]}, description::from_roll_pitch_yaw(pose[3], pose[4], pose[5])};
  }
  for (const Diagnostic& unknown : node.unknown_fields(
           {"link", "name", "pose", "imu", "fault_policy", "period", "filename", "device", "type"}))
    if (context.log) context.log({core::LogLevel::kWarning, "imu", unknown.id, to_string(unknown)});
  return place;
}

Config read_config(const core::ConfigNode& node, const DeviceContext& context) {
  Config config;
  config.place = read_place(node, context);
  if (context.world != nullptr) config.magnetic_field_W = context.world->magnetic_field_t;
  const core::ConfigNode* settings = node.find("imu");
  if (settings == nullptr) return config;
  config.angular_velocity = read_noise(settings->find("angular_velocity"));
  config.linear_acceleration = read_noise(settings->find("linear_acceleration"));
  config.orientation = settings->boolean("enable_orientation", true);
  config.magnetometer = settings->boolean("enable_magnetometer", false);
  config.magnetic_field = read_noise(settings->find("magnetic_field_noise"));
  if (settings->has("magnetic_field")) {
    const std::vector<double> field = settings->numbers("magnetic_field", 3);
    config.magnetic_field_W = {field[0], field[1], field[2]};
    config.magnetometer = true;
  }
  const core::ConfigNode* reference = settings->find("orientation_reference_frame");
  if (reference != nullptr && context.log)
    context.log({core::LogLevel::kWarning, "imu", "imu-reference",
                 to_string(reference->finding(Severity::kWarning, "imu-reference",
                                              "<orientation_reference_frame> has no effect; the orientation "
                                              "is that of the sensor in the world"))});
  return config;
}

class Imu final : public Device {
 public:
  explicit Imu(const Config& config)
      : place_{config.place},
        velocity_noise_{config.angular_velocity},
        acceleration_noise_{config.linear_acceleration},
        field_noise_{config.magnetic_field},
        field_W_{config.magnetic_field_W},
        has_orientation_{config.orientation},
        has_field_{config.magnetometer} {}

  const std::string& name() const noexcept override { return place_.name; }

  void bind(Binder& binder) override {
    motion_ = binder.read_link(binder.find_link(place_.link));
    gravity_W_ = binder.gravity_W();
    angular_velocity_ =
        binder.output<double>("angular_velocity", "rad/s", "Of the sensor in the world, in its axes", 3);
    linear_acceleration_ = binder.output<double>("linear_acceleration", "m/s2",
                                                 "Specific force (without gravity), in its axes", 3);
    if (has_orientation_)
      orientation_ =
          binder.output<double>("orientation", "", "Of the sensor in the world, quaternion x y z w", 4);
    if (has_field_)
      magnetic_field_ = binder.output<double>("magnetic_field", "T", "Of the world, in its axes", 3);
    seed_ = binder.seed();
    binder.keep(random_);
    binder.keep(velocity_noise_.bias());
    binder.keep(acceleration_noise_.bias());
    binder.keep(field_noise_.bias());
    binder.keep(last_);
    binder.run_in(Phase::kObserve);
  }

  void reset(const StepInfo& start) override {
    random_ = Random{seed_};
    velocity_noise_.reset(random_);
    acceleration_noise_.reset(random_);
    field_noise_.reset(random_);
    last_ = start.time;
  }

  core::Status run(const StepInfo& step) noexcept override {
    const double dt_s = 1e-9 * static_cast<double>((step.time - last_).count());
    last_ = step.time;
    const description::Quaternion q_WS = motion_.q_WB() * place_.X_LS.orientation;
    const Eigen::Vector3d r_W = motion_.q_WB() * place_.X_LS.position;
    const Eigen::Vector3d& w_W = motion_.w_WB();
    const Eigen::Vector3d a_WS = motion_.a_WB() + motion_.alpha_WB().cross(r_W) + w_W.cross(w_W.cross(r_W));
    const description::Quaternion q_SW = q_WS.conjugate();
    Eigen::Map<Eigen::Vector3d>{angular_velocity_.data()} = q_SW * w_W;
    Eigen::Map<Eigen::Vector3d>{linear_acceleration_.data()} = q_SW * (a_WS - *gravity_W_);
    velocity_noise_.add_to(angular_velocity_.data(), random_, dt_s);
    acceleration_noise_.add_to(linear_acceleration_.data(), random_, dt_s);
    if (has_orientation_) Eigen::Map<Eigen::Vector4d>{orientation_.data()} = q_WS.coeffs();
    if (has_field_) {
      Eigen::Map<Eigen::Vector3d>{magnetic_field_.data()} = q_SW * field_W_;
      field_noise_.add_to(magnetic_field_.data(), random_, dt_s);
    }
    return core::Status::kOk;
  }

  // Signals keep their values by themselves.
  void hold(const StepInfo& /*step*/) noexcept override {}
  void make_safe(const StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return "an imu cannot fail"; }

 private:
  SensorPlace place_;
  VectorNoise velocity_noise_, acceleration_noise_, field_noise_;
  Eigen::Vector3d field_W_;
  bool has_orientation_, has_field_;
  core::SimTime last_{0};  // when it measured before
  std::uint64_t seed_{0};
  Random random_;
  LinkMotion motion_;
  const Eigen::Vector3d* gravity_W_{nullptr};
  Span<double> angular_velocity_, linear_acceleration_, orientation_, magnetic_field_;
};

}  // namespace

DeviceKind kind() {
  return {"imu",
          {},
          [](const core::ConfigNode& sensor, const DeviceContext& context) {
            std::vector<MadeDevice> made;
            made.push_back({std::make_unique<Imu>(read_config(sensor, context)), read_options(sensor)});
            return made;
          },
          {"imu"}};
}

}  // namespace lockstep::devices::imu
