#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installed packages: rospack, $(find ...), roslaunch and rosrun find them, and the nodes run from there."""
import os
import signal
import subprocess
import unittest
from xmlrpc.client import ServerProxy

import rosgraph
import rospy
import rostest
from ros_support import PATIENCE_S, Collector, wait_until
from std_msgs.msg import Float64

PREFIX = os.environ["LOCKSTEP_ROS1_PREFIX"]


def executable_of(node):
    """The program a running node was started from."""
    caller = rospy.get_name()
    uri = rosgraph.Master(caller).lookupNode(node)
    return os.path.realpath("/proc/%d/exe" % ServerProxy(uri).getPid(caller)[2])


class InstalledTest(unittest.TestCase):
    def assert_below_prefix(self, path):
        self.assertTrue(os.path.realpath(path).startswith(os.path.realpath(PREFIX) + "/"), path)

    def test_rospack(self):
        for package in ("fmi_adapter", "fmi_adapter_examples"):
            found = subprocess.run(["rospack", "find", package], capture_output=True, text=True, check=True)
            self.assertTrue(os.path.exists(os.path.join(found.stdout.strip(), "package.xml")), found)
            if not PREFIX.endswith("devel"):  # there packages stay where their source is
                self.assert_below_prefix(found.stdout.strip())

    def test_launched_example(self):
        # simple_damped_pendulum.launch includes $(find fmi_adapter)/launch/fmi_adapter_node.launch.
        angle = Collector("/fmi_adapter_node/a", Float64)
        angle.wait_for(3, "the pendulum's angle")
        self.assert_below_prefix(executable_of("/fmi_adapter_node"))

    def test_rosrun(self):
        fmu = os.path.join(PREFIX, "share", "fmi_adapter_examples", "share", "DampedPendulum.fmu")
        for executable in ("node", "fmi_adapter_node"):
            angle = Collector("/by_rosrun/a", Float64)
            process = subprocess.Popen(["rosrun", "fmi_adapter", executable, "_fmu_path:=" + fmu, "__name:=by_rosrun"])
            try:
                angle.wait_for(3, "the pendulum's angle")
                self.assert_below_prefix(executable_of("/by_rosrun"))
            finally:
                process.send_signal(signal.SIGINT)
                code = process.wait(timeout=PATIENCE_S)
            self.assertEqual(code, 0)
            angle.subscriber.unregister()

    def test_two_fmus_in_one_node(self):
        delayed = Collector("/integrated/delayed_angle", Float64)
        process = subprocess.Popen(["roslaunch", "fmi_adapter_examples", "two_fmus_in_one_node.launch"])
        try:
            delayed.wait_for(3, "the delayed angle")
            self.assert_below_prefix(executable_of("/integrated"))
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=PATIENCE_S)
        wait_until(lambda: delayed.subscriber.get_num_connections() == 0, "the end of the node")


if __name__ == "__main__":
    rospy.init_node("installed_test")
    rostest.rosrun("fmi_adapter_tests", "installed", InstalledTest)
