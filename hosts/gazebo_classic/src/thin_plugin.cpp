// SPDX-License-Identifier: Apache-2.0
#include "thin_plugin.hpp"

#include <dlfcn.h>
#include <gazebo/common/Console.hh>

namespace lockstep::hosts::gazebo_classic {
namespace {

constexpr const char* kLibrary = "liblockstep_gazebo_classic.so";

/// The library beside this plugin, else the one the dynamic linker finds. Never closed: FMUs may have started
/// threads in it.
void* open_library() {
  Dl_info own{};
  if (dladdr(reinterpret_cast<const void*>(&open_library), &own) != 0 && own.dli_fname != nullptr) {
    std::string beside{own.dli_fname};
    beside = beside.substr(0, beside.rfind('/') + 1) + kLibrary;
    if (void* handle = dlopen(beside.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    // A library that is there but does not load says why; one that is not there may be elsewhere.
    const std::string why = dlerror();
    if (void* handle = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL)) return handle;
    gzerr << "the plugin does not work without " << kLibrary << ", which lies in the same folder: " << why
          << std::endl;
    return nullptr;
  }
  return dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
}

/// The entry point of the library; null after a message that says what is wrong.
MakeRunner find_entry_point() {
  void* const library = open_library();
  if (library == nullptr) return nullptr;
  const auto make = reinterpret_cast<MakeRunner>(dlsym(library, kMakeRunnerSymbol));
  if (make == nullptr)
    gzerr << kLibrary << " is of another version than the plugin: it has no " << kMakeRunnerSymbol
          << std::endl;
  return make;
}

}  // namespace

void ThinPlugin::Load(gazebo::physics::ModelPtr model, sdf::ElementPtr sdf) {
  // Looked up once: there may be hundreds of models. Worlds load in threads of their own.
  static const MakeRunner make_runner = find_entry_point();
  if (make_runner != nullptr) runner_.reset(make_runner(kind_));
  if (runner_) runner_->load(model, sdf);
}

void ThinPlugin::Reset() {
  if (runner_) runner_->reset();
}

}  // namespace lockstep::hosts::gazebo_classic
