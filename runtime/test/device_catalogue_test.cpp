// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/device_catalogue.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"

namespace lockstep::runtime {
namespace {

devices::DeviceKind kind(const std::string& type, std::vector<std::string> aliases = {}) {
  return {type, std::move(aliases), [](const core::ConfigNode&, const devices::DeviceContext&) {
            return std::vector<devices::MadeDevice>{};
          }};
}

template <class Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

description::World world_with(const description::Plugin& plugin) {
  description::World world;
  world.models.emplace_back();
  world.models[0].name = world.models[0].scoped_name = "arm";
  world.models[0].plugins.push_back(plugin);
  return world;
}

/// A fake host with the joint "arm/knee" at 0.5 rad.
hosts::fake::FakeWorld knee() {
  hosts::fake::FakeWorld world;
  world.joints.emplace_back();
  world.joints[0].name = "arm/knee";
  world.joints[0].position = 0.5;
  return world;
}

devices::DeviceContext context_finding(const std::string& file) {
  devices::DeviceContext context;
  context.find_file = [file](const std::string& name) -> std::filesystem::path {
    if (file.empty()) throw Error{ErrorCode::kNotFound, "there is no file '" + name + "'"};
    return file;
  };
  return context;
}

// A kind is found by its type and by plugin file names in any spelling.
TEST(DeviceCatalogue, FindsByTypeAndPluginName) {
  DeviceCatalogue catalogue;
  catalogue.add(kind("fmu_actuator", {"libFMIActuatorPlugin.so"}));
  for (const char* name :
       {"fmu_actuator", "libFMIActuatorPlugin.so", "FMIActuatorPlugin", "/opt/libFMIActuatorPlugin.so"})
    EXPECT_NE(catalogue.find(name), nullptr) << name;
  EXPECT_EQ(catalogue.find("libOther.so"), nullptr);
  EXPECT_NE(error_of([&] {
              catalogue.add(kind("other", {"FMIActuatorPlugin"}));
            }).find("there are two kinds of devices with the name 'FMIActuatorPlugin'"),
            std::string::npos);
}

// A library built outside the tree is loaded by the file name of the plugin, and its device works.
TEST(DeviceCatalogue, LoadsALibraryOfDevices) {
  description::Plugin plugin;
  plugin.name = "spring";
  plugin.filename = "libspring.so";
  plugin.config = core::ConfigNode{"plugin"};
  plugin.config.children.emplace_back("joint", "knee");
  plugin.config.children.emplace_back("stiffness", "20");
  DeviceCatalogue catalogue;
  hosts::fake::FakeHost host{knee()};
  Runtime runtime{host};
  add_devices(runtime, catalogue, world_with(plugin), context_finding(LOCKSTEP_SPRING_LIBRARY));
  runtime.bind();
  const SignalView energy = runtime.watch("arm/knee_spring/energy");
  runtime.start();
  ASSERT_EQ(runtime.step(), core::Status::kOk);
  EXPECT_EQ(host.state().command[0], -10.0);
  EXPECT_EQ(energy.number(), 2.5);
  static_cast<void>(runtime.doors().submit("arm/knee_spring/stiffness", {devices::value_of(40.0)}));
  ASSERT_EQ(runtime.step(), core::Status::kOk);
  EXPECT_NEAR(host.state().command[0], -20.0, 1e-3);
}

// The only kind of a library needs no name; a name that is not in it is an error with those there are.
TEST(DeviceCatalogue, ChoosesTheKindOfALibrary) {
  description::Plugin plugin;
  plugin.name = plugin.filename = "mine.so";
  plugin.config = core::ConfigNode{"plugin", {}, {"s.yaml", 4, 5}};
  plugin.config.children.emplace_back("joint", "knee");
  plugin.config.children.emplace_back("stiffness", "20");
  DeviceCatalogue catalogue;
  hosts::fake::FakeHost host{knee()};
  Runtime runtime{host};
  add_devices(runtime, catalogue, world_with(plugin), context_finding(LOCKSTEP_SPRING_LIBRARY));
  EXPECT_EQ(catalogue.load(LOCKSTEP_SPRING_LIBRARY), (std::vector<std::string>{"spring"}));
  plugin.config.children.emplace_back("device", "damper");
  EXPECT_NE(error_of([&] {
              add_devices(runtime, catalogue, world_with(plugin), context_finding(LOCKSTEP_SPRING_LIBRARY));
            }).find("has no device 'damper', expected one of: spring"),
            std::string::npos);
}

// What is no library of devices, or not there at all, is refused with the reason.
TEST(DeviceCatalogue, RefusesOtherLibraries) {
  DeviceCatalogue catalogue;
  EXPECT_NE(error_of([&] { catalogue.load("/no/such/library.so"); }).find("does not load: "),
            std::string::npos);
  EXPECT_NE(error_of([&] { catalogue.load(LOCKSTEP_CORE_LIBRARY); }).find("it has no LOCKSTEP_DEVICE_PLUGIN"),
            std::string::npos);
}

// Plugins nobody knows are told, or refused, with their names.
TEST(DeviceCatalogue, TellsUnknownPlugins) {
  description::Plugin plugin;
  plugin.name = "camera";
  plugin.filename = "libgazebo_ros_camera.so";
  plugin.config = core::ConfigNode{"plugin", {}, {"robot.world", 7, 3}};
  DeviceCatalogue catalogue;
  catalogue.add(kind("joint_pid"));
  hosts::fake::FakeHost host{knee()};
  Runtime runtime{host};
  devices::DeviceContext context = context_finding({});
  std::vector<std::string> log;
  context.log = [&](const core::LogMessage& message) { log.emplace_back(message.text); };
  add_devices(runtime, catalogue, world_with(plugin), context);
  ASSERT_EQ(log.size(), 1U);
  EXPECT_NE(log[0].find("robot.world:7:3: warning: plugin 'camera' (libgazebo_ros_camera.so) is not known; "
                        "devices there are: "
                        "joint_pid"),
            std::string::npos)
      << log[0];
  EXPECT_NE(error_of([&] {
              add_devices(runtime, catalogue, world_with(plugin), context, UnknownPlugins::kError);
            }).find("plugin 'camera'"),
            std::string::npos);
  plugin.required = true;
  EXPECT_NE(error_of([&] {
              add_devices(runtime, catalogue, world_with(plugin), context);
            }).find("robot.world:7:3: error: plugin 'camera'"),
            std::string::npos);
}

// A typing error in the name of one of ours is an error: the world would run without its device.
TEST(DeviceCatalogue, RefusesMisspeltPlugins) {
  DeviceCatalogue catalogue;
  catalogue.add(kind("joint_pid"));
  hosts::fake::FakeHost host{knee()};
  Runtime runtime{host};
  for (const auto& [written, meant] : {std::pair{"libFMIActuatorPlugn.so", "libFMIActuatorPlugin.so"},
                                       std::pair{"joint_pdi", "joint_pid"}}) {
    description::Plugin plugin;
    plugin.name = "p";
    plugin.filename = written;
    plugin.config = core::ConfigNode{"plugin", {}, {"robot.world", 7, 3}};
    const std::string message = error_of([&, &plugin_ = plugin] {
      add_devices(runtime, catalogue, world_with(plugin_), context_finding({}));
    });
    EXPECT_NE(message.find(std::string{"did you mean '"} + meant + "'?"), std::string::npos) << message;
  }
}

// A library that nobody knows is no typing error of a device with a short name, and neither is Gazebo's own
// ActuatorPlugin one of FMIActuatorPlugin.
TEST(DeviceCatalogue, ShortNamesAreNotMisspelt) {
  DeviceCatalogue catalogue;
  catalogue.add(kind("fmu"));
  hosts::fake::FakeHost host{knee()};
  Runtime runtime{host};
  description::Plugin plugin;
  plugin.name = "p";
  plugin.config = core::ConfigNode{"plugin", {}, {"robot.world", 7, 3}};
  for (const char* const library : {"libFoo.so", "libActuatorPlugin.so"}) {
    plugin.filename = library;
    EXPECT_NO_THROW(
        add_devices(runtime, catalogue, world_with(plugin), context_finding({}), UnknownPlugins::kWarn))
        << library;
  }
}

}  // namespace
}  // namespace lockstep::runtime
