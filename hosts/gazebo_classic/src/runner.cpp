// SPDX-License-Identifier: Apache-2.0
#include "runner.hpp"

#include <gazebo/common/Console.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>

#include <algorithm>
#include <string_view>

#include "gazebo_world.hpp"
#include "kinds.hpp"
#include "lockstep/core/error.hpp"
#include "plugin_names.hpp"
#include "sdf_config.hpp"

namespace lockstep::hosts::gazebo_classic {
namespace {

std::string name_of(const sdf::Element& plugin) {
  return plugin.HasAttribute("name") ? plugin.GetAttribute("name")->GetAsString() : "?";
}

/// What the plugin says to its device.
core::ConfigNode device_config(const sdf::Element& plugin) {
  core::ConfigNode config = config_of(plugin);
  const auto is_type = [](const core::ConfigNode& node) { return node.name == "device"; };
  config.children.erase(std::remove_if(config.children.begin(), config.children.end(), is_type),
                        config.children.end());
  return config;
}

/// A plugin of a model: devices of one kind.
class ModelRunner final : public Runner {
 public:
  /// `type`: of the devices; empty: the plugin names it.
  explicit ModelRunner(std::string type) : type_{std::move(type)} {}

  void load(const gazebo::physics::ModelPtr& model, const sdf::ElementPtr& sdf) noexcept override {
    try {
      world_ = GazeboWorld::of(*model->GetWorld());
      session_ = world_->model(*model);
      const devices::DeviceKind* const used = kind(*sdf);
      session_->add({used, [sdf] { return device_config(*sdf); }, used->type == "fmu"});
    } catch (const std::exception& error) {
      gzerr << "model '" << model->GetScopedName() << "': plugin '" << name_of(*sdf)
            << "' was not started: " << error.what()
            << "\nThe world is paused. 'gz world -p 0' lets it go on without the plugin." << std::endl;
      model->GetWorld()->SetPaused(true);
    }
    // A plugin that is not loaded for a reason of Gazebo's own is not waited for: the first step binds.
    if (session_ && is_last_of_ours(*sdf)) session_->bind();
  }
  void load(const gazebo::physics::WorldPtr& /*world*/, const sdf::ElementPtr& /*sdf*/) noexcept override {}

  void reset() noexcept override {
    if (session_) session_->note_model_reset();
  }

 private:
  const devices::DeviceKind* kind(const sdf::Element& sdf) const {
    std::string type = type_;
    if (type.empty()) {
      const core::ConfigNode config = config_of(sdf);
      if (!config.has("device"))
        config.fail("config-missing", "the plugin has no <device>", "expected one of: " + kind_names());
      type = config.text_of("device");
    }
    if (const devices::DeviceKind* const found = find_kind(type)) return found;
    throw Error{ErrorCode::kNotFound,
                "there is no device '" + type + "' for Gazebo, expected one of: " + kind_names()};
  }

  std::string type_;
  // The session refers to the model and its joints, but does not touch them when it goes: the model owns its
  // plugins. It goes before its world.
  std::shared_ptr<GazeboWorld> world_;
  std::shared_ptr<shell::ModelSession> session_;
};

/// The plugin of a world that opens it to others.
class WorldRunner final : public Runner {
 public:
  void load(const gazebo::physics::ModelPtr& /*model*/, const sdf::ElementPtr& /*sdf*/) noexcept override {}
  void load(const gazebo::physics::WorldPtr& world, const sdf::ElementPtr& sdf) noexcept override {
    try {
      world_ = GazeboWorld::of(*world);
      world_->session().open(shell::read_doors_config(config_of(*sdf)));
    } catch (const std::exception& error) {
      gzerr << "world '" << world->Name() << "': plugin '" << name_of(*sdf)
            << "' was not started: " << error.what()
            << "\nThe world is paused. 'gz world -p 0' lets it go on without the plugin." << std::endl;
      world->SetPaused(true);
    }
  }
  void reset() noexcept override {
    if (world_) world_->session().note_reset();
  }

 private:
  std::shared_ptr<GazeboWorld> world_;
};

}  // namespace

extern "C" __attribute__((visibility("default"))) Runner* lockstep_gazebo_make_runner_2(const char* kind) {
  const std::string_view name{kind};
  if (name == "world") return new WorldRunner;
  if (name == "device") return new ModelRunner{{}};
  return find_kind(name) == nullptr ? nullptr : new ModelRunner{kind};
}

}  // namespace lockstep::hosts::gazebo_classic
