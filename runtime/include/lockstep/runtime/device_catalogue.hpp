// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/description/world.hpp"
#include "lockstep/devices/api/factory.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::runtime {

/// The kinds of devices a program knows, by type and by the plugin file names they stand for. Each program
/// (or world) has its own: nothing registers itself.
class DeviceCatalogue {
 public:
  DeviceCatalogue();
  ~DeviceCatalogue();
  DeviceCatalogue(DeviceCatalogue&&) noexcept;
  DeviceCatalogue& operator=(DeviceCatalogue&&) noexcept;

  /// Throws Error{kBadUsage} when a type, an alias or a type of sensor is taken.
  void add(devices::DeviceKind kind);
  /// Loads a library of devices (see LOCKSTEP_DEVICE_PLUGIN) and adds what it has; a second time it adds
  /// nothing. Returns the types the library has. It stays loaded as long as the catalogue, which must outlive
  /// the devices. Throws Error{kLoadFailed} with the reason, also for a library built for another version of
  /// the interface.
  const std::vector<std::string>& load(const std::filesystem::path& library);

  /// By type, or by the name of a plugin file with or without folder, "lib" and ".so"; null when there is
  /// none.
  const devices::DeviceKind* find(std::string_view name) const noexcept;
  /// The kind for `<sensor type="...">`; null when there is none.
  const devices::DeviceKind* find_sensor(std::string_view sensor_type) const noexcept;
  std::vector<std::string> types() const;
  std::vector<std::string> sensor_types() const;

 private:
  struct Library;
  // Declared first, destroyed last: the kinds' functions live in the libraries.
  std::vector<std::unique_ptr<Library>> libraries_;
  std::vector<devices::DeviceKind> kinds_;
};

/// What add_devices does with a plugin nobody knows.
enum class UnknownPlugins : std::uint8_t { kWarn, kError };

/// Makes the devices of all sensors and plugins of a world and adds them to `runtime`: those of the world,
/// then of each model its sensors of links and of joints, its plugins and its nested models, each in file
/// order. `context` gives the log and the search for files.
///
/// A sensor becomes a device if there is a kind for its type, with its `<update_rate>` as period; all others,
/// and those a kind refuses by a finding "...-place" (unless kError), are warnings. Plugins in it follow. A
/// plugin is found by Plugin::device, by type or file name in the catalogue, or as a library of devices that
/// find_file knows; of several kinds in one the field `device`, else its name, says which. A plugin that
/// nobody knows is an error if it is Plugin::required. Throws Error{kBadInput} with all findings collected.
void add_devices(Runtime& runtime, DeviceCatalogue& catalogue, const description::World& world,
                 const devices::DeviceContext& context, UnknownPlugins unknown = UnknownPlugins::kWarn);

}  // namespace lockstep::runtime
