// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/isolation_options.hpp"
#include "lockstep/core/log.hpp"
#include "lockstep/description/world.hpp"
#include "lockstep/devices/api/device.hpp"
#include "lockstep/devices/api/options.hpp"

namespace lockstep::devices {

/// Where a `<sensor>` is. L is the link that holds it, or the child of the joint that does; S is the frame of
/// the sensor. Scoped names have '/' between their parts, as those of a WorldLayout.
struct SensorPlace {
  std::string name;        ///< of the `<sensor>`: the component name of its device
  std::string link;        ///< scoped name of L; empty where the child of the joint is the world
  std::string joint;       ///< scoped name of the joint that holds it; empty for the sensor of a link
  description::Pose X_LS;  ///< the sensor in L
  description::Pose X_LJ;  ///< the frame of that joint in L
  /// For a `<plugin>` inside the sensor: full name of the sensor's own device, whose signals it may read;
  /// empty where nothing measures the sensor.
  std::string device;
};

/// What a factory may use besides its configuration.
struct DeviceContext {
  std::string model;  ///< scoped name of the model whose file holds the element; empty: the world
  /// Finds a file that configuration names (an FMU): absolute, beside the world, resource paths, installed
  /// models, with or without ".fmu". Throws Error{kNotFound} naming the places it looked in.
  std::function<std::filesystem::path(const std::string&)> find_file;
  core::LogSink log;
  /// The world the device is in: inertias, tree of joints, what the file says about them. Valid while the
  /// factory runs: a device copies what it needs later. Null where the host has no description (the plugins
  /// for Gazebo Classic).
  const description::World* world{nullptr};
  /// How FMUs run whose element does not say it.
  core::Isolation isolation{core::Isolation::kAutomatic};
  std::optional<SensorPlace> sensor;  ///< for the device of a `<sensor>`, or of a `<plugin>` inside of one
};

/// A device and what its element says about every device.
struct MadeDevice {
  std::unique_ptr<Device> device;
  DeviceOptions options;
};

/// Makes the devices of one configuration element (one `<plugin>` may hold several actuators). Throws Error
/// with the file and line of what is wrong.
using MakeDevices = std::function<std::vector<MadeDevice>(const core::ConfigNode&, const DeviceContext&)>;

/// A kind of device: its type name, the names it goes by in existing files, and how to make one.
struct DeviceKind {
  std::string type;                  ///< "fmu_actuator"
  std::vector<std::string> aliases;  ///< plugin file names: "libFMIActuatorPlugin.so"
  MakeDevices make;
  /// Types of `<sensor>` that are such a device: "imu". `make` then gets the whole element and
  /// DeviceContext::sensor; its `<update_rate>` becomes the period of the device.
  std::vector<std::string> sensor_types{};
};

/// What the entry point of a library of devices is asked to fill.
struct DevicePlugin {
  std::vector<DeviceKind> kinds;
};

/// Version of this interface. A library built for another one is refused by name instead of crashing.
inline constexpr int kDeviceInterfaceVersion = 7;

}  // namespace lockstep::devices

/// Entry point of a library of devices; put it once into one source file of the library:
///
///     LOCKSTEP_DEVICE_PLUGIN(plugin) { plugin.kinds.push_back({"spring", {}, make_springs}); }
///
/// The body may throw Error.
#define LOCKSTEP_DEVICE_PLUGIN(plugin)                                                        \
  static void lockstep_fill_device_plugin(::lockstep::devices::DevicePlugin&);                \
  extern "C" __attribute__((visibility("default"))) int lockstep_device_interface_version() { \
    return ::lockstep::devices::kDeviceInterfaceVersion;                                      \
  }                                                                                           \
  extern "C" __attribute__((visibility("default"))) void lockstep_device_plugin(              \
      ::lockstep::devices::DevicePlugin& filled) {                                            \
    lockstep_fill_device_plugin(filled);                                                      \
  }                                                                                           \
  static void lockstep_fill_device_plugin(::lockstep::devices::DevicePlugin& plugin)
