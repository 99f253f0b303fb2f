# SPDX-License-Identifier: Apache-2.0
"""Mapping files: any installed message type, grouped and stamped; two FMUs in two nodes in lock step."""
import math
import unittest

from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import TwistStamped, Vector3Stamped
from ros2_support import RosTest, fmu, nanoseconds, reliable, wait_until
from std_msgs.msg import Float32, Float64, Float64MultiArray, Int32, String, UInt8
from std_srvs.srv import SetBool

STEP = 0.002
STEPS = 2500


class MappingTest(RosTest):
    def test_message_as_trigger(self):
        """Each message steps to its stamp and the outputs carry it; fields of nested messages, constants, texts."""
        node = self.start(fmu_path=fmu("Feedthrough", "3.0"), step_size=0.1, mapping="""
inputs:
  command: {type: geometry_msgs/msg/TwistStamped, twist.linear.x: Float64_continuous_input, header.frame_id: String_input}
outputs:
  result:
    type: geometry_msgs/TwistStamped
    twist.angular.z: Float64_continuous_output
    header.frame_id: {constant: base_link}
  said: {type: std_msgs/String, data: String_output}
trigger: {message: /command}
own_topics: none
""")
        node.bring_up()
        results, said = self.collect(TwistStamped, "/result"), self.collect(String, "/said")
        results.wait_publisher()
        publisher = self.node.create_publisher(TwistStamped, "/command", 100)
        wait_until(lambda: publisher.get_subscription_count() > 0, "the input")
        for k in range(1, 11):
            message = TwistStamped()
            message.header.stamp.sec = k
            message.header.frame_id = "frame %d" % k
            message.twist.linear.x = 0.5 * k
            publisher.publish(message)
        wait_until(lambda: results.messages and results.messages[-1].header.stamp.sec == 10, "the last result")
        last = results.messages[-1]
        self.assertEqual(last.header.frame_id, "base_link")
        for message in results.messages:  # inputs are those at the begin of the last step
            begin = max(1.0, message.header.stamp.sec - 0.1)
            self.assertAlmostEqual(message.twist.angular.z, 0.5 * begin)
        wait_until(lambda: said.messages and said.messages[-1].data == "frame 9", "the text")

    def test_far_ahead(self):
        """A stamp years ahead is refused; one that takes long is on its way while requests are answered."""
        mapping = """
inputs: {command: {type: geometry_msgs/TwistStamped, twist.linear.x: Float64_continuous_input}}
outputs: {result: {type: geometry_msgs/TwistStamped, twist.linear.x: Float64_continuous_output}}
trigger: {message: command}
own_topics: none
"""
        node = self.start(fmu_path=fmu("Feedthrough", "3.0"), step_size=0.001, mapping=mapping)
        node.bring_up()
        results = self.collect(TwistStamped, "/result")
        results.wait_publisher()
        publisher = self.node.create_publisher(TwistStamped, "/command", 100)

        def send(seconds):
            wait_until(lambda: publisher.get_subscription_count() > 0, "the input")
            message = TwistStamped()
            message.header.stamp.sec = seconds
            publisher.publish(message)

        send(1)
        send(2_000_000_000)
        send(2)
        wait_until(lambda: results.messages and results.messages[-1].header.stamp.sec == 2, "the good stamp")
        node.wait_log("the message stamped 2000000000 s lies 1999999999 s ahead, more than max_advance (3600 s)")
        self.assertEqual([m.header.stamp.sec for m in results.messages if m.header.stamp.sec > 2], [])
        self.assertTrue(node.deactivate() and node.cleanup())
        self.assertTrue(node.set("max_advance", 0.0).successful)
        node.bring_up()
        results.messages.clear()
        send(1)
        send(2_000_000_000)  # 2e12 steps: never there
        wait_until(lambda: results.messages, "the first")
        self.assertTrue(self.call(SetBool, "/fmi_adapter_node/pause", SetBool.Request(data=True)).success)
        self.assertTrue(self.call(SetBool, "/fmi_adapter_node/pause", SetBool.Request(data=False)).success)
        self.assertEqual(node.get("update_period").double_value, 0.01)
        self.assertTrue(node.deactivate())
        self.assertEqual(node.state(), "inactive")
        self.assertTrue(node.activate() and node.deactivate() and node.cleanup(), node.log())
        self.assertEqual([m.header.stamp.sec for m in results.messages], [1])

    def test_narrow_fields(self):
        """An output too large for its field is the largest the field can hold, and the log and /diagnostics say so."""
        node = self.start(fmu_path=fmu("Feedthrough", "3.0"), mapping="""
outputs:
  small: {type: std_msgs/UInt8, data: Int32_output}
  single: {type: std_msgs/Float32, data: Float64_continuous_output}
""")
        node.bring_up()
        small, single = self.collect(UInt8, "/small"), self.collect(Float32, "/single")
        reports = self.collect(DiagnosticArray, "/diagnostics")
        whole = self.node.create_publisher(Int32, "/Int32_input", 10)
        real = self.node.create_publisher(Float64, "/Float64_continuous_input", 10)
        wait_until(lambda: whole.get_subscription_count() > 0 and real.get_subscription_count() > 0, "the inputs")
        for sent, expected in ((200, 200), (300, 255), (-7, 0)):
            whole.publish(Int32(data=sent))
            wait_until(lambda: small.messages and small.messages[-1].data == expected, "%d as %d" % (sent, expected))
        real.publish(Float64(data=-1e300))
        wait_until(lambda: single.messages and single.messages[-1].data < -3.4e38, "the largest float")
        self.assertTrue(all(math.isfinite(m.data) for m in single.messages))
        node.wait_log("Int32_output = 300 does not fit field 'data' (unsigned integer of 8 bits), 255 was published")
        wait_until(lambda: reports.messages and reports.messages[-1].status[0].level == b"\x01", "a warning")
        values = {v.key: v.value for v in reports.messages[-1].status[0].values}
        self.assertGreater(int(values["values clipped"]), 1)

    def test_joint_state(self):
        """Outputs of the FMU grouped into lists of one stamped message, with the names of the joints."""
        try:
            from sensor_msgs.msg import JointState
        except ImportError:
            self.skipTest("sensor_msgs is not installed")
        node = self.start(fmu_path=fmu("Feedthrough", "3.0"), mapping="""
inputs:
  command: {type: sensor_msgs/JointState, "position[1]": Float64_continuous_input, "velocity[0]": Float64_discrete_input}
outputs:
  joint_states:
    type: sensor_msgs/JointState
    name: {constant: [shoulder, elbow]}
    "position[0]": Float64_continuous_output
    "position[1]": Float64_discrete_output
    "velocity[1]": Float64_continuous_output
own_topics: none
""")
        node.bring_up()
        states = self.collect(JointState, "/joint_states")
        publisher = self.node.create_publisher(JointState, "/command", 10)
        wait_until(lambda: publisher.get_subscription_count() > 0, "the input")
        publisher.publish(JointState(position=[0.0, 2.5], velocity=[4.0]))
        wait_until(lambda: states.messages and list(states.messages[-1].position) == [2.5, 4.0], "the command in the state")
        last = states.messages[-1]
        self.assertEqual((list(last.name), list(last.velocity)), (["shoulder", "elbow"], [0.0, 2.5]))
        self.assertEqual(len(last.effort), 0)
        self.assertGreater(nanoseconds(last.header.stamp), 0)
        refused = JointState(position=[1.0])  # too short: there is no position[1]
        publisher.publish(refused)
        node.wait_log("was refused")

    def test_arrays(self):
        """An array variable on a topic of its own."""
        node = self.start(fmu_path=fmu("StateSpace", "3.0"), m=2, n=2, r=2, A=[0.0] * 4, B=[0.0] * 4, C=[0] * 4,
                          D=[1.0, 0.0, 0.0, 2.0], x0=[0.0, 0.0], u=[1, 1])
        node.bring_up()
        outputs = self.collect(Float64MultiArray, "/y")
        publisher = self.node.create_publisher(Float64MultiArray, "/u", 10)
        wait_until(lambda: publisher.get_subscription_count() > 0, "the input")
        publisher.publish(Float64MultiArray(data=[3.0, 4.0]))
        wait_until(lambda: outputs.messages and list(outputs.messages[-1].data) == [3.0, 8.0], "D u")


