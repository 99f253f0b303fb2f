#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two FMUs in two nodes, coupled in a loop at 500 Hz for 60 s of simulated time: no drift, no loss."""
import threading
import unittest

import rospy
import rostest
from geometry_msgs.msg import PointStamped
from ros_support import wait_until
from sensor_msgs.msg import JointState

STEP = 0.002
STEP_NS = 2000000
STEPS = 30000
AHEAD = 200  # steps the nodes may be ahead of the listener; queues hold 1000 messages


class Listener:
    """Hears all of both nodes and allows them to go on when it has both states of an instant."""

    def __init__(self):
        self.lock = threading.Lock()
        self.states = {"first": [], "second": []}
        self.allowed = 0
        self.permission = rospy.Publisher("/listener/permission", PointStamped, queue_size=10, latch=True)
        self.subscribers = [rospy.Subscriber("/%s/state" % name, JointState, self.hear, callback_args=name,
                                             queue_size=1000) for name in self.states]

    def hear(self, message, name):
        with self.lock:
            self.states[name].append((message.header.stamp.to_nsec(), message.position[0], message.name))
            if self.heard() + AHEAD // 2 > self.allowed:
                self.allow(self.heard() + AHEAD)

    def heard(self):
        """Instants of which both states are here."""
        return min(len(states) for states in self.states.values())

    def allow(self, instant):
        self.allowed = instant
        message = PointStamped()
        message.header.stamp = rospy.Time(0, 0) + rospy.Duration(0, STEP_NS) * instant
        self.permission.publish(message)


class CouplingTest(unittest.TestCase):
    def test_sixty_seconds(self):
        listener = Listener()
        for subscriber in listener.subscribers:
            wait_until(lambda s=subscriber: s.get_num_connections() > 0, "a publisher of " + subscriber.name)
        before = -1
        while listener.heard() <= STEPS:  # each wait is for progress, whatever the machine's pace
            before = listener.heard()
            wait_until(lambda: listener.heard() > before, "more than %d instants" % before)
        with listener.lock:
            states = {name: heard[:STEPS + 1] for name, heard in listener.states.items()}

        # Nothing is lost, doubled or out of order: message k of each node is the one of instant (k + 1) h, to the
        # nanosecond.
        for name, heard in states.items():
            self.assertEqual([stamp for stamp, _, _ in heard], [(k + 1) * STEP_NS for k in range(STEPS + 1)], name)
            self.assertTrue(all(names == [name] for _, _, names in heard))
        # Inputs are held over a step and both exchange at the same instants, so z = x1 - i x2 turns by (1 + i h) a step.
        for k in list(range(0, STEPS, 100)) + [STEPS]:
            z = (1 + 1j * STEP) ** k
            self.assertAlmostEqual(states["first"][k][1], z.real, delta=1e-9)
            self.assertAlmostEqual(states["second"][k][1], -z.imag, delta=1e-9)


if __name__ == "__main__":
    rospy.init_node("coupling_test", disable_rostime=True)
    rostest.rosrun("fmi_adapter_tests", "coupling", CouplingTest)
