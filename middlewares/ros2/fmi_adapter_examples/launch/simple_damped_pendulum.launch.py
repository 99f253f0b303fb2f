# SPDX-License-Identifier: Apache-2.0
"""A damped pendulum with its default parameters; its angle is on /a at 100 Hz."""
import os

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource


def generate_launch_description():
    fmu = os.path.join(get_package_share_directory("fmi_adapter_examples"), "share", "DampedPendulum.fmu")
    one_node = os.path.join(get_package_share_directory("fmi_adapter"), "launch", "fmi_adapter_node.launch.py")
    return LaunchDescription([
        IncludeLaunchDescription(PythonLaunchDescriptionSource(one_node), launch_arguments={"fmu_path": fmu}.items()),
    ])
