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

void ThinPlugin::Load(gazebo::physics::ModelPtr model, sdf::ElementPtr sdf) {
  // Looked up once: there may be hundreds of models. Worlds load in threads of their own.
  static const EntryPoint entry = find_entry_point();
  if (entry.make != nullptr) runner_.reset(entry.make(kind_));
  if (runner_) {
    runner_->load(model, sdf);
    return;
  }
  gzerr << "model '" << model->GetScopedName() << "': plugin '" << sdf->Get<std::string>("name")
        << "' was not started: " << entry.problem << "\nPut " << kLibrary
        << " and liblockstep_core.so of the plugin's version into its folder, " << entry.folder
        << ", or their folder into LD_LIBRARY_PATH.\n"
        << "The world is paused. 'gz world -p 0' lets it go on without the plugin." << std::endl;
  model->GetWorld()->SetPaused(true);
}

void ThinPlugin::Reset() {
  if (runner_) runner_->reset();
}

}  // namespace lockstep::hosts::gazebo_classic
