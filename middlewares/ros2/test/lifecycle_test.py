# SPDX-License-Identifier: Apache-2.0
"""The managed node through its services: states, topics and their QoS, parameters, bad input, faults."""
import math
import signal
import unittest

from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import Vector3Stamped
from rcl_interfaces.msg import ParameterType
from rclpy.qos import ReliabilityPolicy
from ros2_support import RosTest, fmu, nanoseconds, pendulum, wait_until
from std_msgs.msg import Float64

STAMPED = "outputs: {state: {type: geometry_msgs/Vector3Stamped, vector.x: a}}"


class LifecycleTest(RosTest):
    def test_states(self):
        """configure loads, activate steps and publishes, deactivate holds time, cleanup frees, all of it twice."""
        node = self.start(fmu_path=fmu("DampedPendulum"), use_sim_time=True)
        self.assertEqual(node.state(), "unconfigured")
        self.assertTrue(node.configure(), node.log())
        self.assertEqual(node.state(), "inactive")
        angles = self.collect(Float64, "/a")
        angles.wait_publisher()
        info = self.node.get_publishers_info_by_topic("/a")[0]
        self.assertEqual(info.topic_type, "std_msgs/msg/Float64")
        self.assertEqual(info.qos_profile.reliability, ReliabilityPolicy.RELIABLE)

        clock = self.simulated_clock(10.0)
        clock.publish()
        self.assertTrue(node.activate(), node.log())
        clock.run_until(lambda: len(angles.messages) > 20, "angles")
        self.assertTrue(node.deactivate())
        held = angles.messages[-1].data
        count = len(angles.messages)
        reports = self.collect(DiagnosticArray, "/diagnostics")
        for _ in range(20):  # a second passes, unseen by the FMU
            clock.set(clock.now_ns * 1e-9 + 0.05)
        clock.stand_until(lambda: any(nanoseconds(report.header.stamp) >= clock.now_ns for report in reports.messages),
                          "the node to know the time")
        self.assertTrue(node.activate())
        clock.run_until(lambda: len(angles.messages) > count, "angles after the gap")
        self.assertLess(abs(angles.messages[count].data - held), 0.3, "a second would have moved it by 2.8")

        self.assertTrue(node.deactivate())
        self.assertTrue(node.cleanup())
        self.assertEqual(node.state(), "unconfigured")
        wait_until(lambda: self.node.count_publishers("/a") == 0, "the publisher to go")
        count = len(angles.messages)
        node.bring_up()
        angles.wait_publisher()
        clock.run_until(lambda: len(angles.messages) > count, "angles of the second life")
        self.assertGreater(angles.messages[count].data, 0.5, "it started again at 1.5")

    def test_ends_when_told(self):
        """Interrupted in the middle of its work a node ends without a complaint, from every state."""
        for k in range(4):
            node = self.start("ends%d" % k, fmu_path=fmu("DampedPendulum"), update_period=0.0005)
            self.assertTrue(k < 1 or node.configure(), node.log())
            self.assertTrue(k < 2 or node.activate(), node.log())
            self.assertEqual(node.state(), ["unconfigured", "inactive", "active", "active"][k])
            node.process.send_signal(signal.SIGINT)
            self.assertEqual(node.process.wait(60), 0, node.log())
            self.assertNotIn("failed to publish", node.log())

    def test_steps_while_inactive_if_told(self):
        """The switch: FMU time runs from configure on, only publishing waits."""
        clock = self.simulated_clock(5.0)
        node = self.start(fmu_path=fmu("DampedPendulum"), use_sim_time=True, step_while_inactive=True, mapping=STAMPED)
        states = self.collect(Vector3Stamped, "/state")
        self.assertTrue(node.configure(), node.log())
        states.wait_publisher()
        clock.run_until(lambda: clock.now_ns > 6_000_000_000, "a second")
        self.assertEqual(len(states.messages), 0)
        self.assertTrue(node.activate())
        clock.run_until(lambda: len(states.messages) > 0, "an angle")
        message = states.messages[-1]
        # FMU time 0 lies at the first time the node saw, somewhere in the first second, not at activate
        later = [pendulum(nanoseconds(message.header.stamp) * 1e-9 - 5.0 - k * 0.01) for k in range(0, 90)]
        self.assertLess(min(abs(message.vector.x - value) for value in later), 5e-3)


