// SPDX-License-Identifier: Apache-2.0
#include "thin_plugin.hpp"

#include <dlfcn.h>
#include <gazebo/common/Console.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/World.hh>

namespace lockstep::hosts::gazebo_classic {
namespace {

constexpr const char* kLibrary = "liblockstep_gazebo_classic.so";

/// The entry point of the library; null with the reason why there is none.
struct EntryPoint {
  MakeRunner make{nullptr};
  std::string folder;  // of this plugin
  std::string problem;
};

/// Looks beside this plugin, then where the dynamic linker looks. The library is never closed: FMUs may have
/// started threads in it.
EntryPoint find_entry_point() {
  EntryPoint entry;
  Dl_info own{};
  if (dladdr(reinterpret_cast<const void*>(&find_entry_point), &own) != 0) entry.folder = own.dli_fname;
  entry.folder.resize(entry.folder.rfind('/') + 1);
  void* library = dlopen((entry.folder + kLibrary).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    // A library that is there but does not load says why; one that is not there may be elsewhere.
    entry.problem = dlerror();
    library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return entry;
  }
  entry.make = reinterpret_cast<MakeRunner>(dlsym(library, kMakeRunnerSymbol));
  entry.problem = std::string{kLibrary} + " is of another version than the plugin";
  return entry;
}

}  // namespace

namespace {

/// Looked up once: there may be hundreds of models. Worlds load in threads of their own.
const EntryPoint& entry_point() {
  static const EntryPoint entry = find_entry_point();
  return entry;
}

std::unique_ptr<Runner> make_runner(const char* kind) {
  const EntryPoint& entry = entry_point();
  return std::unique_ptr<Runner>{entry.make == nullptr ? nullptr : entry.make(kind)};
}

void refuse(const std::string& who, sdf::Element& plugin, gazebo::physics::World& world) {
  const EntryPoint& entry = entry_point();
  gzerr << who << ": plugin '" << plugin.Get<std::string>("name") << "' was not started: " << entry.problem
        << "\nPut " << kLibrary << " and liblockstep_core.so of the plugin's version into its folder, "
        << entry.folder << ", or their folder into LD_LIBRARY_PATH.\n"
        << "The world is paused. 'gz world -p 0' lets it go on without the plugin." << std::endl;
  world.SetPaused(true);
}

}  // namespace

void ThinPlugin::Load(gazebo::physics::ModelPtr model, sdf::ElementPtr sdf) {
  runner_ = make_runner(kind_);
  if (runner_)
    runner_->load(model, sdf);
  else
    refuse("model '" + model->GetScopedName() + "'", *sdf, *model->GetWorld());
}

void ThinPlugin::Reset() {
  if (runner_) runner_->reset();
}

void ThinWorldPlugin::Load(gazebo::physics::WorldPtr world, sdf::ElementPtr sdf) {
  runner_ = make_runner(kind_);
  if (runner_)
    runner_->load(world, sdf);
  else
    refuse("world '" + world->Name() + "'", *sdf, *world);
}

void ThinWorldPlugin::Reset() {
  if (runner_) runner_->reset();
}

}  // namespace lockstep::hosts::gazebo_classic
