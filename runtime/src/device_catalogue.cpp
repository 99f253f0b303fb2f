// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/device_catalogue.hpp"

#include <dlfcn.h>

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

std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
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

std::vector<std::string> DeviceCatalogue::types() const {
  std::vector<std::string> names;
  for (const devices::DeviceKind& kind : kinds_)
    names.push_back(kind.type);
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

namespace {

/// Walks the models and adds their devices, collecting what is wrong.
class Installer {
 public:
  Installer(Runtime& runtime, DeviceCatalogue& catalogue, const devices::DeviceContext& context,
            UnknownPlugins unknown)
      : runtime_{runtime}, catalogue_{catalogue}, context_{context}, unknown_{unknown} {}

  void install(const std::vector<description::Plugin>& plugins, const std::string& model) {
    for (const description::Plugin& plugin : plugins)
      install(plugin, model);
  }

  void install(const description::Model& model) {
    install(model.plugins, model.scoped_name);
    for (const description::Model& nested : model.models)
      install(nested);
  }

  void finish() {
    if (problems_.empty()) return;
    throw Error{ErrorCode::kBadInput, "devices of the world cannot be made", std::move(problems_)};
  }

 private:
  void install(const description::Plugin& plugin, const std::string& model) {
    try {
      const devices::DeviceKind* kind = kind_of(plugin);
      if (kind == nullptr) {
        report_unknown(plugin);
        return;
      }
      devices::DeviceContext context = context_;
      context.model = hosts::normalized_scope(model);
      for (devices::MadeDevice& made : kind->make(plugin.config, context))
        runtime_.add(std::move(made.device), made.options, model);
    } catch (const Error& error) {
      if (error.diagnostics().empty())
        problems_.push_back(plugin.config.finding(Severity::kError, "device", error.message()));
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
    if (unknown_ == UnknownPlugins::kError || plugin.required)
      problems_.push_back(plugin.config.finding(Severity::kError, "device-unknown", message));
    else if (context_.log)
      context_.log({core::LogLevel::kWarning, "lockstep", "device-unknown",
                    to_string(plugin.config.finding(Severity::kWarning, "device-unknown", message))});
  }

  Runtime& runtime_;
  DeviceCatalogue& catalogue_;
  const devices::DeviceContext& context_;
  UnknownPlugins unknown_;
  std::vector<Diagnostic> problems_;
};

}  // namespace

void add_devices(Runtime& runtime, DeviceCatalogue& catalogue, const description::World& world,
                 const devices::DeviceContext& context, UnknownPlugins unknown) {
  Installer installer{runtime, catalogue, context, unknown};
  installer.install(world.plugins, {});
  for (const description::Model& model : world.models)
    installer.install(model);
  installer.finish();
}

}  // namespace lockstep::runtime
