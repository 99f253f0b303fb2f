#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The path filter in ROS, twice: with 25 lines of code, and by a mapping file; the vehicle is an FMU. Recorded with rosbag."""
import csv
import difflib
import os
import signal
import subprocess
import tempfile
import unittest

import rosbag
import rospkg
import rospy
import rostest
from geometry_msgs.msg import TwistStamped
from ros_support import Collector, fmu_folder, wait_until
from sensor_msgs.msg import JointState

STEP = 0.01
GAUGE, RADIUS = 0.5, 0.08
# Forward, stop, clockwise turn on the spot: as in examples/06_active_shuttle.
POINTS = ((0.0, 0.0, 0.0), (0.5, 0.0, 0.0), (1.5, 0.3, 0.0), (3.0, 0.3, 0.0), (4.0, 0.0, 0.0), (5.0, 0.0, 0.0),
          (6.0, 0.0, -0.5), (9.0, 0.0, -0.5))
START = rospy.Time(1000, 0)


def desired(time):
    for (t0, v0, w0), (t1, v1, w1) in zip(POINTS, POINTS[1:]):
        if t0 <= time <= t1:
            part = (time - t0) / (t1 - t0)
            return v0 + part * (v1 - v0), w0 + part * (w1 - w0)
    return POINTS[-1][1:]


def offline():
    """The same motion without ROS, coupled by a scenario."""
    points = ", ".join('"t[%d]": %g, "v[%d]": %g, "omega[%d]": %g' % (i, t, i, v, i, w)
                       for i, (t, v, w) in enumerate(POINTS, 1))
    lines = ["duration: %g" % POINTS[-1][0], "step_size: 0.001", "fmus:",
             "  - {name: profile, fmu: \"%s/2.0/MotionProfile.fmu\", parameters: {%s}}"
             % (os.environ["LOCKSTEP_TEST_FMUS"], points),
             "  - {name: filter, fmu: \"%s/PathFilter.fmu\"}" % fmu_folder(),
             "  - {name: shuttle, fmu: \"%s/ActiveShuttle.fmu\"}" % fmu_folder(),
             "connections:", "  - profile.v_des -> filter.v_des", "  - profile.omega_des -> filter.omega_des",
             "  - filter.v_fil -> shuttle.v_des", "  - filter.omega_fil -> shuttle.omega_des"]
    with tempfile.TemporaryDirectory() as folder:
        scenario, table = (os.path.join(folder, name) for name in ("shuttle.yaml", "shuttle.csv"))
        with open(scenario, "w") as file:
            file.write("\n".join(lines))
        command = os.path.join(os.environ["LOCKSTEP_TEST_FMUS"], "..", "bin", "lockstep")
        subprocess.run([command, "run", scenario, "--output-interval", str(STEP), "--record", table], check=True)
        with open(table) as file:
            return [{name.split("/")[-1]: float(value) for name, value in row.items()} for row in csv.DictReader(file)]


class ActiveShuttleTest(unittest.TestCase):
    def test_filter_and_robot(self):
        source = rospy.Publisher("/velDes", TwistStamped, queue_size=1000)
        coded = Collector("/velDesFil", TwistStamped)
        mapped = Collector("/velDesFil_without_code", TwistStamped)
        engine = Collector("/enginedata", JointState)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        bag = os.path.join(folder.name, "shuttle.bag")
        recorder = subprocess.Popen(["rosbag", "record", "-O", bag, "/velDes", "/velDesFil", "/enginedata", "__name:=recorder"])
        self.addCleanup(recorder.kill)
        wait_until(lambda: source.get_num_connections() == 3, "both filters and the recorder")
        for collector in (coded, mapped, engine):
            collector.wait_connected()

        count = round(POINTS[-1][0] / STEP) + 1
        for k in range(count):
            message = TwistStamped()
            message.header.stamp = START + rospy.Duration(0, round(STEP * 1e9)) * k
            message.header.frame_id = "base_link"
            message.twist.linear.x, message.twist.angular.z = desired(k * STEP)
            source.publish(message)
            if k % 50 and k + 1 < count:  # no queue is ever full
                continue
            for collector, what in ((coded, "the filter"), (mapped, "the other filter"), (engine, "the robot")):
                collector.wait_for(k + 1, what)
        recorder.send_signal(signal.SIGINT)
        recorder.wait()
        self.check_two_ways(coded.messages, mapped.messages)
        self.check_curves(bag, offline(), count)

    def check_two_ways(self, coded, mapped):
        for one, other in zip(coded, mapped):
            self.assertEqual(one.header.stamp, other.header.stamp)
            self.assertAlmostEqual(one.twist.linear.x, other.twist.linear.x, delta=1e-9)
            self.assertAlmostEqual(one.twist.angular.z, other.twist.angular.z, delta=1e-9)

    def check_curves(self, bag, rows, count):
        with rosbag.Bag(bag) as recorded:
            messages = {}
            for topic, message, _ in recorded.read_messages():
                messages.setdefault(topic, []).append(message)
        self.assertEqual([len(messages[topic]) for topic in ("/velDes", "/velDesFil", "/enginedata")], [count] * 3)
        # Messages every 10 ms are straight lines for the next FMU; without ROS values are passed on every millisecond.
        for row, twist, state in zip(rows, messages["/velDesFil"], messages["/enginedata"]):
            time = (twist.header.stamp - START).to_sec()
            self.assertAlmostEqual(row["time"], time, delta=1e-9)
            self.assertAlmostEqual(twist.twist.linear.x, row["filter.v_fil"], delta=2e-3, msg=str(time))
            self.assertAlmostEqual(twist.twist.angular.z, row["filter.omega_fil"], delta=5e-3, msg=str(time))
            left, right = state.velocity
            self.assertAlmostEqual(RADIUS * (left + right) / 2, row["shuttle.v_wheels"], delta=5e-3, msg=str(time))
            self.assertAlmostEqual(RADIUS * (right - left) / GAUGE, row["shuttle.omega_wheels"], delta=2e-2, msg=str(time))
        self.assertLess(max(abs(current) for state in messages["/enginedata"] for current in state.effort), 13.0)

    def test_the_filter_is_two_lines_of_the_launch_file(self):
        folder = os.path.join(rospkg.RosPack().get_path("fmi_adapter_examples"), "launch")
        texts = []
        for name in ("active_shuttle.launch", "active_shuttle_with_filter.launch"):
            with open(os.path.join(folder, name)) as file:
                texts.append([line for line in file.read().splitlines() if "<!--" not in line])
        changes = [line for line in difflib.ndiff(*texts) if line[0] in "+-"]
        self.assertEqual(len(changes), 2, changes)


if __name__ == "__main__":
    rospy.init_node("active_shuttle_test", disable_rostime=True)
    rostest.rosrun("fmi_adapter_tests", "active_shuttle", ActiveShuttleTest)
