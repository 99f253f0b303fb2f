// SPDX-License-Identifier: Apache-2.0
#include "contact_filter.hpp"

#include <dart/collision/CollisionObject.hpp>

namespace lockstep::hosts::dart {

bool ContactFilter::ignoresCollision(const ::dart::collision::CollisionObject* one,
                                     const ::dart::collision::CollisionObject* other) const {
  const auto a = shapes_.find(one->getShapeFrame());
  const auto b = shapes_.find(other->getShapeFrame());
  if (a != shapes_.end() && b != shapes_.end()) {
    if ((a->second.bitmask & b->second.bitmask) == 0) return true;
    const bool same_model = a->second.model == b->second.model;
    if (same_model && !(a->second.self_collide && b->second.self_collide)) return true;
  }
  return BodyNodeCollisionFilter::ignoresCollision(one, other);
}

}  // namespace lockstep::hosts::dart
