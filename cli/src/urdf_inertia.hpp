// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/description/link.hpp"

namespace lockstep::cli {

/// Mass properties of one link as its URDF has them.
struct LinkInertia {
  std::string link;
  description::Inertial inertial;
  std::string problem;  ///< why no rigid body has them; empty when one can
};

/// Which point the inertia of a file is about, and which one it shall be about.
enum class InertiaShift {
  kNone,
  kToCentre,  ///< from the link's origin to the centre of mass: I - m (c'c E - c c')
  kToOrigin,  ///< the other way round
};

/// The mass properties of all links that have any, after the shift, and the text of the URDF with the new
/// `<inertia>` elements; all else stays as it is. The axes of a tensor are those of its `<inertial>`. Throws
/// Error{kBadInput} for text that is no URDF and for numbers that are none, with the link.
struct ShiftedInertia {
  std::vector<LinkInertia> links;
  std::string text;
};
ShiftedInertia shift_inertia(const std::string& urdf, const std::string& file, InertiaShift shift);

}  // namespace lockstep::cli
