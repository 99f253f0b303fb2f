# SPDX-License-Identifier: Apache-2.0
"""What the ROS tests share: a simulated clock, collected messages, waiting for things that happen."""
import math
import threading
import time

import rospy
from rosgraph_msgs.msg import Clock

# Wall-clock limit of a wait. Never reached unless something is broken: machines under load are slow, not late.
PATIENCE_S = 120.0


def wait_until(condition, what):
    limit = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > limit:
            raise AssertionError("gave up waiting for " + what)
        time.sleep(0.002)


class SimulatedClock:
    """Publishes /clock, when the test says."""

    def __init__(self, start_s):
        self.now = rospy.Time.from_sec(start_s)
        self.publisher = rospy.Publisher("/clock", Clock, queue_size=100, latch=True)
        self.publisher.publish(Clock(self.now))

    def advance(self, seconds):
        self.now += rospy.Duration.from_sec(seconds)
        self.publisher.publish(Clock(self.now))


class Collector:
    """All messages of a topic."""

    def __init__(self, topic, kind):
        self.messages = []
        self.lock = threading.Lock()
        self.subscriber = rospy.Subscriber(topic, kind, self.receive, queue_size=100000)

    def receive(self, message):
        with self.lock:
            self.messages.append(message)

    def count(self):
        return len(self.messages)

    def wait_for(self, count, what):
        wait_until(lambda: self.count() >= count, "%s (%d messages)" % (what, count))

    def wait_connected(self):
        wait_until(lambda: self.subscriber.get_num_connections() > 0, "a publisher of " + self.subscriber.name)


def pendulum(t, l=1.0, d=0.1, a0=1.5):
    """Closed form of DampedPendulum."""
    w = math.sqrt(9.81 / l - d * d)
    return a0 * math.exp(-d * t) * (math.cos(w * t) + d / w * math.sin(w * t))
