# SPDX-License-Identifier: Apache-2.0
"""The pendulum and its delay as components of one process, the container /fmi_adapter_nodes.

Components start themselves (parameter autostart): a container has no other way to move a managed node.
"""
import os

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch_ros.actions import ComposableNodeContainer
from launch_ros.descriptions import ComposableNode


def generate_launch_description():
    fmus = os.path.join(get_package_share_directory("fmi_adapter_examples"), "share")

    def component(name, parameters, remappings=()):
        return ComposableNode(package="fmi_adapter", plugin="fmi_adapter::FMIAdapterNode", name=name,
                              namespace="example", parameters=[dict(parameters, autostart=True)],
                              remappings=list(remappings))

    return LaunchDescription([
        ComposableNodeContainer(
            name="fmi_adapter_nodes", namespace="", package="rclcpp_components",
            executable="component_container", output="screen",
            composable_node_descriptions=[
                component("transport_delay", {"fmu_path": os.path.join(fmus, "TransportDelay.fmu"), "d": 2.33},
                          [("x", "a")]),
                component("damped_pendulum", {"fmu_path": os.path.join(fmus, "DampedPendulum.fmu"), "l": 25.0,
                                              "d": 0.01}),
            ]),
    ])
