#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A node that drives /clock: at the rate that is asked for, or as fast as it goes; waiting for inputs, or not for ever."""
import time
import unittest

import rospy
import rostest
from ros_support import Collector, pendulum, start, stop, wait_until
from rosgraph_msgs.msg import Clock
from std_msgs.msg import Float64
from std_srvs.srv import SetBool, Trigger

PERIOD_NS = 10000000


class ClockTest(unittest.TestCase):
    def setUp(self):
        self.clock = Collector("/clock", Clock)

    def tearDown(self):
        self.clock.subscriber.unregister()

    def drive(self, *arguments):
        return start("__name:=driver", "_drive_clock:=true", *arguments)

    def ticks(self):
        """Different instants that were seen."""
        return len({message.clock.to_nsec() for message in list(self.clock.messages)})

    def wait_for_ticks(self, count, what):
        wait_until(lambda: self.ticks() >= count, "%s (%d ticks)" % (what, count))

    def assert_ticks(self):
        """Ticks never go back and are whole periods, to the nanosecond; none is 0, which means: no time. A listener that
        is slower than the clock misses some; while time stands they are repeated."""
        stamps = [message.clock.to_nsec() for message in list(self.clock.messages)]
        self.assertEqual(stamps, sorted(stamps))
        self.assertEqual({stamp % PERIOD_NS for stamp in stamps}, {0})
        self.assertGreater(stamps[0], 0)

    def test_rates(self):
        # Faster than real time, slower, and real time: simulated time is never ahead of its rate, and goes on.
        for rate in (20.0, 0.5, 1.0):
            self.clock.messages.clear()
            begin = time.monotonic()
            process = self.drive("_fmu_path:=./DampedPendulum.fmu", "_real_time_factor:=%g" % rate)
            try:
                self.wait_for_ticks(int(20 * max(rate, 1.0)), "ticks")
                reached = self.clock.messages[-1].clock.to_sec()
                elapsed = time.monotonic() - begin  # since before the node began, so a slow machine makes it longer only
                self.assertLessEqual(reached, rate * elapsed + 2 * PERIOD_NS * 1e-9)  # the first ticks come at once
                self.assert_ticks()
            finally:
                text = stop(process)
            self.assertEqual(process.returncode, 0, text)
            wait_until(lambda: self.clock.subscriber.get_num_connections() == 0, "the end of the node")

    def test_as_fast_as_possible_to_the_stop_time(self):
        # Without a rate it runs to the FMU's stop time, 10 s, and ends with code 0; values are on the closed form.
        angle = Collector("/driver/a", Float64)
        process = self.drive("_fmu_path:=./DampedPendulum.fmu", "_use_stop_time:=true")
        text = process.communicate()[0]
        self.assertEqual(process.returncode, 0, text)
        self.assertIn("the simulation ended at FMU time 10 s", text)
        self.assertTrue(all(abs(m.data) <= 1.5 for m in angle.messages))
        if angle.count() > 0:  # the connection may come late, or after the end
            last = angle.messages[-1].data
            self.assertTrue(any(abs(last - pendulum(k * 0.01)) < 2e-3 for k in range(1001)))

    def test_pause(self):
        # A paused node stops the clock for everybody: between two steps by service exactly one period passes, whatever the
        # wall clock says. Afterwards time goes on where it stood.
        process = self.drive("_fmu_path:=./DampedPendulum.fmu", "_real_time_factor:=5")
        try:
            self.wait_for_ticks(5, "ticks")
            pause = rospy.ServiceProxy("/driver/pause", SetBool)
            step = rospy.ServiceProxy("/driver/step", Trigger)
            self.assertTrue(pause(True).success)
            instants = []
            for _ in range(3):
                instants.append(float(step().message.split()[2]))  # "FMU time 0.07 s"
                # FMU time 0 is the first tick, one period after 0
                wait_until(lambda: abs(self.clock.messages[-1].clock.to_sec() - instants[-1] - 0.01) < 1e-6, "its tick")
            self.assertAlmostEqual(instants[1] - instants[0], 0.01, delta=1e-6)
            self.assertAlmostEqual(instants[2] - instants[1], 0.01, delta=1e-6)
            count = self.ticks()
            self.assertTrue(pause(False).success)
            self.wait_for_ticks(count + 5, "after the pause")
            self.assert_ticks()
        finally:
            stop(process)

    def test_inputs_of_the_instant(self):
        # With wait_for_inputs the clock stands until all inputs of the instant are there; with input_timeout it goes on
        # with the last ones and says so.
        delay = ("_fmu_path:=./TransportDelay.fmu", "_wait_for_inputs:=true")
        process = self.drive(*delay)
        try:
            values = rospy.Publisher("/driver/x", Float64, queue_size=10)
            wait_until(lambda: values.get_num_connections() > 0, "the subscription")
            self.wait_for_ticks(1, "the first tick")
            for tick in range(1, 21):
                self.assertEqual(self.ticks(), tick)
                values.publish(Float64(tick))
                self.wait_for_ticks(tick + 1, "after an input")
            self.assert_ticks()
        finally:
            stop(process)
        wait_until(lambda: self.clock.subscriber.get_num_connections() == 0, "the end of the node")
        self.clock.messages.clear()
        process = self.drive(*delay, "_input_timeout:=0.02")
        try:
            self.wait_for_ticks(5, "without inputs")
        finally:
            text = stop(process)
        self.assertIn("Not all inputs came within 0.020000 s; going on with the last ones", text)


if __name__ == "__main__":
    rospy.init_node("clock_test", disable_rostime=True)
    rostest.rosrun("fmi_adapter_tests", "clock", ClockTest)
