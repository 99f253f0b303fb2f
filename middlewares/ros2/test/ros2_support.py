# SPDX-License-Identifier: Apache-2.0
"""What the ROS 2 tests share: nodes as processes, their services, a simulated clock, collected messages."""
import math
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import rclpy
import yaml
from builtin_interfaces.msg import Time
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState, GetState
from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import DescribeParameters, GetParameters, SetParameters
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rosgraph_msgs.msg import Clock

# Wall-clock limit of a wait. Never reached unless something is broken: machines under load are slow, not late.
PATIENCE_S = 120.0
FMUS = pathlib.Path(os.environ["LOCKSTEP_TEST_FMUS"])
WORKSPACE = pathlib.Path(os.environ["LOCKSTEP_ROS2_WORKSPACE"])


def fmu(model, version="2.0"):
    return str(FMUS / version / (model + ".fmu"))


def wait_until(condition, what):
    limit = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > limit:
            raise AssertionError("gave up waiting for " + what)
        time.sleep(0.002)


def pendulum(t, l=1.0, d=0.1, a0=1.5):
    """Closed form of DampedPendulum."""
    w = math.sqrt(9.81 / l - d * d)
    return a0 * math.exp(-d * t) * (math.cos(w * t) + d / w * math.sin(w * t))


def reliable(depth=10000, latched=False):
    return QoSProfile(depth=depth, reliability=ReliabilityPolicy.RELIABLE,
                      durability=DurabilityPolicy.TRANSIENT_LOCAL if latched else DurabilityPolicy.VOLATILE)


def nanoseconds(stamp):
    return stamp.sec * 1_000_000_000 + stamp.nanosec


class RosTest(unittest.TestCase):
    """A test with a node of its own that spins in the background; processes it started end with it."""

    def setUp(self):
        self.context = rclpy.Context()
        rclpy.init(context=self.context)
        self.node = rclpy.create_node("observer", context=self.context)
        self.executor = SingleThreadedExecutor(context=self.context)
        self.executor.add_node(self.node)
        self.spinner = threading.Thread(target=self.spin, daemon=True)
        self.spinner.start()
        self.folder = tempfile.TemporaryDirectory()
        self.processes = []

    def spin(self):
        try:
            self.executor.spin()
        except Exception:  # the context was shut down under it
            pass

    def tearDown(self):
        for process in self.processes:
            process.stop()
        self.executor.shutdown()
        rclpy.shutdown(context=self.context)
        self.spinner.join(10)
        self.folder.cleanup()

    def call(self, kind, name, request):
        client = self.node.create_client(kind, name)
        try:
            wait_until(client.service_is_ready, "service " + name)
            future = client.call_async(request)
            wait_until(future.done, "the answer of " + name)
            return future.result()
        finally:
            self.node.destroy_client(client)

    def start(self, name="fmi_adapter_node", mapping=None, **parameters):
        """An fmi_adapter_node as a process."""
        if mapping is not None:
            file = pathlib.Path(self.folder.name) / (name + ".mapping.yaml")
            file.write_text(mapping)
            parameters["mapping"] = str(file)
        file = pathlib.Path(self.folder.name) / (name + ".yaml")
        file.write_text(yaml.dump({"/**": {"ros__parameters": parameters}}))
        command = [str(WORKSPACE / "lib" / "fmi_adapter" / "fmi_adapter_node"), "--ros-args", "-r", "__node:=" + name,
                   "--params-file", str(file)]
        node = ManagedNode(self, name, command)
        self.processes.append(node)
        return node

    def run_process(self, command):
        process = Process(self, command[0], command)
        self.processes.append(process)
        return process

    def collect(self, kind, topic, latched=False):
        return Collector(self.node, kind, topic, latched)

    def simulated_clock(self, start_s):
        return SimulatedClock(self.node, start_s)


