// SPDX-License-Identifier: Apache-2.0
// Two FMUs in one node: a damped pendulum whose angle goes through a transport delay, stepped one after the
// other.
#include <ros/ros.h>
#include <std_msgs/Float64.h>

#include <string>

#include "fmi_adapter/FMIAdapter.h"

namespace {

std_msgs::Float64 message(double value) {
  std_msgs::Float64 result;
  result.data = value;
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  ros::init(argc, argv, "fmi_adapter_examples_integrated_node");
  ros::NodeHandle n("~");

  std::string pendulum_path, delay_path;
  if (!n.getParam("pendulum_fmu_path", pendulum_path) || !n.getParam("delay_fmu_path", delay_path)) {
    ROS_FATAL("Parameters pendulum_fmu_path and delay_fmu_path are needed; see two_fmus_in_one_node.launch");
    return 2;
  }

  const ros::Duration step(0.02);
  fmi_adapter::FMIAdapter pendulum(pendulum_path, step);
  fmi_adapter::FMIAdapter delay(delay_path, step);
  pendulum.setInitialValue("d", 0.001);
  pendulum.setInitialValue("l", 2.0);
  pendulum.setInitialValue("a", 1.3);
  delay.setInitialValue("d", 5.5);

  ros::Time::waitForValid();
  const ros::Time start = ros::Time::now();  // the same instant is FMU time 0 of both
  pendulum.exitInitializationMode(start);
  delay.exitInitializationMode(start);

  ros::Publisher angle_publisher, delayed_publisher;
  const ros::Timer timer = n.createTimer(step, [&](const ros::TimerEvent& event) {
    pendulum.doStepsUntil(event.current_expected);
    const double angle = pendulum.getOutputValue("a");
    delay.setInputValue("x", event.current_expected, angle);
    delay.doStepsUntil(event.current_expected);
    angle_publisher.publish(message(angle));
    delayed_publisher.publish(message(delay.getOutputValue("y")));
  });
  // After the timer was made: whoever sees the topics knows that the node has started.
  angle_publisher = n.advertise<std_msgs::Float64>("angle", 1000);
  delayed_publisher = n.advertise<std_msgs::Float64>("delayed_angle", 1000);
  ros::spin();
  return 0;
}
