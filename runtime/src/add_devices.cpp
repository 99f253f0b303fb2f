// SPDX-License-Identifier: Apache-2.0
// From the sensors and plugins of a world to devices.
#include <filesystem>
#include <map>

#include "lockstep/core/error.hpp"
#include "lockstep/core/similar_word.hpp"
#include "lockstep/description/flat_world.hpp"
#include "lockstep/runtime/device_catalogue.hpp"

namespace lockstep::runtime {
namespace {

std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// The joint frame in the frame of the joint's child at the start; in the world where that is the child.
description::Pose pose_in_child(const description::Joint& joint, const description::World& world) {
  if (joint.child != "world") return joint.pose;
  const description::FlatWorld flat = description::flatten(world);
  return flat.joints.at(flat.joint_index(joint.scoped_name)).pose;
}

devices::SensorPlace place_of(const description::Sensor& sensor, const description::Link& link) {
  devices::SensorPlace place;
  place.name = sensor.name;
  place.link = hosts::normalized_scope(link.scoped_name);
  place.X_LS = sensor.pose;
  return place;
}

devices::SensorPlace place_of(const description::Sensor& sensor, const description::Joint& joint,
                              const description::Model& model, const description::World& world) {
  devices::SensorPlace place;
  place.name = sensor.name;
  place.joint = hosts::normalized_scope(joint.scoped_name);
  if (joint.child != "world") place.link = hosts::normalized_scope(model.scoped_name + "/" + joint.child);
  place.X_LJ = pose_in_child(joint, world);
  // The description has the joint and its sensors in the frame of one and the same link.
  place.X_LS = place.X_LJ * (joint.pose.inverse() * sensor.pose);
  return place;
}

/// Walks the models and adds their devices, collecting what is wrong.
class Installer {
 public:
  Installer(Runtime& runtime, DeviceCatalogue& catalogue, const description::World& world,
            const devices::DeviceContext& context, UnknownPlugins unknown)
      : runtime_{runtime}, catalogue_{catalogue}, world_{world}, context_{context}, unknown_{unknown} {
    context_.world = &world;
    context_.sensor.reset();
  }

  void install() {
    install(world_.plugins, {});
    for (const description::Model& model : world_.models)
      install(model);
    report_unknown_sensors();
    if (problems_.empty()) return;
    throw Error{ErrorCode::kBadInput, "devices of the world cannot be made", std::move(problems_)};
  }

 private:
  void install(const description::Model& model) {
    for (const description::Link& link : model.links) {
      for (const description::Sensor& sensor : link.sensors)
        install(sensor, model.scoped_name, [&] { return place_of(sensor, link); });
    }
    for (const description::Joint& joint : model.joints) {
      for (const description::Sensor& sensor : joint.sensors)
        install(sensor, model.scoped_name, [&] { return place_of(sensor, joint, model, world_); });
    }
    install(model.plugins, model.scoped_name);
    for (const description::Model& nested : model.models)
      install(nested);
  }

  void install(const std::vector<description::Plugin>& plugins, const std::string& model) {
    for (const description::Plugin& plugin : plugins)
      install(plugin, model, {});
  }

  template <class Place>
  void install(const description::Sensor& sensor, const std::string& model, const Place& place_of_sensor) {
    collect_problems(sensor.config, [&] {
      devices::SensorPlace place = place_of_sensor();
      if (const devices::DeviceKind* kind = catalogue_.find_sensor(sensor.type))
        place.device = add_sensor_unless_misplaced(*kind, sensor, model, place);
      else
        unknown_sensors_[sensor.type].push_back(&sensor);
      for (const core::ConfigNode* plugin : sensor.config.all("plugin"))
        install(description::plugin_of(*plugin), model, place);
    });
  }

  /// A sensor that cannot measure where it is (force and torque of a link) measures nothing, as in Gazebo,
  /// unless the caller is strict about what is not known.
  std::string add_sensor_unless_misplaced(const devices::DeviceKind& kind, const description::Sensor& sensor,
                                          const std::string& model, const devices::SensorPlace& place) {
    try {
      return add_sensor(kind, sensor, model, place);
    } catch (const Error& error) {
      const bool misplaced =
          error.diagnostics().size() == 1 && ends_with(error.diagnostics()[0].id, "-place");
      if (!misplaced || unknown_ == UnknownPlugins::kError) throw;
      Diagnostic finding = error.diagnostics()[0];
      finding.severity = Severity::kWarning;
      finding.message = "sensor '" + sensor.name + "' will not measure anything: " + finding.message;
      log_warning(finding);
      return {};
    }
  }

  /// Full name of the (first) device.
  std::string add_sensor(const devices::DeviceKind& kind, const description::Sensor& sensor,
                         const std::string& model, const devices::SensorPlace& place) {
    std::string name;
    for (devices::MadeDevice& made : kind.make(sensor.config, context_of(model, place))) {
      if (!made.options.period && sensor.update_rate_hz > 0.0) {
        made.options.period =
            core::Rational::from_seconds(1.0 / sensor.update_rate_hz);  // 30 Hz: exactly 1/30 s
      }
      const std::string& full = runtime_.add(std::move(made.device), made.options, model);
      if (name.empty()) name = full;
    }
    return name;
  }

