// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/physics/Contact.hh>
#include <gazebo/physics/ContactManager.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/World.hh>

#include <cstddef>
#include <vector>

#include "lockstep/hosts/api/state.hpp"

namespace lockstep::hosts::gazebo_classic {

/// Contacts of some links of a model, as WorldState::contacts has them. A link of another model, or of the
/// world, is kWorld.
class LinkContactReader {
 public:
  /// `links`: all of the model, by LinkIndex; `watched`: of these. Asks Gazebo to keep all contacts of the
  /// world from now on.
  LinkContactReader(gazebo::physics::World& world, const std::vector<gazebo::physics::Link*>& links,
                    const std::vector<LinkIndex>& watched);
  /// Those of the last step, as many as there is room for. Between the end of a step and the controllers of
  /// the next one: then Gazebo looks for new contacts.
  void read(WorldState& state) const;

 private:
  void add(const gazebo::physics::Contact& contact, LinkIndex first, LinkIndex second,
           WorldState& state) const;

  const gazebo::physics::ContactManager* manager_;
  std::vector<gazebo::physics::Link*> links_;
  std::vector<bool> watched_;
};

}  // namespace lockstep::hosts::gazebo_classic
