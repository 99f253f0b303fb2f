// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fmi_adapter {

/// Ctrl-C, SIGTERM (service managers, roslaunch's second attempt) and `rosnode kill` of a program with one
/// node. A node that runs ends its loop, and main shuts ROS down: the last messages are sent, and no thread
/// is left when the program ends. roscpp alone would shut down in a thread of its own, which nobody joins. It
/// still has to help where no loop looks: while the node starts, say without a master, and when it is asked a
/// second time.
///
/// Call catch_stop_requests() after ros::init (with NoSigintHandler) and before the first handle.
void catch_stop_requests();
/// From now on requests to stop are answered by may_run().
void begin_running();
/// Nobody has asked the node to stop, and ROS runs.
bool may_run();

}  // namespace fmi_adapter
