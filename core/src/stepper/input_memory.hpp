// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "lockstep/core/stepper.hpp"

namespace lockstep::core {

/// A copy of the elements of one group, compared bit by bit (NaN equals NaN, or an event would follow every
/// step).
class GroupCopy {
 public:
  explicit GroupCopy(const Stepper::Group& group);
  /// Copies what the group holds now. Allocates only when strings or binaries grow.
  void take() noexcept;
  /// Writes the copy back into the group.
  void give() const noexcept;
  bool differs() const noexcept;
  const Stepper::Group& group() const noexcept { return *group_; }
  /// From a copy of the same group.
  void assign(const GroupCopy& other) noexcept;

 private:
  const Stepper::Group* group_;
  std::size_t count_;
  std::shared_ptr<void> data_;
};

/// The inputs as the FMU has them. An input that is held over a step and differs from what the FMU has is a
/// jump and needs event mode.
class InputMemory {
 public:
  void add(const Stepper::Group& group) { copies_.emplace_back(group); }

  struct Change {
    bool any{false};
    bool parameter{false};  ///< a tunable parameter is among the groups that changed
  };
  Change change() const noexcept;
  /// The FMU has been given what the groups hold now.
  void take() noexcept;

  /// For snapshots: state() makes one, copy_to() fills it again without allocating.
  std::vector<GroupCopy> state() const;
  void copy_to(std::vector<GroupCopy>& state) const noexcept;
  void restore(const std::vector<GroupCopy>& state) noexcept;

 private:
  std::vector<GroupCopy> copies_;
};

}  // namespace lockstep::core
