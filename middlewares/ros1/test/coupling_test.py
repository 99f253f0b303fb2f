#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two FMUs in two nodes, coupled in a loop at 500 Hz for 60 s of simulated time: no drift, no loss."""
import unittest

import rospy
import rostest
from ros_support import Collector, wait_until
from sensor_msgs.msg import JointState

STEP = 0.002
STEPS = 30000


class CouplingTest(unittest.TestCase):
    def test_sixty_seconds(self):
        states = Collector("/second/state", JointState)
        last = STEPS * STEP

        def reached():
            return states.count() > 0 and states.messages[-1].header.stamp.to_sec() >= last + STEP / 2

        wait_until_long(reached)
        with states.lock:
            messages = [m for m in states.messages if m.header.stamp.to_sec() <= last + STEP / 2]
        # Nothing is lost: every step has its message, stamped exactly one step after the one before.
        stamps = [m.header.stamp.to_nsec() for m in messages]
        self.assertTrue(all(b - a == 2000000 for a, b in zip(stamps, stamps[1:])))
        self.assertGreater(len(stamps), STEPS * 0.9, "the collector came late")
        # Inputs are held over a step and both exchange at the same instants, so z = x1 - i x2 turns by (1 + i h) a step.
        for message in messages[:: 100] + messages[-1:]:
            k = round(message.header.stamp.to_sec() / STEP) - 1
            expected = -((1 + 1j * STEP) ** k).imag
            self.assertAlmostEqual(message.position[0], expected, delta=1e-9)
            self.assertEqual(message.name, ["second"])


def wait_until_long(condition):
    for _ in range(4):
        try:
            return wait_until(condition, "60 s of simulated time")
        except AssertionError:
            pass
    raise AssertionError("60 s of simulated time never passed")


if __name__ == "__main__":
    rospy.init_node("coupling_test")
    rostest.rosrun("fmi_adapter_tests", "coupling", CouplingTest)
