// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

namespace lockstep::runtime {

/// A whole world between two steps: physics, devices, signals, time. Made by Runtime::save. Belongs to its
/// runtime and must not outlive it.
class WorldSnapshot {
 public:
  class Parts;
  WorldSnapshot();
  ~WorldSnapshot();
  WorldSnapshot(const WorldSnapshot&) = delete;
  WorldSnapshot& operator=(const WorldSnapshot&) = delete;
  Parts& parts() noexcept { return *parts_; }
  const Parts& parts() const noexcept { return *parts_; }

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace lockstep::runtime
