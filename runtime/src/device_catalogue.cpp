// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/device_catalogue.hpp"

#include <dlfcn.h>

#include <algorithm>

#include "lockstep/core/error.hpp"

namespace lockstep::runtime {
namespace {

/// "path/libX.so" -> "X".
std::string_view bare_name(std::string_view file) {
  if (const auto slash = file.rfind('/'); slash != std::string_view::npos) file.remove_prefix(slash + 1);
  if (file.size() > 3 && file.substr(file.size() - 3) == ".so") file.remove_suffix(3);
  if (file.size() > 3 && file.substr(0, 3) == "lib") file.remove_prefix(3);
  return file;
}

bool goes_by(const devices::DeviceKind& kind, std::string_view name) {
  if (kind.type == name || kind.type == bare_name(name)) return true;
  for (const std::string& alias : kind.aliases) {
    if (bare_name(alias) == bare_name(name)) return true;
  }
  return false;
}

}  // namespace

struct DeviceCatalogue::Library {
  std::filesystem::path file;
  void* handle{nullptr};
  std::vector<std::string> types;
  ~Library() {
    if (handle != nullptr) dlclose(handle);
  }
};

DeviceCatalogue::DeviceCatalogue() = default;
DeviceCatalogue::~DeviceCatalogue() = default;
DeviceCatalogue::DeviceCatalogue(DeviceCatalogue&&) noexcept = default;
DeviceCatalogue& DeviceCatalogue::operator=(DeviceCatalogue&&) noexcept = default;

const devices::DeviceKind* DeviceCatalogue::find(std::string_view name) const noexcept {
  for (const devices::DeviceKind& kind : kinds_) {
    if (goes_by(kind, name)) return &kind;
  }
  return nullptr;
}

const devices::DeviceKind* DeviceCatalogue::find_sensor(std::string_view sensor_type) const noexcept {
  for (const devices::DeviceKind& kind : kinds_) {
    if (std::find(kind.sensor_types.begin(), kind.sensor_types.end(), sensor_type) != kind.sensor_types.end())
      return &kind;
  }
  return nullptr;
}

std::vector<std::string> DeviceCatalogue::types() const {
  std::vector<std::string> names;
  for (const devices::DeviceKind& kind : kinds_)
    names.push_back(kind.type);
  return names;
}

std::vector<std::string> DeviceCatalogue::sensor_types() const {
  std::vector<std::string> names;
  for (const devices::DeviceKind& kind : kinds_)
    names.insert(names.end(), kind.sensor_types.begin(), kind.sensor_types.end());
  return names;
}

void DeviceCatalogue::add(devices::DeviceKind kind) {
  std::vector<std::string> names = kind.aliases;
  names.push_back(kind.type);
  for (const std::string& name : names) {
    if (find(name) != nullptr)
      throw Error{ErrorCode::kBadUsage,
                  "there are two kinds of devices with the name '" + name + "'; rename one"};
  }
  for (const std::string& sensor : kind.sensor_types) {
    if (const devices::DeviceKind* other = find_sensor(sensor))
      throw Error{ErrorCode::kBadUsage, "devices '" + other->type + "' and '" + kind.type +
                                            "' both want to be <sensor type=\"" + sensor +
                                            "\">; leave it to one of them"};
  }
  kinds_.push_back(std::move(kind));
}

const std::vector<std::string>& DeviceCatalogue::load(const std::filesystem::path& library) {
  for (const auto& loaded : libraries_) {
    if (loaded->file == library) return loaded->types;
  }
  auto opened = std::make_unique<Library>();
  opened->file = library;
  opened->handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (opened->handle == nullptr)
    throw Error{ErrorCode::kLoadFailed,
                "library of devices '" + library.string() + "' does not load: " + dlerror()};
  const auto version =
      reinterpret_cast<int (*)()>(dlsym(opened->handle, "lockstep_device_interface_version"));
  const auto fill =
      reinterpret_cast<void (*)(devices::DevicePlugin&)>(dlsym(opened->handle, "lockstep_device_plugin"));
  if (version == nullptr || fill == nullptr)
    throw Error{ErrorCode::kLoadFailed,
                "'" + library.string() +
                    "' is no library of devices: it has no LOCKSTEP_DEVICE_PLUGIN; see "
                    "docs/how-to/write-a-device.md"};
  if (version() != devices::kDeviceInterfaceVersion)
    throw Error{ErrorCode::kLoadFailed,
                "'" + library.string() + "' was built for version " + std::to_string(version()) +
                    " of the device interface, this program has " +
                    std::to_string(devices::kDeviceInterfaceVersion) + "; build it again"};
  libraries_.push_back(std::move(opened));
  devices::DevicePlugin plugin;
  fill(plugin);
  for (devices::DeviceKind& kind : plugin.kinds) {
    libraries_.back()->types.push_back(kind.type);
    add(std::move(kind));
  }
  return libraries_.back()->types;
}

}  // namespace lockstep::runtime
