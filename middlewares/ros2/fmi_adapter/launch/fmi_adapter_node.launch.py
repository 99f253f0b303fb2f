# SPDX-License-Identifier: Apache-2.0
"""One FMU as a managed node, configured and activated: ros2 launch fmi_adapter fmi_adapter_node.launch.py fmu_path:=X.fmu"""
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, EmitEvent, RegisterEventHandler
from launch.events import matches_action
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import LifecycleNode
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState
from lifecycle_msgs.msg import Transition


def generate_launch_description():
    node = LifecycleNode(
        package="fmi_adapter",
        executable="fmi_adapter_node",
        name="fmi_adapter_node",
        namespace="",
        output="screen",
        parameters=[{"fmu_path": LaunchConfiguration("fmu_path")}],
    )

    def change(transition):
        return EmitEvent(event=ChangeState(lifecycle_node_matcher=matches_action(node), transition_id=transition))

    return LaunchDescription([
        DeclareLaunchArgument("fmu_path", description="the FMU file"),
        node,
        RegisterEventHandler(OnStateTransition(
            target_lifecycle_node=node, start_state="configuring", goal_state="inactive",
            entities=[change(Transition.TRANSITION_ACTIVATE)])),
        change(Transition.TRANSITION_CONFIGURE),
    ])
