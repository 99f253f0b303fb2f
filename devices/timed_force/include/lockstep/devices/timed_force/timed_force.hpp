// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockstep/devices/api/factory.hpp"

namespace lockstep::devices::timed_force {

/// A force on a link for a while: somebody pushes, a cable pulls, a gust hits.
///
///     <plugin name="gust" filename="timed_force">
///       <link>tip</link> <force>0 5 0</force> <start>2</start> <duration>0.1</duration>
///     </plugin>
///
/// | field | unit | default | meaning |
/// |---|---|---|---|
/// | `link` | | required | see Binder::find_link |
/// | `name` | | "<link>_force" | component name |
/// | `force` | N | 0 0 0 | through the centre of mass, axes of the world |
/// | `torque` | N.m | 0 0 0 | axes of the world |
/// | `start` | s | 0 | acts in the steps that begin at or after it, ... |
/// | `duration` | s | for ever | ... and before start + duration |
///
/// Runs in `control`, needs Capability::kLinkWrench, has no state. Safe effect: no force. The impulse is that
/// of whole steps: duration / step of them.
DeviceKind kind();

}  // namespace lockstep::devices::timed_force
