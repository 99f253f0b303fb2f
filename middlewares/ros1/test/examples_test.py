#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The examples as users start them, on simulated time: the delayed angle is the angle of 2.33 s ago."""
import csv
import os
import subprocess
import tempfile
import unittest

import rospy
import rostest
from ros_support import Collector, Diagnostics, Inbox, SimulatedClock, fmu_folder, pendulum
from std_msgs.msg import Float64

PERIOD = 0.01   # of the two nodes [s]
TICKS = 700
DELAY = 2.33
STEP = 0.02     # of the node with both FMUs
SINGLE_DELAY = 5.5
# The same two FMUs as a network. The node gives the delay an angle when its step is over: the master jacobi.
NETWORK = """duration: %g
step_size: %g
master: jacobi
fmus:
  - {name: pendulum, fmu: "%s/DampedPendulum.fmu", parameters: {l: 2.0, d: 0.001, a: 1.3}}
  - {name: delay, fmu: "%s/TransportDelay.fmu", parameters: {d: %g}}
connections: [pendulum.a -> delay.x]
"""


class ExamplesTest(unittest.TestCase):
    def test_pendulum_and_delay(self):
        angle = Collector("/damped_pendulum/a", Float64)
        delayed = Collector("/transport_delay/y", Float64)
        both = [Collector("/single/integrated/" + name, Float64) for name in ("angle", "delayed_angle")]
        diagnostics = Diagnostics()
        clock = SimulatedClock(10.0)  # stands until all nodes have started: then FMU time is simulated time - 10 s
        for collector in (angle, delayed, *both):
            collector.wait_connected()
        for node in ("/damped_pendulum", "/transport_delay"):
            diagnostics.wait_active(node)
        inbox = Inbox("/transport_delay", "/damped_pendulum/a")

        for tick in range(1, TICKS + 1):
            clock.advance(PERIOD)
            angle.wait_for(tick, "the angle")
            delayed.wait_for(tick, "the delayed angle")
            inbox.wait_taken(tick)  # stamped with the present instant
            for collector in both:
                collector.wait_for(tick // 2, "the node with both FMUs")
        self.check_two_nodes([m.data for m in angle.messages], [m.data for m in delayed.messages])
        one_node = [[m.data for m in collector.messages] for collector in both]
        self.check_one_node(*one_node)
        self.check_network(*one_node)

    def check_two_nodes(self, angle, delayed):
        self.assertEqual((len(angle), len(delayed)), (TICKS, TICKS))
        for tick, value in enumerate(angle, 1):
            # The model integrates with 0.2 ms: off by w h / 2 of the amplitude, 1e-4, beside the closed form.
            self.assertAlmostEqual(value, pendulum(tick * PERIOD, l=25.0, d=0.01), delta=1e-3)
        # Topics without stamps: the delay takes an angle for one of the instant its own clock shows when it comes, and that
        # may be a tick behind; and within the last period the angle is held or straight. So the delay is 2.33 s give or
        # take one period, and values are off by what the pendulum does in it, 1.5 w PERIOD = 0.0094.
        for tick, value in enumerate(delayed, 1):
            t = tick * PERIOD - DELAY
            if t < -PERIOD:
                self.assertEqual(value, 0.0, "before the delay has passed")
            elif t > PERIOD:
                self.assertAlmostEqual(value, pendulum(t, l=25.0, d=0.01), delta=0.011)
            if 1.0 < t < 4.0:  # where the curve is steep, that is a statement about the delay
                around = [pendulum(t + shift * (PERIOD + 2e-4), l=25.0, d=0.01) for shift in (-1, 1)]
                self.assertTrue(around[1] <= value <= around[0], (t, value, around))

    def check_one_node(self, angle, delayed):
        for step, (value, late) in enumerate(zip(angle, delayed), 1):
            t = step * STEP
            # substeps of 2 ms: w h / 2 of the amplitude 1.3 is 3e-3
            self.assertAlmostEqual(value, pendulum(t, l=2.0, d=0.001, a0=1.3), delta=4e-3)
            if t <= SINGLE_DELAY:
                self.assertEqual(late, 0.0)
            elif t > SINGLE_DELAY + 2 * STEP:
                # A step takes the angle of its start: between one step and two later, 1.3 w STEP = 0.058 each.
                before = [pendulum(t - SINGLE_DELAY - k * STEP, l=2.0, d=0.001, a0=1.3) for k in (0, 1, 2)]
                self.assertTrue(min(before) - 4e-3 <= late <= max(before) + 4e-3, (t, late, before))

    def check_network(self, angle, delayed):
        """Without ROS, coupled by a scenario, the two FMUs give the same numbers."""
        with tempfile.TemporaryDirectory() as folder:
            scenario, table = (os.path.join(folder, name) for name in ("pair.yaml", "pair.csv"))
            with open(scenario, "w") as file:
                file.write(NETWORK % (len(angle) * STEP, STEP, fmu_folder(), fmu_folder(), SINGLE_DELAY))
            command = os.path.join(os.environ["LOCKSTEP_TEST_FMUS"], "..", "bin", "lockstep")
            subprocess.run([command, "run", scenario, "--record", table], check=True)
            with open(table) as file:
                rows = list(csv.DictReader(file))[1:]
        self.assertEqual(len(rows), len(angle))
        for step, (row, value, late) in enumerate(zip(rows, angle, delayed), 1):
            self.assertEqual(float(row["network/pendulum.a"]), value)
            # The node has no angle for the delay before its first tick; a network starts with values that fit.
            if not SINGLE_DELAY - 0.5 * STEP < step * STEP < SINGLE_DELAY + 2.5 * STEP:
                self.assertAlmostEqual(float(row["network/delay.y"]), late, delta=1e-12)


if __name__ == "__main__":
    rospy.init_node("examples_test", disable_rostime=True)
    rostest.rosrun("fmi_adapter_tests", "examples", ExamplesTest)
