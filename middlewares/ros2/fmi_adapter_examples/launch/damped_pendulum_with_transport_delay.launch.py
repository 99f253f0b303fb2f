# SPDX-License-Identifier: Apache-2.0
"""A pendulum of 25 m, and its angle 2.33 s later: /example/a and /example/y, two nodes in one namespace.

The delay is active before the pendulum moves: configure delay, configure pendulum, activate delay, activate pendulum.
"""
import os

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import EmitEvent, RegisterEventHandler
from launch.events import matches_action
from launch_ros.actions import LifecycleNode
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState
from lifecycle_msgs.msg import Transition


def generate_launch_description():
    fmus = os.path.join(get_package_share_directory("fmi_adapter_examples"), "share")

    def managed(name, parameters, remappings=()):
        return LifecycleNode(package="fmi_adapter", executable="fmi_adapter_node", name=name, namespace="example",
                             output="screen", parameters=[parameters], remappings=list(remappings))

    delay = managed("transport_delay", {"fmu_path": os.path.join(fmus, "TransportDelay.fmu"), "d": 2.33}, [("x", "a")])
    pendulum = managed("damped_pendulum", {"fmu_path": os.path.join(fmus, "DampedPendulum.fmu"), "l": 25.0, "d": 0.01})

    def change(node, transition):
        return EmitEvent(event=ChangeState(lifecycle_node_matcher=matches_action(node), transition_id=transition))

    def when(node, start, goal, then):
        return RegisterEventHandler(OnStateTransition(
            target_lifecycle_node=node, start_state=start, goal_state=goal, entities=[then]))

    return LaunchDescription([
        delay,
        pendulum,
        when(delay, "configuring", "inactive", change(pendulum, Transition.TRANSITION_CONFIGURE)),
        when(pendulum, "configuring", "inactive", change(delay, Transition.TRANSITION_ACTIVATE)),
        when(delay, "activating", "active", change(pendulum, Transition.TRANSITION_ACTIVATE)),
        change(delay, Transition.TRANSITION_CONFIGURE),
    ])