class ParameterTest(RosTest):
    def test_description(self):
        """Parameters carry type, unit and whether they may change; whole numbers in YAML are fine for reals."""
        node = self.start(fmu_path=fmu("DampedPendulum"), l=25, step_size=1)
        self.assertTrue(node.configure(), node.log())
        l = node.describe("l")
        self.assertEqual((l.type, l.read_only), (ParameterType.PARAMETER_DOUBLE, True))
        self.assertIn("unit: m", l.additional_constraints)
        self.assertEqual(node.get("l").double_value, 25.0)
        self.assertEqual(node.get("g").double_value, 9.81)
        self.assertEqual(node.get("step_size").double_value, 1.0)
        self.assertFalse(node.set("l", 2.0).successful)

    def test_tunable(self):
        """Tunable parameters change while the FMU runs; what does not fit is refused with the reason."""
        node = self.start(fmu_path=fmu("Feedthrough", "3.0"))
        node.bring_up()
        name = "Float64_tunable_parameter"
        self.assertFalse(node.describe(name).read_only)
        self.assertTrue(node.set(name, 3.5).successful)
        self.assertEqual(node.get(name).double_value, 3.5)
        result = node.set(name, 4)
        self.assertTrue(result.successful, result.reason)
        self.assertEqual(node.get(name).double_value, 4.0)
        result = node.set(name, "four")
        self.assertFalse(result.successful)
        self.assertIn("expected a finite number", result.reason)
        self.assertEqual(node.get(name).double_value, 4.0)

    def test_tunable_stays(self):
        """What was set at run time stays over cleanup and counts for the next configure; so does what is set between."""
        node = self.start(fmu_path=fmu("Feedthrough", "3.0"), Float64_tunable_parameter=2.5)
        name = "Float64_tunable_parameter"
        node.bring_up()
        self.assertEqual(node.get(name).double_value, 2.5)
        self.assertTrue(node.set(name, 3.5).successful)
        for between in (None, 4):
            self.assertTrue(node.deactivate() and node.cleanup())
            self.assertEqual(node.get(name).double_value, 3.5)
            if between is not None:
                self.assertTrue(node.set(name, between).successful)
            node.bring_up()
            self.assertEqual(node.get(name).double_value, between or 3.5)
            self.assertFalse(node.describe(name).read_only)
        self.assertTrue(node.deactivate() and node.cleanup())
        self.assertTrue(node.set("fmu_path", fmu("DampedPendulum")).successful)  # has no such parameter
        self.assertTrue(node.configure(), node.log())
        wait_until(lambda: node.get(name) is None, "the parameter to be gone")

    def test_mistakes(self):
        """Every mistake leaves the node unconfigured with a message that names it; then it can be put right."""
        node = self.start(fmu_path="/nowhere/at/all.fmu")
        self.assertFalse(node.configure())
        self.assertEqual(node.state(), "unconfigured")
        node.wait_log("/nowhere/at/all.fmu")
        self.assertTrue(node.set("fmu_path", fmu("DampedPendulum")).successful)
        self.assertTrue(node.configure(), node.log())

        wrong = self.start("wrong", fmu_path=fmu("DampedPendulum"), lenght=2.0)
        self.assertFalse(wrong.configure())
        wrong.wait_log("no variable for parameter 'lenght'")
        wrong = self.start("wrong_type", fmu_path=fmu("DampedPendulum"),
                           mapping="outputs: {x: {type: nobody_msgs/Nothing, a: a}}")
        self.assertFalse(wrong.configure())
        wrong.wait_log("nobody_msgs/Nothing")

    def test_refused_values(self):
        """NaN never reaches the FMU, and /diagnostics counts it."""
        node = self.start(fmu_path=fmu("TransportDelay"), d=0.0)
        node.bring_up()
        outputs = self.collect(Float64, "/y")
        reports = self.collect(DiagnosticArray, "/diagnostics")
        publisher = self.node.create_publisher(Float64, "/x", 10)
        wait_until(lambda: publisher.get_subscription_count() > 0, "the input")
        publisher.publish(Float64(data=math.nan))

        def counted():
            values = [{v.key: v.value for v in m.status[0].values} for m in reports.messages]
            return any(v.get("values refused") == "1" for v in values)
        wait_until(counted, "the refusal in /diagnostics")
        publisher.publish(Float64(data=4.0))
        wait_until(lambda: outputs.messages and outputs.messages[-1].data == 4.0, "the value that is one")
        self.assertFalse([m for m in outputs.messages if math.isnan(m.data)])
        self.assertEqual(reports.messages[-1].status[0].name, "fmi_adapter_node: FMU")

    def test_fault(self):
        """When the FMU fails the node goes to unconfigured and says why; it can be configured again."""
        node = self.start(fmu_path=fmu("StateSpace", "3.0"), m=1, n=1, r=1, A=1e200, B=0, C=1, D=0, x0=1, u=0)
        reports = self.collect(DiagnosticArray, "/diagnostics")
        node.bring_up()
        wait_until(lambda: node.state() == "unconfigured", "the fault")
        wait_until(lambda: any(m.status[0].level == b"\x02" and "faulted" in m.status[0].message for m in reports.messages),
                   "the reason in /diagnostics")
        self.assertTrue(node.configure(), node.log())


if __name__ == "__main__":
    unittest.main(verbosity=2)
