// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/joint.hpp"

namespace lockstep::description {

std::string_view to_string(JointType type) noexcept {
  switch (type) {
    case JointType::kFixed:
      return "fixed";
    case JointType::kRevolute:
      return "revolute";
    case JointType::kContinuous:
      return "continuous";
    case JointType::kPrismatic:
      return "prismatic";
    case JointType::kUniversal:
      return "universal";
    case JointType::kBall:
      return "ball";
    case JointType::kScrew:
      return "screw";
    case JointType::kRevolute2:
      return "revolute2";
    case JointType::kGearbox:
      return "gearbox";
    case JointType::kPlanar:
      return "planar";
    case JointType::kFloating:
      return "floating";
  }
  return "unknown";
}

int degrees_of_freedom(JointType type) noexcept {
  switch (type) {
    case JointType::kFixed:
    case JointType::kGearbox:
      return 0;
    case JointType::kRevolute:
    case JointType::kContinuous:
    case JointType::kPrismatic:
    case JointType::kScrew:
      return 1;
    case JointType::kUniversal:
    case JointType::kRevolute2:
      return 2;
    case JointType::kBall:
    case JointType::kPlanar:
      return 3;
    case JointType::kFloating:
      return 6;
  }
  return 0;
}

}  // namespace lockstep::description
