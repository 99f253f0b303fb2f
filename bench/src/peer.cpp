// SPDX-License-Identifier: Apache-2.0
#include "peer.hpp"

#include <dlfcn.h>

#include "lockstep/core/error.hpp"

namespace lockstep::bench {

std::vector<const LockstepBenchPeer*> load_peers(const std::vector<std::filesystem::path>& libraries) {
  std::vector<const LockstepBenchPeer*> peers;
  for (const std::filesystem::path& library : libraries) {
    void* handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* entry = handle == nullptr ? nullptr : dlsym(handle, "lockstep_bench_peer");
    if (entry == nullptr) {
      throw Error{ErrorCode::kLoadFailed,
                  "cannot load the peer '" + library.string() + "': " + dlerror() + "; see bench/peer.h"};
    }
    peers.push_back(reinterpret_cast<decltype(&lockstep_bench_peer)>(entry)());
  }
  return peers;
}

}  // namespace lockstep::bench
