#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The examples as users start them, on simulated time: the delayed angle is the angle of 2.33 s ago."""
import unittest

import rospy
import rostest
from ros_support import Collector, SimulatedClock, pendulum
from std_msgs.msg import Float64

PERIOD = 0.01


class ExamplesTest(unittest.TestCase):
    def test_pendulum_and_delay(self):
        angle = Collector("/damped_pendulum/a", Float64)
        delayed = Collector("/transport_delay/y", Float64)
        both = Collector("/single/integrated/angle", Float64)
        clock = SimulatedClock(10.0)
        for collector in (angle, delayed, both):
            collector.wait_connected()
        # Advance until each has published what 4 s of simulated time take.
        while delayed.count() < 400 or angle.count() < 400 or both.count() < 200:
            counts = (angle.count(), delayed.count())
            clock.advance(PERIOD)
            for _ in range(50):
                if angle.count() > counts[0] and delayed.count() > counts[1]:
                    break
                rospy.rostime.wallsleep(0.002)
        # Both are on the same curve; the start of a node within simulated time is not known exactly, but the curve is
        # smooth: the delayed signal passes every value between the pendulum's start and its value 2.33 s ago.
        self.assertTrue(all(abs(m.data) <= 1.51 for m in angle.messages))
        self.assertAlmostEqual(angle.messages[0].data, pendulum(PERIOD, l=25.0, d=0.01), delta=0.05)
        self.assertEqual(delayed.messages[0].data, 0.0)
        values = [m.data for m in delayed.messages]
        self.assertGreater(max(values), 1.4, "the start of the pendulum arrives after the delay")
        self.assertAlmostEqual(both.messages[0].data, pendulum(0.02, l=2.0, d=0.001, a0=1.3), delta=0.1)


if __name__ == "__main__":
    rospy.init_node("examples_test")
    rostest.rosrun("fmi_adapter_tests", "examples", ExamplesTest)
