// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/api/factory.hpp"

namespace lockstep::devices::imu {

/// An inertial measurement unit: `<sensor type="imu">` of a link L, with its frame S where the `<pose>` of
/// the sensor puts it; or a device with the fields `link`, `pose` (m, rad; of S in L) and `name` (imu).
///
/// | signal | unit | meaning |
/// |---|---|---|
/// | `angular_velocity` (3) | rad/s | of S in the world, in the axes of S |
/// | `linear_acceleration` (3) | m/s2 | specific force: acceleration of the origin of S minus gravity, in the
/// axes of S. At rest it is g, upwards |
/// | `orientation` (4) | | of S in the world, quaternion x y z w |
/// | `magnetic_field` (3) | T | that of the world in the axes of S; only with a magnetometer |
///
/// With r from L to S: a_WS = a_WL + alpha x r + w x (w x r). Accelerations are those of the host: means over
/// the last step, 0 before the first one (see LinkMotion), whatever the update rate.
///
/// | field | default | meaning |
/// |---|---|---|
/// | `update_rate` | every step | Hz |
/// | `imu/angular_velocity/{x,y,z}/noise`, `imu/linear_acceleration/{x,y,z}/noise` | none | see NoiseConfig |
/// | `imu/enable_magnetometer` | false | true: there is a signal `magnetic_field` |
/// | `imu/magnetic_field` | that of the world | three numbers [T] in axes of the world; turns it on |
/// | `imu/magnetic_field_noise/{x,y,z}/noise` | none | see NoiseConfig |
/// | `imu/enable_orientation` | true | false: there is no signal `orientation` |
///
/// The fields of every device (options.hpp) count, too. `imu/orientation_reference_frame` causes a warning:
/// the orientation is always that in the world. Runs in `observe`; keeps biases and random numbers, which
/// start anew with each reset.
DeviceKind kind();

}  // namespace lockstep::devices::imu
