# SPDX-License-Identifier: Apache-2.0
"""The node as a component of a container, and the launch files of the examples."""
import pathlib
import os
import unittest

from composition_interfaces.srv import ListNodes, LoadNode
from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from ros2_support import RosTest, fmu, wait_until
from std_msgs.msg import Float64
from std_srvs.srv import SetBool


def parameter(name, value):
    if isinstance(value, bool):
        return Parameter(name=name, value=ParameterValue(type=ParameterType.PARAMETER_BOOL, bool_value=value))
    return Parameter(name=name, value=ParameterValue(type=ParameterType.PARAMETER_STRING, string_value=value))


class ComponentTest(RosTest):
    def test_container(self):
        """Loaded into a container the node starts itself; a component with a mistake leaves the others alone."""
        self.check("component_container")

    def test_container_of_many_threads(self):
        """The same in the container with several threads, while two components are asked at once."""
        load = self.check("component_container_mt")
        self.assertTrue(load("delay", fmu_path=fmu("TransportDelay"), autostart=True).success)
        delayed = self.collect(Float64, "/y")
        delayed.wait_for(10, "values of the other")
        client = {name: self.node.create_client(SetBool, "/%s/pause" % name) for name in ("pendulum", "delay")}
        for name in client:
            wait_until(client[name].service_is_ready, name)
        for _ in range(20):  # services keep ten requests that wait
            answers = [client[name].call_async(SetBool.Request(data=pause)) for pause in (True, False) * 3 for name in client]
            for answer in answers:
                wait_until(answer.done, "an answer")
                self.assertTrue(answer.result().success, answer.result().message)
        before = len(delayed.messages)
        delayed.wait_for(before + 10, "values after the pauses")

    def check(self, container):
        ros = pathlib.Path(os.environ["LOCKSTEP_ROS2_PREFIX"])
        self.run_process([str(ros / "lib" / "rclcpp_components" / container)])

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
        return load


class LaunchTest(RosTest):
    def launch(self, package, file, *arguments):
        return self.run_process(["ros2", "launch", package, file, *arguments])

    def test_one_node(self):
        """The launch file of one FMU: an angle on /a."""
        self.launch("fmi_adapter", "fmi_adapter_node.launch.py", "fmu_path:=" + fmu("DampedPendulum"))
        angles = self.collect(Float64, "/a")
        angles.wait_for(10, "angles")

    def test_simple_pendulum(self):
        """The pendulum of the examples with its own parameters: it starts near 1.5 and swings to the other side."""
        self.launch("fmi_adapter_examples", "simple_damped_pendulum.launch.py")
        angles = self.collect(Float64, "/a")
        wait_until(lambda: any(m.data < -0.5 for m in angles.messages), "the other side")
        self.assertTrue(all(abs(m.data) <= 1.5 for m in angles.messages))

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