  void install(const description::Plugin& plugin, const std::string& model,
               const std::optional<devices::SensorPlace>& place) {
    collect_problems(plugin.config, [&] {
      const devices::DeviceKind* kind = kind_of(plugin);
      if (kind == nullptr) {
        report_unknown(plugin);
        return;
      }
      for (devices::MadeDevice& made : kind->make(plugin.config, context_of(model, place)))
        runtime_.add(std::move(made.device), made.options, model);
    });
  }

  devices::DeviceContext context_of(const std::string& model,
                                    const std::optional<devices::SensorPlace>& place) const {
    devices::DeviceContext context = context_;
    context.model = hosts::normalized_scope(model);
    context.sensor = place;
    return context;
  }

  template <class Body>
  void collect_problems(const core::ConfigNode& element, const Body& body) {
    try {
      body();
    } catch (const Error& error) {
      if (error.diagnostics().empty())
        problems_.push_back(element.finding(Severity::kError, "device", error.message()));
      for (const Diagnostic& finding : error.diagnostics())
        problems_.push_back(finding);
    }
  }

  const devices::DeviceKind* kind_of(const description::Plugin& plugin) {
    if (!plugin.device.empty()) return catalogue_.find(plugin.device);
    if (const devices::DeviceKind* known = catalogue_.find(plugin.filename)) return known;
    std::filesystem::path library;
    try {
      library = context_.find_file(plugin.filename);
    } catch (const Error&) {
      return nullptr;
    }
    const std::vector<std::string>& types = catalogue_.load(library);
    if (types.size() == 1 && !plugin.config.has("device")) return catalogue_.find(types.front());
    const std::string type = plugin.config.text_of("device", plugin.name);
    for (const std::string& one : types)
      if (one == type) return catalogue_.find(one);
    plugin.config.fail("device-unknown", "library '" + library.string() + "' has no device '" + type +
                                             "', expected one of: " + list_of(types));
  }

  void report_unknown(const description::Plugin& plugin) {
    const std::string name =
        plugin.name == plugin.filename ? "" : "plugin '" + plugin.name + "' (" + plugin.filename + ")";
    const std::string message = (name.empty() ? "device '" + plugin.filename + "'" : name) +
                                " is not known; devices there are: " + list_of(catalogue_.types()) +
                                ", and libraries that are found";
    // A misspelt name is a lost device: the world would run without it and nobody would notice.
    const std::string meant = similar_plugin(plugin.filename);
    const std::string fix = meant.empty() ? "" : "did you mean '" + meant + "'?";
    if (unknown_ == UnknownPlugins::kError || plugin.required || !meant.empty())
      problems_.push_back(plugin.config.finding(Severity::kError, "device-unknown", message, fix));
    else
      log_warning(plugin.config.finding(Severity::kWarning, "device-unknown", message));
  }

  /// The plugin or device that a name is a typing error of; empty when it looks like none.
  std::string similar_plugin(const std::string& filename) const {
    std::string word = std::filesystem::path{filename}.stem().string();
    const bool is_library = word.substr(0, 3) == "lib";
    if (is_library) word.erase(0, 3);
    if (word == "ActuatorPlugin") return {};  // one of Gazebo's own, not a typing error of FMIActuatorPlugin
    std::vector<std::string_view> known = {"FMIActuatorPlugin", "FMISingleBodyFluidDynamicsPlugin"};
    const std::vector<std::string> types = catalogue_.types();
    for (const std::string& type : types)
      if (!is_library || type.size() > 4) known.push_back(type);  // any library of a short name is like "fmu"
    const auto found = core::similar_word(word, known);
    if (!found) return {};
    return is_library ? "lib" + std::string{*found} + ".so" : std::string{*found};
  }

  void report_unknown_sensors() {
    const std::string known = list_of(catalogue_.sensor_types());
    for (const auto& [type, sensors] : unknown_sensors_) {
      std::string who = "sensor '" + sensors.front()->name + "'";
      if (sensors.size() > 1) who += " and " + std::to_string(sensors.size() - 1) + " more";
      log_warning(sensors.front()->config.finding(
          Severity::kWarning, "sensor-unknown",
          who + " of type '" + type +
              "' will not measure anything; types that do: " + (known.empty() ? "none" : known)));
    }
  }

  void log_warning(const Diagnostic& finding) const {
    if (context_.log) context_.log({core::LogLevel::kWarning, "lockstep", finding.id, to_string(finding)});
  }

  Runtime& runtime_;
  DeviceCatalogue& catalogue_;
  const description::World& world_;
  devices::DeviceContext context_;
  UnknownPlugins unknown_;
  std::vector<Diagnostic> problems_;
  std::map<std::string, std::vector<const description::Sensor*>> unknown_sensors_;  // by type
};

}  // namespace

void add_devices(Runtime& runtime, DeviceCatalogue& catalogue, const description::World& world,
                 const devices::DeviceContext& context, UnknownPlugins unknown) {
  Installer{runtime, catalogue, world, context, unknown}.install();
}

}  // namespace lockstep::runtime
