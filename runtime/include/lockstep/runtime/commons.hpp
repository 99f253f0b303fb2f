// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "lockstep/runtime/doors.hpp"

namespace lockstep::runtime {

/// What the runtimes of one world have in common, where a world has several: in a simulator whose models come
/// and go while it runs, each model has a runtime of its own. They share doors (signals, inlets, requests,
/// taps, the barrier) and claims of joints, so that devices of different models read each other's signals and
/// two that want the same joint are refused.
///
///     Commons commons;
///     RuntimeOptions options;
///     options.commons = &commons;
///     Runtime arm{arm_host, options}, table{table_host, options};
///
/// The shell that drives them latches the doors once at the start of a step of the world, hands rows to taps
/// once at its end, and resets them with the world: the runtimes do none of that. When a runtime is
/// destroyed, everything it has added is removed (Doors::remove). Times at the doors are those of the world:
/// signals of a runtime that started later have stamps counted from the world's zero.
///
/// Must outlive its runtimes. In the thread that drives the world.
class Commons {
 public:
  Commons() : Commons{Doors::Options{}} {}
  explicit Commons(Doors::Options options) : doors_{options} {}

  Doors& doors() noexcept { return doors_; }

  // --- the side of a runtime -----------------------------------------------------------------------------
  Owner new_owner() noexcept { return ++last_owner_; }
  /// Numbers for this many writers that nobody else has.
  SignalTable::Writer reserve_writers(std::uint32_t count) noexcept {
    const SignalTable::Writer first = next_writer_;
    next_writer_ += count;
    return first;
  }
  enum class Claim : std::uint8_t { kCommand, kActuation };
  /// `axis`: its joint and number. Throws Error{kBadUsage} naming both devices when another runtime has the
  /// claim.
  void claim(Claim what, const std::pair<std::string, std::uint32_t>& axis, const std::string& device,
             Owner owner);
  void release_claims(Owner owner);

 private:
  struct Holder {
    std::string device;
    Owner owner;
  };
  Doors doors_;
  std::map<std::pair<Claim, std::pair<std::string, std::uint32_t>>, Holder> claims_;
  Owner last_owner_{kOwnedByWorld};
  SignalTable::Writer next_writer_{0};
};

}  // namespace lockstep::runtime
