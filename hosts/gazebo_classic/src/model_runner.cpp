// SPDX-License-Identifier: Apache-2.0
#include <gazebo/common/Console.hh>
#include <gazebo/common/Events.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>

#include <string_view>

#include "lockstep/core/error.hpp"
#include "lockstep/devices/api/options.hpp"
#include "lockstep/devices/fmu_actuator/fmu_actuator.hpp"
#include "lockstep/devices/fmu_fluid_dynamics/fmu_fluid_dynamics.hpp"
#include "runner.hpp"
#include "sdf_config.hpp"
#include "session.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

/// Where in a step of the world devices run.
enum class Place : std::uint8_t {
  kUpdateBegin,    // with the controllers
  kBeforePhysics,  // after all controllers, the built-in ones too
};

/// Whether a plugin that cannot start stops the world: unless each of its devices has another policy. One
/// that is not understood counts as the default.
bool stops_world(const core::ConfigNode& plugin) {
  bool others = false;
  for (const core::ConfigNode& device : plugin.children) {
    if (device.children.empty()) continue;
    try {
      if (devices::read_options(device).on_fault == devices::FaultPolicy::kStop) return true;
    } catch (const Error&) {
      return true;
    }
    others = true;
  }
  return !others;
}

class ModelRunner final : public Runner {
 public:
  ModelRunner(const devices::DeviceKind& kind, Place place) : kind_{kind}, place_{place} {}
  ~ModelRunner() override {
    step_.reset();  // before the session goes
  }
  ModelRunner(const ModelRunner&) = delete;
  ModelRunner& operator=(const ModelRunner&) = delete;

  void load(const gazebo::physics::ModelPtr& model, const sdf::ElementPtr& sdf) noexcept override {
    core::ConfigNode config;
    try {
      config = config_of(*sdf);
      session_ = std::make_unique<Session>(*model, kind_, sdf, config);
    } catch (const std::exception& error) {
      refuse(*model, config, error.what());
      return;
    }
    world_ = model->GetWorld()->Name();
    const auto on_step = [this](const gazebo::common::UpdateInfo& info) { this->on_step(info); };
    step_ = place_ == Place::kUpdateBegin ? gazebo::event::Events::ConnectWorldUpdateBegin(on_step)
                                          : gazebo::event::Events::ConnectBeforePhysicsUpdate(on_step);
  }

  void reset() noexcept override {
    if (session_) session_->note_model_reset();
  }

 private:
  void refuse(gazebo::physics::Model& model, const core::ConfigNode& config, const char* why) const {
    const bool stops = stops_world(config);
    const auto name = config.attribute("name");
    gzerr << people_text(model.GetScopedName(), config) << ": plugin '" << (name ? *name : "?")
          << "' was not started: " << why << "\n"
          << (stops ? "The world is paused. 'gz world -p 0' lets it go on without the plugin."
                    : "The world goes on without it, by its fault policy.")
          << std::endl;
    if (stops) model.GetWorld()->SetPaused(true);
  }

  void on_step(const gazebo::common::UpdateInfo& info) noexcept {
    // A world has one such object; its name is compared once.
    if (&info != own_info_) {
      if (info.worldName != world_) return;
      own_info_ = &info;
    }
    try {
      session_->step();
    } catch (const std::exception& error) {
      session_->stop(error.what());
    }
  }

  const devices::DeviceKind& kind_;
  Place place_;
  std::string world_;
  const gazebo::common::UpdateInfo* own_info_{nullptr};
  // Refers to the model and its joints, but does not touch them when it goes: the model owns its plugins.
  std::unique_ptr<Session> session_;
  gazebo::event::ConnectionPtr step_;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) Runner* lockstep_gazebo_make_runner_1(const char* kind) {
  // One of each for the process: all plugins share the FMUs they have open.
  static const devices::DeviceKind actuator = devices::fmu_actuator::kind();
  static const devices::DeviceKind fluid = devices::fmu_fluid_dynamics::kind();
  if (kind == actuator.type) return new ModelRunner{actuator, Place::kBeforePhysics};
  if (kind == fluid.type) return new ModelRunner{fluid, Place::kUpdateBegin};
  return nullptr;
}

}  // namespace lockstep::hosts::gazebo_classic
