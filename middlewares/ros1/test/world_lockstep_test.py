#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A world in lock step with a controller in another node, which answers late, and at random: the result does not change."""
import random
import subprocess
import time
import unittest

import rospkg
import rospy
import rostest
from geometry_msgs.msg import Vector3Stamped
from ros_support import PATIENCE_S, wait_until

STEP = 0.001
STEPS = 400


class Controller:
    """u = 1 - y for every y, with the stamp of y."""

    def __init__(self):
        self.outputs = []
        self.random = random.Random(4)
        self.publisher = rospy.Publisher("/loop/u", Vector3Stamped, queue_size=100)
        wait_until(lambda: self.publisher.get_num_connections() > 0, "the world")
        self.subscriber = rospy.Subscriber("/loop/y", Vector3Stamped, self.answer, queue_size=1000, tcp_nodelay=True)

    def answer(self, message):
        if len(self.outputs) % 40 == 0:
            time.sleep(self.random.uniform(0.0, 0.2))  # a controller that is late, not a test that waits
        self.outputs.append(message)
        reply = Vector3Stamped()
        reply.header.stamp = message.header.stamp
        reply.vector.x = 1.0 - message.vector.x
        self.publisher.publish(reply)


class WorldLockstepTest(unittest.TestCase):
    def test_every_step_has_its_answer(self):
        controller = Controller()
        wait_until(lambda: len(controller.outputs) > STEPS, "the end of the run")
        expected = 0.0
        for k, message in enumerate(controller.outputs):
            self.assertEqual(message.header.stamp.to_nsec(), k * 1000000)
            self.assertAlmostEqual(message.vector.x, expected, delta=1e-12)
            expected += (1.0 - expected) * STEP
        self.assertEqual(len(controller.outputs), STEPS + 1)

    def test_stops_without_an_answer(self):
        folder = rospkg.RosPack().get_path("fmi_adapter_tests")
        process = subprocess.run(["rosrun", "lockstep_world", "node", "__name:=lonely", "/clock:=/lonely/clock",
                                  "_world:=%s/loop.yaml" % folder, "_mapping:=%s/lonely_mapping.yaml" % folder],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True,
                                 timeout=PATIENCE_S)
        self.assertEqual(process.returncode, 1, process.stdout)
        self.assertIn("topic 'u'", process.stdout)


if __name__ == "__main__":
    rospy.init_node("world_lockstep_test")
    rostest.rosrun("fmi_adapter_tests", "world_lockstep", WorldLockstepTest)
