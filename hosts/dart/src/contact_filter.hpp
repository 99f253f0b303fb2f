// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dart/collision/CollisionFilter.hpp>
#include <dart/dynamics/ShapeNode.hpp>
#include <unordered_map>

namespace lockstep::hosts::dart {

/// Which shapes may touch, as SDF has it: those whose bit masks share a bit; links of one model only if both
/// say <self_collide>, and never those with a joint between them. DART by itself goes by skeletons, which are
/// not models: two bodies of one model without a joint between them would touch.
class ContactFilter final : public ::dart::collision::BodyNodeCollisionFilter {
 public:
  struct Shape {
    std::size_t model{0};  ///< the outermost one
    bool self_collide{false};
    unsigned bitmask{0xffff};
  };
  void add(const ::dart::dynamics::ShapeNode& node, const Shape& shape) { shapes_[&node] = shape; }

  bool ignoresCollision(const ::dart::collision::CollisionObject* one,
                        const ::dart::collision::CollisionObject* other) const override;

 private:
  std::unordered_map<const ::dart::dynamics::ShapeFrame*, Shape> shapes_;
};

}  // namespace lockstep::hosts::dart
