#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A mapping file and a message as trigger: stamps go through, every type has its topic, parameters at run time."""
import unittest

import rospy
import rostest
from geometry_msgs.msg import TwistStamped
from ros_support import Collector, wait_until
from std_msgs.msg import Bool, Int32, String
from std_srvs.srv import Trigger


class TriggerTest(unittest.TestCase):
    def test_twists(self):
        filtered = Collector("/velDesFil", TwistStamped)
        whole = Collector("/filter/Int32_output", Int32)
        flag = Collector("/filter/Boolean_output", Bool)
        text = Collector("/filter/String_output", String)
        desired = rospy.Publisher("/velDes", TwistStamped, queue_size=10)
        flag_input = rospy.Publisher("/filter/Boolean_input", Bool, queue_size=10, latch=True)
        wait_until(lambda: desired.get_num_connections() > 0, "the subscription")
        wait_until(lambda: flag_input.get_num_connections() > 0, "the subscription")
        for collector in (filtered, whole, flag, text):
            collector.wait_connected()
        flag_input.publish(Bool(True))

        # Steps of 0.1 s; the output at a stamp is the input of the step before it, for this FMU.
        start = rospy.Time(5000, 123456789)
        for k in range(20):
            message = TwistStamped()
            message.header.stamp = start + rospy.Duration.from_sec(0.1 * k)
            message.twist.linear.x = 0.5 * k
            message.twist.angular.z = -1.0 * k
            desired.publish(message)
            filtered.wait_for(k + 1, "the answer")
            answer = filtered.messages[k]
            self.assertEqual(answer.header.stamp, message.header.stamp)
            self.assertEqual(answer.header.frame_id, "base_link")
            if k > 0:
                self.assertAlmostEqual(answer.twist.linear.x, 0.5 * (k - 1), delta=1e-9)
                self.assertAlmostEqual(answer.twist.angular.z, -1.0 * (k - 1), delta=1e-9)
        self.assertEqual(whole.messages[-1].data, 7)
        self.assertEqual(text.messages[-1].data, "Set me!")

        # A tunable parameter on the parameter server takes effect when the node is told.
        take_over = rospy.ServiceProxy("/filter/set_parameters", Trigger)
        self.assertEqual(take_over().message, "no parameter changed")
        rospy.set_param("/filter/Float64_tunable_parameter", 2.5)
        reply = take_over()
        self.assertTrue(reply.success)
        self.assertEqual(reply.message, "Float64_tunable_parameter = 2.5")
        rospy.set_param("/filter/Float64_fixed_parameter", 2.5)
        self.assertFalse(take_over().success)


if __name__ == "__main__":
    rospy.init_node("trigger_test")
    rostest.rosrun("fmi_adapter_tests", "trigger", TriggerTest)
