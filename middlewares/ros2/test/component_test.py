# SPDX-License-Identifier: Apache-2.0
"""The node as a component of a container, and the launch files of the examples."""
import pathlib
import os
import unittest

from composition_interfaces.srv import ListNodes, LoadNode
from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from ros2_support import RosTest, fmu, wait_until
from std_msgs.msg import Float64


def parameter(name, value):
    if isinstance(value, bool):
        return Parameter(name=name, value=ParameterValue(type=ParameterType.PARAMETER_BOOL, bool_value=value))
    return Parameter(name=name, value=ParameterValue(type=ParameterType.PARAMETER_STRING, string_value=value))


class ComponentTest(RosTest):
    def test_container(self):
        """Loaded into a container the node starts itself; a component with a mistake leaves the others alone."""
        ros = pathlib.Path(os.environ["LOCKSTEP_ROS2_PREFIX"])
        self.run_process([str(ros / "lib" / "rclcpp_components" / "component_container")])

        def load(name, **parameters):
            request = LoadNode.Request(package_name="fmi_adapter", plugin_name="fmi_adapter::FMIAdapterNode", node_name=name,
                                       parameters=[parameter(*item) for item in parameters.items()])
            return self.call(LoadNode, "/ComponentManager/_container/load_node", request)

        answer = load("pendulum", fmu_path=fmu("DampedPendulum"), autostart=True)
        self.assertTrue(answer.success, answer.error_message)
        self.assertTrue(load("nothing", fmu_path="/nowhere.fmu", autostart=True).success)
        angles = self.collect(Float64, "/a")
        angles.wait_for(10, "angles")
        nodes = self.call(ListNodes, "/ComponentManager/_container/list_nodes", ListNodes.Request())
        self.assertEqual(set(nodes.full_node_names), {"/pendulum", "/nothing"})


class LaunchTest(RosTest):
    def launch(self, package, file, *arguments):
        return self.run_process(["ros2", "launch", package, file, *arguments])

    def test_one_node(self):
        """The launch file of one FMU: an angle on /a."""
        self.launch("fmi_adapter", "fmi_adapter_node.launch.py", "fmu_path:=" + fmu("DampedPendulum"))
        angles = self.collect(Float64, "/a")
        angles.wait_for(10, "angles")

    def test_two_nodes(self):
        """Pendulum and delay, one after the other through their states."""
        self.launch("fmi_adapter_examples", "damped_pendulum_with_transport_delay.launch.py")
        self.check_delay()

    def test_composed(self):
        """The same in one process."""
        self.launch("fmi_adapter_examples", "damped_pendulum_with_transport_delay_as_composed_node.launch.py")
        self.check_delay()

    def check_delay(self):
        angles, delayed = self.collect(Float64, "/example/a"), self.collect(Float64, "/example/y")
        angles.wait_for(10, "angles")
        wait_until(lambda: any(abs(m.data) > 0.5 for m in delayed.messages), "the angle 2.33 s later")


if __name__ == "__main__":
    unittest.main(verbosity=2)