class Process:
    def __init__(self, test, name, command):
        self.log_file = open(pathlib.Path(test.folder.name) / (os.path.basename(name) + ".log"), "w+")
        self.process = subprocess.Popen(command, stdout=self.log_file, stderr=subprocess.STDOUT, start_new_session=True)

    def log(self):
        self.log_file.flush()
        return pathlib.Path(self.log_file.name).read_text()

    def wait_log(self, text):
        wait_until(lambda: text in self.log(), "'%s' in the log:\n%s" % (text, self.log()))

    def stop(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.log_file.close()


class ManagedNode(Process):
    def __init__(self, test, name, command):
        super().__init__(test, name, command)
        self.test = test
        self.name = name

    def change(self, transition):
        request = ChangeState.Request(transition=Transition(id=transition))
        return self.test.call(ChangeState, "/%s/change_state" % self.name, request).success

    def configure(self):
        return self.change(Transition.TRANSITION_CONFIGURE)

    def activate(self):
        return self.change(Transition.TRANSITION_ACTIVATE)

    def deactivate(self):
        return self.change(Transition.TRANSITION_DEACTIVATE)

    def cleanup(self):
        return self.change(Transition.TRANSITION_CLEANUP)

    def bring_up(self):
        self.test.assertTrue(self.configure(), self.log())
        self.test.assertTrue(self.activate(), self.log())

    def state(self):
        return self.test.call(GetState, "/%s/get_state" % self.name, GetState.Request()).current_state.label

    def describe(self, parameter):
        request = DescribeParameters.Request(names=[parameter])
        return self.test.call(DescribeParameters, "/%s/describe_parameters" % self.name, request).descriptors[0]

    def get(self, parameter):
        request = GetParameters.Request(names=[parameter])
        values = self.test.call(GetParameters, "/%s/get_parameters" % self.name, request).values
        return values[0] if values else None  # none: there is no such parameter

    def set(self, parameter, value):
        kinds = {bool: (ParameterType.PARAMETER_BOOL, "bool_value"), int: (ParameterType.PARAMETER_INTEGER, "integer_value"),
                 float: (ParameterType.PARAMETER_DOUBLE, "double_value"), str: (ParameterType.PARAMETER_STRING, "string_value")}
        kind, field = kinds[type(value)]
        new = Parameter(name=parameter, value=ParameterValue(type=kind, **{field: value}))
        return self.test.call(SetParameters, "/%s/set_parameters" % self.name,
                              SetParameters.Request(parameters=[new])).results[0]


class Collector:
    """All messages of a topic."""

    def __init__(self, node, kind, topic, latched):
        self.node, self.topic, self.messages = node, topic, []
        self.subscription = node.create_subscription(kind, topic, self.messages.append, reliable(latched=latched))

    def wait_publisher(self):
        wait_until(lambda: self.node.count_publishers(self.topic) > 0, "a publisher of " + self.topic)

    def wait_for(self, count, what):
        wait_until(lambda: len(self.messages) >= count, "%s (%d messages)" % (what, count))


class SimulatedClock:
    """Publishes /clock, when the test says. Listeners may miss a message: the last one is repeated."""

    def __init__(self, node, start_s):
        self.publisher = node.create_publisher(Clock, "/clock", reliable(10))
        self.now_ns = round(start_s * 1e9)

    def publish(self):
        self.publisher.publish(Clock(clock=Time(sec=self.now_ns // 1_000_000_000, nanosec=self.now_ns % 1_000_000_000)))

    def set(self, seconds):
        self.now_ns = round(seconds * 1e9)
        self.publish()

    def run_until(self, condition, what, step_s=0.01):
        """Ticks until something happens."""
        def tick():
            if condition():
                return True
            self.now_ns += round(step_s * 1e9)
            self.publish()
            time.sleep(0.002)
            return False
        wait_until(tick, what)

    def stand_until(self, condition, what):
        """Repeats the present time until something happens."""
        def tick():
            self.publish()
            time.sleep(0.02)
            return condition()
        wait_until(tick, what)
