#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A world as a node: joint states and the clock come, efforts go in, services pause, step and reset it."""
import subprocess
import unittest

import rospy
import rostest
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import TwistStamped
from rosgraph_msgs.msg import Clock
from ros_support import PATIENCE_S, Collector, topics_of, wait_until
from sensor_msgs.msg import JointState
from std_msgs.msg import Float64, Int64
from std_srvs.srv import SetBool, Trigger

STEP_NS = 1000000


class WorldTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.states = Collector("/wheel/joint_states", JointState)
        cls.speed = Collector("/wheel/speed", TwistStamped)
        cls.clock = Collector("/clock", Clock)
        cls.diagnostics = Collector("/diagnostics", DiagnosticArray)
        for collector in (cls.states, cls.speed, cls.clock):
            collector.wait_connected()
        rospy.wait_for_service("/wheel/step")
        cls.step = rospy.ServiceProxy("/wheel/step", Trigger)
        cls.pause = rospy.ServiceProxy("/wheel/pause", SetBool)
        cls.reset = rospy.ServiceProxy("/wheel/reset", Trigger)

    def setUp(self):
        self.pause(True)
        # A pause waits for nothing; a step is done when it is answered, and the reset comes after it.
        self.assertTrue(self.step().success)
        wait_until(lambda: self.states.messages and self.states.messages[-1].header.stamp.to_nsec() > 0, "the step")
        self.reset_and_forget()

    def reset_and_forget(self):
        """The world at its start, and no state of the time before that is here or on its way."""
        self.assertTrue(self.reset().success)
        wait_until(lambda: self.states.messages[-1].header.stamp.to_nsec() == 0, "the start")
        del self.states.messages[:-1]

    def value(self, key):
        for message in reversed(self.diagnostics.messages):
            for status in message.status:
                if status.name == "wheel: world":
                    return int({pair.key: pair.value for pair in status.values}[key])
        return -1

    def publisher(self, topic, kind):
        publisher = rospy.Publisher(topic, kind, queue_size=10)
        wait_until(lambda: publisher.get_num_connections() > 0, "a subscriber of " + topic)
        return publisher

    def send(self, publisher, message):
        before = self.value("messages in")
        publisher.publish(message)
        wait_until(lambda: self.value("messages in") > before, "the message in the node")

    def state_at(self, step):
        def found():
            return [state for state in self.states.messages if state.header.stamp.to_nsec() == step * STEP_NS]
        wait_until(found, "the state of step %d" % step)
        return found()[-1]

    def test_effort_moves_the_wheel(self):
        wait_until(lambda: self.value("messages in") >= 0, "diagnostics")
        effort = self.publisher("/wheel/effort", Float64)
        self.send(effort, Float64(2.0))
        for _ in range(10):
            self.assertTrue(self.step().success)
        state = self.state_at(10)
        self.assertEqual(state.name, ["axle"])
        self.assertAlmostEqual(state.velocity[0], 2.0 * 0.010, delta=1e-12)
        self.assertEqual(state.effort, (2.0,))
        wait_until(lambda: self.clock.messages[-1].clock.to_nsec() == 10 * STEP_NS, "the clock")
        self.reset_and_forget()
        self.assertEqual(self.state_at(0).velocity, (0.0,))
        self.assertTrue(self.step().success)
        self.assertEqual(self.state_at(1).effort, (0.0,), "a reset takes the effort back")

    def test_rates_and_fields(self):
        for _ in range(10):
            self.step()
        wait_until(lambda: self.speed.messages and self.speed.messages[-1].header.stamp.to_nsec() == 10 * STEP_NS,
                   "the speed at 10 ms")
        stamps = [message.header.stamp.to_nsec() // STEP_NS for message in self.speed.messages]
        self.assertEqual(stamps[-2:], [5, 10])
        self.assertEqual([stamp % 5 for stamp in stamps], [0] * len(stamps))
        self.assertEqual(self.speed.messages[-1].header.frame_id, "wheel")

    def test_requests_by_topic(self):
        # As many steps as the message says.
        steps = self.publisher("/wheel/steps", Int64)
        steps.publish(Int64(25))
        self.state_at(25)
        before = self.value("requests refused")
        steps.publish(Int64(-1))
        wait_until(lambda: self.value("requests refused") > before, "a refusal in the diagnostics")

    def test_refuses_values(self):
        effort = self.publisher("/wheel/effort", Float64)
        before = self.value("values refused")
        effort.publish(Float64(float("nan")))
        wait_until(lambda: self.value("values refused") > before, "a refusal in the diagnostics")

    def test_runs_in_real_time_and_pauses(self):
        self.assertTrue(self.pause(False).success)
        self.state_at(100)
        self.assertTrue(self.pause(True).success)
        self.assertTrue(self.step().success)
        self.assertTrue(rospy.ServiceProxy("/wheel/rewind", Trigger)().success)
        wait_until(lambda: self.clock.messages[-1].clock.to_nsec() == 0, "time 0")

    def test_clock_is_repeated_while_time_stands_still(self):
        count = self.clock.count()
        self.clock.wait_for(count + 3, "the clock again and again")

    def test_topics(self):
        for topic in ("/wheel/joint_states", "/wheel/speed", "/wheel/effort", "/wheel/pause", "/wheel/rewind"):
            self.assertIn(topic, topics_of("/wheel"))

    def test_refuses_wrong_set_up(self):
        for arguments, text in (([], "parameter 'world' is not set"),
                                (["_world:=/nowhere.yaml"], "/nowhere.yaml"),
                                (["_world:=x.yaml", "_maping:=y"], "did you mean 'mapping'?")):
            process = subprocess.run(["rosrun", "lockstep_world", "node", "__name:=wrong"] + arguments,
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True,
                                     timeout=PATIENCE_S)
            self.assertEqual(process.returncode, 2, process.stdout)
            self.assertIn(text, process.stdout)
            rospy.delete_param("/wrong") if rospy.has_param("/wrong") else None


if __name__ == "__main__":
    rospy.init_node("world_test")
    rostest.rosrun("fmi_adapter_tests", "world", WorldTest)
