#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The node on simulated time: values, pause, step, reset, diagnostics."""
import unittest

import rospy
import rostest
from diagnostic_msgs.msg import DiagnosticArray
from ros_support import Collector, SimulatedClock, pendulum, wait_until
from std_msgs.msg import Float64
from std_srvs.srv import SetBool, Trigger

PERIOD = 0.01  # the node's default update period [s]


class NodeTest(unittest.TestCase):
    def setUp(self):
        self.angle = Collector("/fmi_adapter_node/a", Float64)
        self.clock = SimulatedClock(1000.0)
        self.angle.wait_connected()

    def run_for(self, periods):
        """Lets simulated time go on and waits for what the node publishes, one update at a time."""
        for _ in range(periods):
            before = self.angle.count()
            while self.angle.count() == before:
                self.clock.advance(PERIOD)
                rospy.rostime.wallsleep(0.005)
        return self.angle.messages[-1].data

    def test_life_of_a_node(self):
        # Wait for the first update: from there on FMU time and simulated time go together.
        self.run_for(1)
        pause = rospy.ServiceProxy("/fmi_adapter_node/pause", SetBool)
        step = rospy.ServiceProxy("/fmi_adapter_node/step", Trigger)
        reset = rospy.ServiceProxy("/fmi_adapter_node/reset", Trigger)

        # Steps by service are exact: one update period each, values on the closed form (error of the model: 1e-3).
        self.assertTrue(pause(True).success)
        self.assertTrue(reset().success)
        for k in range(1, 101):
            before = self.angle.count()
            self.assertTrue(step().success)
            self.angle.wait_for(before + 1, "the output of a step")
            self.assertAlmostEqual(self.angle.messages[-1].data, pendulum(k * PERIOD), delta=2e-3)

        # While it is paused, time goes by and nothing is published.
        before = self.angle.count()
        for _ in range(50):
            self.clock.advance(PERIOD)
        self.assertEqual(step().message, "FMU time 1.01 s")
        self.angle.wait_for(before + 1, "the output of a step")
        self.assertEqual(self.angle.count(), before + 1)

        # After the pause the pendulum goes on where it was.
        self.assertFalse(pause(False).message == "")
        value = self.run_for(3)
        self.assertAlmostEqual(value, pendulum(1.04), delta=0.2)
        self.assertFalse(step().success)

    def test_diagnostics(self):
        diagnostics = Collector("/diagnostics", DiagnosticArray)
        self.run_for(2)

        def found():
            for message in list(diagnostics.messages):
                for status in message.status:
                    keys = [value.key for value in status.values]
                    if status.name == "fmi_adapter_node: FMU" and "step time max [s]" in keys and "overruns" in keys:
                        return True
            return False

        wait_until(found, "diagnostics of the node")


if __name__ == "__main__":
    rospy.init_node("node_test")
    rostest.rosrun("fmi_adapter_tests", "node", NodeTest)
