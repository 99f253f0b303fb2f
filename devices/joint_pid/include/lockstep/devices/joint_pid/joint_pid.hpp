// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/api/factory.hpp"

namespace lockstep::devices::joint_pid {

/// Gazebo's joint controller on one joint: a position loop, a velocity loop and a constant effort, whose sum
/// is the command (see Pid for the law). What `gz joint --pos-p 10 --pos-d 3 --pos-t 1` sets is
///
///     <plugin name="controller" filename="joint_pid">
///       <joint>knee</joint>
///       <position> <p>10</p> <d>3</d> <target>1</target> </position>
///     </plugin>
///
/// | field | unit | default | meaning |
/// |---|---|---|---|
/// | `joint` | | required | see Binder::find_joint |
/// | `name` | | "<joint>_pid" | component name |
/// | `position`, `velocity` | | no such loop | `p`, `i`, `d`, `target`, `i_min`, `i_max`, `output_min`,
/// `output_max` | | `effort` | N.m, N | 0 | constant effort |
///
/// Several controllers stand in one plugin as `<controller>` elements. Gains, targets and the effort are
/// tunable: requests "<device>/position_p", ..., "<device>/position_target", "<device>/effort". A loop with
/// all gains 0 does nothing. Runs in `control`; state: integrals and last errors. Safe effect: no effort.
DeviceKind kind();

}  // namespace lockstep::devices::joint_pid
