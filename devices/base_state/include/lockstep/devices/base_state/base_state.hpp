// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/api/factory.hpp"

namespace lockstep::devices::base_state {

/// Where a link is and how it moves, in the axes of the world: the floating base of a robot, for estimators
/// and controllers that need it true.
///
/// | signal | unit | meaning |
/// |---|---|---|
/// | `position` (3) | m | of the link's origin |
/// | `orientation` (4) | | quaternion x y z w |
/// | `roll_pitch_yaw` (3) | rad | the same about the fixed axes x, y, z; pitch from -pi/2 to pi/2 |
/// | `linear_velocity`, `angular_velocity` (3) | m/s, rad/s | of the link's origin |
/// | `linear_acceleration`, `angular_acceleration` (3) | m/s2, rad/s2 | means over the last step (LinkMotion)
/// |
///
/// | field | default | meaning |
/// |---|---|---|
/// | `link` | required | see Binder::find_link |
/// | `name` | base_state | component name |
///
/// The fields of every device (options.hpp) count, too. Runs in `observe`; no state.
DeviceKind kind();

}  // namespace lockstep::devices::base_state
