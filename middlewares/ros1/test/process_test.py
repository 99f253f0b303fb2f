#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The node as a program: the command line of the path filter paper, wrong parameters, two starts after each other."""
import os
import signal
import subprocess
import tempfile
import unittest

import rospkg
import rospy
import rostest
from ros_support import PATIENCE_S, Collector, wait_until
from std_msgs.msg import Float64

FMUS = os.path.join(rospkg.RosPack().get_path("fmi_adapter_examples"), "share")


def start(*arguments):
    return subprocess.Popen(["rosrun", "fmi_adapter", "node", *arguments], cwd=FMUS, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, universal_newlines=True)


def stop(process):
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=PATIENCE_S)[0]


class ProcessTest(unittest.TestCase):
    def refused(self, expected, *arguments):
        process = start(*arguments)
        output = process.communicate(timeout=PATIENCE_S)[0]
        self.assertEqual(process.returncode, 2, output)
        self.assertIn(expected, output)

    def test_wrong_parameters(self):
        self.refused("parameter 'fmu_path' is not set", "__name:=none")
        self.refused("nothing.fmu", "__name:=missing", "_fmu_path:=./nothing.fmu")
        pendulum = "_fmu_path:=./DampedPendulum.fmu"
        self.refused("no variable for parameter 'lenght'", "__name:=unknown", pendulum, "_lenght:=2.0")
        self.refused("parameter 'l' is long, expected a finite number", "__name:=wrong", pendulum, "_l:=long")
        self.refused("parameter 'l' is -1, expected at least", "__name:=range", pendulum, "_l:=-1.0")
        self.refused("parameter 'update_period' is -0.1", "__name:=period", pendulum, "_update_period:=-0.1")
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as mapping:
            mapping.write("outputs:\n  state: {type: geometry_msgs/Point, q: a}\n  other: {type: my_msgs/Own, x: a}\n")
            mapping.flush()
            self.refused(":2:38: error: geometry_msgs/Point has no field 'q'", "__name:=field", pendulum,
                         "_mapping:=" + mapping.name)
            self.refused("unknown message type 'my_msgs/Own'", "__name:=type", pendulum, "_mapping:=" + mapping.name)

    def test_command_line_of_the_paper(self):
        # Twice: a second start finds nothing left over from the first.
        for _ in range(2):
            output = Collector("/nodeB/y", Float64)
            angle = rospy.Publisher("/nodeA/angle", Float64, queue_size=10)
            process = start("_fmu_path:=./TransportDelay.fmu", "_step_size:=0.001", "_d:=0.5", "__name:=nodeB",
                            "/nodeB/x:=/nodeA/angle")
            try:
                wait_until(lambda: angle.get_num_connections() > 0, "the node's subscription")
                output.wait_connected()
                angle.publish(Float64(4.25))
                wait_until(lambda: any(m.data == 4.25 for m in list(output.messages)), "the delayed value")
                # before the delay has passed there is the start value, or part of the line to the new one
                self.assertEqual(output.messages[0].data, 0.0)
                angle.publish(Float64(float("nan")))
            finally:
                text = stop(process)
            self.assertEqual(process.returncode, 0, text)
            output.subscriber.unregister()
            angle.unregister()


if __name__ == "__main__":
    rospy.init_node("process_test")
    rostest.rosrun("fmi_adapter_tests", "process", ProcessTest)
