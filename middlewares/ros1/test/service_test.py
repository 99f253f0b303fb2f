#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The service as trigger: steps on request only, however time goes. And a node whose steps take longer than it has."""
import unittest

import rospy
import rostest
from ros_support import Collector, Diagnostics, Inbox, pendulum, wait_until
from std_msgs.msg import Float64
from std_srvs.srv import Trigger

PERIOD = 0.01  # the nodes' default update period [s]


class ServiceTest(unittest.TestCase):
    def test_steps_on_request(self):
        # Each call is one update period and one message; values are on the closed form (error of the model: 1e-3).
        angle = Collector("/pendulum/a", Float64)
        angle.wait_connected()
        rospy.wait_for_service("/pendulum/step")
        step = rospy.ServiceProxy("/pendulum/step", Trigger)
        for k in range(1, 51):
            reply = step()
            self.assertTrue(reply.success, reply.message)
            angle.wait_for(k, "the output of a step")
            self.assertAlmostEqual(angle.messages[-1].data, pendulum(k * PERIOD), delta=2e-3)
        self.assertEqual(reply.message, "FMU time 0.5 s")
        self.assertEqual(angle.count(), 50, "nothing but the steps is published")
        self.assertTrue(rospy.ServiceProxy("/pendulum/reset", Trigger)().success)
        self.assertEqual(step().message, "FMU time 0.01 s")

    def test_inputs_count_from_the_next_step_on(self):
        output = Collector("/delay/y", Float64)
        inputs = rospy.Publisher("/delay/x", Float64, queue_size=10)
        wait_until(lambda: inputs.get_num_connections() > 0, "the subscription")
        output.wait_connected()
        inbox = Inbox("/delay", "/delay/x")
        step = rospy.ServiceProxy("/delay/step", Trigger)
        for k, value in enumerate((4.0, -2.5), 1):
            inputs.publish(Float64(value))
            inbox.wait_taken(k)
            step()
            output.wait_for(k, "the output of a step")
            self.assertEqual(output.messages[-1].data, value)

    def test_overruns(self):
        # A step of this FMU takes 50 ms, five update periods: overruns and late calls are counted, and it is a warning.
        diagnostics = Diagnostics()
        wait_until(lambda: int(diagnostics.value("slow", "overruns") or 0) > 0, "an overrun")
        wait_until(lambda: float(diagnostics.value("slow", "lateness max [s]")) > 0.0, "a late call")
        self.assertEqual(diagnostics.latest["slow: FMU"].level, 1)
        self.assertGreater(float(diagnostics.value("slow", "step time max [s]")), PERIOD)
        diagnostics.wait_active("pendulum")
        self.assertEqual(diagnostics.value("pendulum", "overruns"), "0", "on request nothing can be late")


if __name__ == "__main__":
    rospy.init_node("service_test")
    rostest.rosrun("fmi_adapter_tests", "service", ServiceTest)
