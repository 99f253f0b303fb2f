// SPDX-License-Identifier: Apache-2.0
#include "link_contacts.hpp"

#include <gazebo/physics/Collision.hh>
#include <gazebo/physics/PhysicsEngine.hh>

#include <algorithm>

namespace lockstep::hosts::gazebo_classic {
namespace {

Eigen::Vector3d vector(const ignition::math::Vector3d& v) {
  return {v.X(), v.Y(), v.Z()};
}

}  // namespace

LinkContactReader::LinkContactReader(gazebo::physics::World& world,
                                     const std::vector<gazebo::physics::Link*>& links,
                                     const std::vector<LinkIndex>& watched)
    : manager_{world.Physics()->GetContactManager()}, links_{links}, watched_(links.size(), false) {
  for (const LinkIndex link : watched)
    watched_[link] = true;
  if (!watched.empty()) world.Physics()->GetContactManager()->SetNeverDropContacts(true);
}

void LinkContactReader::read(WorldState& state) const {
  state.contact_count = 0;
  const auto index_of = [this](const gazebo::physics::Collision* collision) {
    const gazebo::physics::Link* const link = collision->GetLink().get();
    const auto found = std::find(links_.begin(), links_.end(), link);
    return found == links_.end() ? kWorld : static_cast<LinkIndex>(found - links_.begin());
  };
  const std::vector<gazebo::physics::Contact*>& contacts = manager_->GetContacts();
  for (unsigned int i = 0; i < manager_->GetContactCount(); ++i) {
    const LinkIndex first = index_of(contacts[i]->collision1), second = index_of(contacts[i]->collision2);
    if ((first != kWorld && watched_[first]) || (second != kWorld && watched_[second]))
      add(*contacts[i], first, second, state);
  }
}

void LinkContactReader::add(const gazebo::physics::Contact& contact, LinkIndex first, LinkIndex second,
                            WorldState& state) const {
  const ignition::math::Quaterniond q = contact.collision1->GetLink()->WorldPose().Rot();
  for (int j = 0; j < contact.count && state.contact_count < state.contacts.size(); ++j) {
    Contact& made = state.contacts[state.contact_count++];
    made.link_a = second;
    made.link_b = first;
    made.p_WC = vector(contact.positions[j]);
    made.depth_m = contact.depths[j];
    // On the first one, in the axes of its link.
    made.force_b_W_n = vector(q.RotateVector(contact.wrench[j].body1Force));
    made.normal_W = vector(contact.normals[j]);
    // Engines differ in the side that the normal points to; contacts push.
    if (made.normal_W.dot(made.force_b_W_n) < 0.0) made.normal_W = -made.normal_W;
  }
}

}  // namespace lockstep::hosts::gazebo_classic
