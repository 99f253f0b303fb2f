// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/engines/engines.hpp"

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/clock/clock_host.hpp"
#ifdef LOCKSTEP_HAS_MUJOCO
#include "lockstep/hosts/mujoco/mujoco_host.hpp"
#endif
#ifdef LOCKSTEP_HAS_DART
#include "lockstep/hosts/dart/dart_host.hpp"
#endif
#ifdef LOCKSTEP_HAS_SIMBODY
#include "lockstep/hosts/simbody/simbody_host.hpp"
#endif

namespace lockstep::hosts {
namespace {

struct EngineKind {
  const char* name;
  std::unique_ptr<Engine> (*make)(const SharedWorld&, const EngineOptions&);
};

const std::vector<EngineKind>& kinds() {
  static const std::vector<EngineKind> kKinds = {
#ifdef LOCKSTEP_HAS_MUJOCO
      {"mujoco", mujoco::make_engine},
#endif
#ifdef LOCKSTEP_HAS_DART
      {"dart", dart::make_engine},
#endif
#ifdef LOCKSTEP_HAS_SIMBODY
      {"simbody", simbody::make_engine},
#endif
  };
  return kKinds;
}

}  // namespace

std::vector<std::string> engine_names() {
  std::vector<std::string> names;
  for (const EngineKind& kind : kinds())
    names.emplace_back(kind.name);
  return names;
}

std::unique_ptr<Engine> make_engine(const std::string& name, const SharedWorld& world,
                                    const EngineOptions& options) {
  if (name == kClockEngine) return clock::make_engine(*world, options);
  if (kinds().empty())
    throw Error{ErrorCode::kUnsupported,
                "this program was built without a physics engine; install libmujoco-dev and build it again"};
  for (const EngineKind& kind : kinds())
    if (name.empty() || name == kind.name) return kind.make(world, options);
  std::string names;
  for (const std::string& known : engine_names())
    names += known + ", ";
  throw Error{ErrorCode::kNotFound,
              "there is no engine '" + name + "' in this program; it has: " + names + kClockEngine};
}

}  // namespace lockstep::hosts
