# SPDX-License-Identifier: Apache-2.0
"""What the ROS tests share: a simulated clock, collected messages, waiting for things that happen."""
import math
import os
import signal
import subprocess
import threading
import time
from xmlrpc.client import ServerProxy

import rosgraph
import rospkg
import rospy
from diagnostic_msgs.msg import DiagnosticArray
from rosgraph_msgs.msg import Clock
from std_srvs.srv import SetBool

# Wall-clock limit of a wait. Never reached unless something is broken: machines under load are slow, not late.
PATIENCE_S = 120.0


def fmu_folder():
    """Where the FMUs of the examples are."""
    return os.path.join(rospkg.RosPack().get_path("fmi_adapter_examples"), "share")


def start(*arguments, **variables):
    """rosrun of the node, in the folder of the examples' FMUs."""
    # Without a shell between, so that signals reach the node: rosrun replaces itself by it.
    return subprocess.Popen(["rosrun", "fmi_adapter", "node", *arguments], cwd=fmu_folder(), stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, universal_newlines=True, env=dict(os.environ, **variables))


def stop(process, how=signal.SIGINT):
    process.send_signal(how)
    return process.communicate(timeout=PATIENCE_S)[0]


def topics_of(node):
    """What the master knows of a node: topics and services it publishes, subscribes to or offers."""
    return [topic for group in rosgraph.Master(rospy.get_name()).getSystemState() for topic, nodes in group
            if node in nodes]


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


class Diagnostics:
    """The latest that each node says about itself."""

    def __init__(self):
        self.latest = {}
        self.subscriber = rospy.Subscriber("/diagnostics", DiagnosticArray, self.receive, queue_size=100)

    def receive(self, message):
        for status in message.status:
            self.latest[status.name] = status

    def value(self, node, key):
        """What a node says under a key; empty before it said anything."""
        status = self.latest.get(node.strip("/") + ": FMU")
        return {pair.key: pair.value for pair in status.values}.get(key, "") if status else ""

    def wait_active(self, node):
        wait_until(lambda: self.value(node, "state") == "active", node + " to be active")


class Inbox:
    """Knows when a node of ours has taken all messages that came to one of its topics."""

    def __init__(self, node, topic):
        self.topic = topic
        self.slave = ServerProxy(rosgraph.Master(rospy.get_name()).lookupNode(node))
        rospy.wait_for_service(node + "/pause")
        self.pause = rospy.ServiceProxy(node + "/pause", SetBool, persistent=True)

    def received(self):
        # roscpp answers with the three lists alone: published, subscribed, services
        for topic, connections in self.slave.getBusStats(rospy.get_name())[1]:
            if topic == self.topic:
                return sum(connection[2] for connection in connections)
        return 0

    def wait_taken(self, count):
        """Until `count` messages are in the node's queue, and then until it has handled what was in it: callbacks run
        one after the other, and this call of a service, which changes nothing, is one of them."""
        wait_until(lambda: self.received() >= count, "%d messages on %s in the node" % (count, self.topic))
        self.pause(False)


def pendulum(t, l=1.0, d=0.1, a0=1.5):
    """Closed form of DampedPendulum."""
    w = math.sqrt(9.81 / l - d * d)
    return a0 * math.exp(-d * t) * (math.cos(w * t) + d / w * math.sin(w * t))
