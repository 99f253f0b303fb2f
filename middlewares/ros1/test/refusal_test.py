#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Wrong FMUs, parameters and mappings: one clear error, exit code 2, nothing half-started."""
import os
import subprocess
import tempfile
import unittest

import rospy
import rostest
from ros_support import PATIENCE_S, fmu_folder, start, topics_of, wait_until

PENDULUM = "_fmu_path:=./DampedPendulum.fmu"
FEEDTHROUGH = "_fmu_path:=" + os.path.join(os.environ["LOCKSTEP_TEST_FMUS"], "3.0", "Feedthrough.fmu")


class RefusalTest(unittest.TestCase):
    def refused(self, name, expected, *arguments):
        """The node ends with code 2 and a message, and leaves nothing with the master."""
        process = start("__name:=" + name, *arguments)
        output = process.communicate(timeout=PATIENCE_S)[0]
        self.assertEqual(process.returncode, 2, output)
        for text in expected if isinstance(expected, tuple) else (expected,):
            self.assertIn(text, output)
        self.assertEqual(output.count("[FATAL]"), 1, output)
        wait_until(lambda: topics_of("/" + name) == [], "nothing half-started of " + name)

    def refused_mapping(self, name, text, expected, fmu=PENDULUM):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as mapping:
            mapping.write(text)
            mapping.flush()
            self.refused(name, expected, fmu, "_mapping:=" + mapping.name)

    def test_fmu(self):
        self.refused("none", "parameter 'fmu_path' is not set")
        self.refused("missing", "nothing.fmu", "_fmu_path:=./nothing.fmu")
        with tempfile.NamedTemporaryFile("wb", suffix=".fmu") as broken:
            with open(os.path.join(fmu_folder(), "DampedPendulum.fmu"), "rb") as whole:
                broken.write(whole.read()[:5000])
            broken.flush()
            self.refused("broken", os.path.basename(broken.name), "_fmu_path:=" + broken.name)

    def test_parameters(self):
        self.refused("unknown", ("no variable for parameter 'lenght'", "no variable for parameter 'dd'"), PENDULUM,
                     "_lenght:=2.0", "_dd:=1")
        self.refused("wrong", "parameter 'l' is long, expected a finite number", PENDULUM, "_l:=long")
        self.refused("range", "parameter 'l' is -1, expected at least", PENDULUM, "_l:=-1.0")
        self.refused("int_type", "parameter 'Int32_input' is 1.5, expected a whole number", FEEDTHROUGH, "_Int32_input:=1.5")
        self.refused("int_range", "parameter 'Int8_input' is 300, expected a whole number from -128 to 127", FEEDTHROUGH,
                     "_Int8_input:=300")
        self.refused("period", "parameter 'update_period' is -0.1", PENDULUM, "_update_period:=-0.1")
        self.refused("zero_period", "parameter 'update_period' is 0", PENDULUM, "_update_period:=0")
        self.refused("step", "parameter 'step_size' is -0.01", PENDULUM, "_step_size:=-0.01")
        self.refused("step_type", "parameter 'step_size' has the wrong type, expected a number", PENDULUM,
                     "_step_size:=small")
        self.refused("policy", "parameter 'fault_policy' is 'ignore', expected stop, safe, hold or restart", PENDULUM,
                     "_fault_policy:=ignore")
        self.refused("trigger", "the trigger is a message on 'nobody', which is no topic of an input", PENDULUM,
                     "_trigger:=message: nobody")

    def test_mapping(self):
        self.refused_mapping(
            "two_mistakes", "outputs:\n  state: {type: geometry_msgs/Point, q: a}\n  other: {type: my_msgs/Own, x: a}\n",
            (":2:38: error: geometry_msgs/Point has no field 'q'", ":3:", "unknown message type 'my_msgs/Own'",
             "sensor_msgs/JointState", "nav_msgs/Odometry"))
        self.refused_mapping("key", "outputs: {}\ninptus: {}\n", (":2:1: error:", "inptus"))
        self.refused_mapping("variable", "outputs:\n  state: {type: geometry_msgs/Point, x: alpha}\n",
                             (":2:", "the FMU has no variable 'alpha'"))
        self.refused_mapping("collision", "topics:\n  Float64_continuous_output: same\n  Float64_discrete_output: same\n",
                             "would both use the topic 'same'", FEEDTHROUGH)
        self.refused("no_mapping", "nowhere.yaml", PENDULUM, "_mapping:=./nowhere.yaml")

    def test_plot_without_rqt_plot(self):
        # Where rqt_plot is not installed, as in Debian 12, the node "plot" of the examples is no error.
        if subprocess.run(["rospack", "find", "rqt_plot"], capture_output=True).returncode == 0:
            self.skipTest("rqt_plot is installed")
        result = subprocess.run(["rosrun", "fmi_adapter_examples", "plot", "/a", "__name:=plot"], capture_output=True,
                                text=True, check=True)
        self.assertEqual(result.stdout, "rqt_plot is not installed; look at the values with: rostopic echo /a\n")


if __name__ == "__main__":
    rospy.init_node("refusal_test")
    rostest.rosrun("fmi_adapter_tests", "refusal", RefusalTest)
