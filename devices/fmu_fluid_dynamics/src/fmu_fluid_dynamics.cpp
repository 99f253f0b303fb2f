// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_fluid_dynamics/fmu_fluid_dynamics.hpp"

#include <optional>

#include "fluid_config.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/devices/fmu_model/fmu_model.hpp"

namespace lockstep::devices::fmu_fluid_dynamics {
namespace {

/// Vectors the FMU may want, each as three inputs _x, _y, _z, in this order; then the scalars.
constexpr const char* kVectors[] = {"relativeVelocity",   "angularVelocity",    "gravityDirection", "up",
                                    "linearAcceleration", "angularAcceleration"};
enum VectorInput : std::size_t {
  kVelocity,
  kAngular,
  kGravity,
  kUp,
  kLinearAcceleration,
  kAngularAcceleration,
  kVectorCount
};
constexpr std::size_t kDensity = 3 * kVectorCount;
constexpr std::size_t kDepth = kDensity + 1;

std::vector<FmuModel::Wish> input_wishes() {
  std::vector<FmuModel::Wish> wishes;
  for (const char* vector : kVectors) {
    for (const char* axis : {"_x", "_y", "_z"})
      wishes.push_back({std::string{vector} + axis, false});
  }
  wishes.push_back({"fluidDensity", false});
  wishes.push_back({"depth", false});
  return wishes;
}

std::vector<FmuModel::Wish> output_wishes() {
  std::vector<FmuModel::Wish> wishes;
  for (const char* vector : {"fluidDynamicForce", "fluidDynamicMoment"}) {
    for (const char* axis : {"_x", "_y", "_z"})
      wishes.push_back({std::string{vector} + axis, true});
  }
  return wishes;
}

std::string instance_name(const std::string& link) {
  std::string name;
  for (const char c : link)
    name += c == '/' ? std::string{"::"} : std::string{c};
  return name + "_fmuSingleBodyFluidDynamics";
}

/// The link of that name. Worlds written for gazebo-fmi may name it wrongly, because there the first link was
/// taken whatever the text said; with one link in the model there is no doubt which one is meant.
hosts::LinkIndex find_link(Binder& binder, const std::string& name) {
  const hosts::WorldLayout& layout = binder.layout();
  if (layout.match_links(binder.model(), name).empty()) {
    std::vector<hosts::LinkIndex> own;
    const std::string below = binder.model() + '/';
    for (hosts::LinkIndex i = 0; i < layout.links.size(); ++i) {
      if (layout.links[i].name.compare(0, below.size(), below) == 0) own.push_back(i);
    }
    if (own.size() == 1) {
      binder.warn("there is no link '" + name + "'; the only one of the model is taken: '" +
                  layout.links[own[0]].name + "'");
      return own[0];
    }
  }
  return binder.find_link(name);
}

class FmuFluidDynamics final : public Device {
 public:
  FmuFluidDynamics(FluidConfig config, std::shared_ptr<const core::Fmu> fmu, core::LogSink log)
      : config_{std::move(config)}, fmu_{std::move(fmu)}, log_{std::move(log)} {}

  const std::string& name() const noexcept override { return config_.name; }

  void bind(Binder& binder) override {
    const hosts::LinkIndex link = find_link(binder, config_.link);
    model_.emplace("fmu_fluid_dynamics '" + binder.name() + "'", std::move(config_.fmu), fmu_,
                   instance_name(binder.layout().links[link].name), log_);
    model_->bind(binder, input_wishes(), output_wishes());
    motion_ = binder.read_link(link);
    wrench_ = binder.push_link(link);
    gravity_ = binder.gravity_W();
    wind_ = binder.wind_W();
    binder.keep(force_);
    binder.keep(moment_);
    binder.run_in(Phase::kControl);
  }

  void reset(const StepInfo& start) override {
    write_inputs();
    model_->reset(start.interval.from_s);
    read_outputs();
  }

  core::Status run(const StepInfo& step) noexcept override {
    write_inputs();
    const core::Status status = model_->step(step.interval);
    if (!succeeded(status)) return status;
    read_outputs();
    hold(step);
    return status;
  }

  void hold(const StepInfo& /*step*/) noexcept override {
    if (config_.at_center_of_mass)
      wrench_.add_at_center_of_mass_B(force_, moment_);
    else
      wrench_.add_at_origin_B(force_, moment_);
  }
  void make_safe(const StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return model_->fault(); }

  std::string why_not_saved() const override { return model_->why_not_saved(); }
  std::unique_ptr<DeviceState> save() override { return model_->save(); }
  void restore(const DeviceState& state) override { model_->restore(state); }

 private:
  void write(std::size_t vector, const Eigen::Vector3d& value) noexcept {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (double* input = model_->input(3 * vector + axis)) *input = value[static_cast<Eigen::Index>(axis)];
    }
  }

  void write_inputs() noexcept {
    const description::Quaternion q_BW = motion_.q_WB().conjugate();
    write(kVelocity, q_BW * Eigen::Vector3d{motion_.v_WB() - *wind_});
    write(kAngular, q_BW * motion_.w_WB());
    const double strength = gravity_->norm();
    const Eigen::Vector3d down =
        strength > 0.0 ? Eigen::Vector3d{*gravity_ / strength} : Eigen::Vector3d{0.0, 0.0, -1.0};
    write(kGravity, q_BW * down);
    write(kUp, q_BW * Eigen::Vector3d{-down});
    write(kLinearAcceleration, q_BW * motion_.a_WB());
    write(kAngularAcceleration, q_BW * motion_.alpha_WB());
    if (double* input = model_->input(kDensity)) *input = config_.density_kg_m3;
    if (double* input = model_->input(kDepth)) *input = config_.surface_height_m - motion_.p_WB().z();
  }

  void read_outputs() noexcept {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      force_[static_cast<Eigen::Index>(axis)] = *model_->output(axis);
      moment_[static_cast<Eigen::Index>(axis)] = *model_->output(3 + axis);
    }
  }

  FluidConfig config_;
  std::shared_ptr<const core::Fmu> fmu_;
  core::LogSink log_;
  std::optional<FmuModel> model_;
  LinkMotion motion_;
  LinkWrench wrench_;
  const Eigen::Vector3d* gravity_{nullptr};
  const Eigen::Vector3d* wind_{nullptr};
  Eigen::Vector3d force_{Eigen::Vector3d::Zero()}, moment_{Eigen::Vector3d::Zero()};
};

}  // namespace

DeviceKind kind() {
  const auto pool = std::make_shared<FmuPool>();
  return {
      "fmu_fluid_dynamics",
      {"libFMISingleBodyFluidDynamicsPlugin.so"},
      [pool](const core::ConfigNode& plugin, const DeviceContext& context) {
        std::vector<MadeDevice> made;
        for (FluidConfig& config : read_fluids(plugin, context)) {
          const DeviceOptions options = config.options;
          std::shared_ptr<const core::Fmu> fmu = pool->open(config.fmu.file);
          made.push_back(
              {std::make_unique<FmuFluidDynamics>(std::move(config), std::move(fmu), context.log), options});
        }
        return made;
      }};
}

}  // namespace lockstep::devices::fmu_fluid_dynamics