def coupled(own, other, more):
    """One of two integrators, each fed by the other."""
    return """
inputs: {/%s/state: {type: geometry_msgs/Vector3Stamped, vector.x: "u[0]"}}
outputs: {/%s/state: {type: geometry_msgs/Vector3Stamped, header.frame_id: {constant: %s}, vector.x: "y[0]"}}
own_topics: none
%s""" % (other, own, own, more)


class CouplingTest(RosTest):
    def test_two_fmus_at_500_hz(self):
        """x1' = x2, x2' = -x1 in two nodes: no drift, no loss, 5 s of simulated time as fast as messages go."""
        common = dict(fmu_path=fmu("StateSpace", "3.0"), step_size=STEP, update_period=STEP, m=1, n=1, r=1, A=[0.0], C=[1.0],
                      D=[0.0], u=[0.0], latched_inputs=True)
        second = self.start("second", mapping=coupled("second", "first", "trigger: {message: /first/state}"), B=[-1.0],
                            x0=[0.0], **common)
        states = self.collect(Vector3Stamped, "/second/state", latched=True)
        second.bring_up()
        first = self.start("first", mapping=coupled("first", "second", ""), B=[1.0], x0=[1.0], drive_clock=True,
                           wait_for_inputs=True, **common)
        first.bring_up()
        last = round((STEPS + 1) * STEP * 1e9)
        wait_until(lambda: states.messages and nanoseconds(states.messages[-1].header.stamp) >= last, "5 s of simulated time")
        self.assertTrue(first.deactivate())
        # Inputs are held over a step and both exchange at the same instants, so z = x1 - i x2 turns by (1 + i h) a step.
        for message in list(states.messages):
            k = round(nanoseconds(message.header.stamp) * 1e-9 / STEP) - 1
            self.assertEqual(nanoseconds(message.header.stamp), round((k + 1) * STEP * 1e9))
            self.assertAlmostEqual(message.vector.x, -((1 + 1j * STEP) ** k).imag, delta=1e-9)
        self.assertGreater(len(states.messages), STEPS // 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
