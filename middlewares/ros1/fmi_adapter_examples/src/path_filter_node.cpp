// SPDX-License-Identifier: Apache-2.0
// The path filter of the ActiveShuttle as a node: /velDes in, /velDesFil out. config/path_filter.yaml does
// the same without a line of code.
#include <geometry_msgs/TwistStamped.h>
#include <ros/ros.h>

#include "fmi_adapter/FMIAdapter.h"

int main(int argc, char** argv) {
  ros::init(argc, argv, "PathFilter");
  ros::NodeHandle n("~");
  fmi_adapter::FMIAdapter filter(n.param<std::string>("fmu_path", "PathFilter.fmu"));
  filter.initializeFromROSParameters(n);
  ros::Publisher publisher = n.advertise<geometry_msgs::TwistStamped>("/velDesFil", 1000);
  const boost::function<void(const geometry_msgs::TwistStamped&)> take =
      [&](const geometry_msgs::TwistStamped& desired) {
        const ros::Time now = desired.header.stamp;
        if (filter.isInInitializationMode()) filter.exitInitializationMode(now);
        filter.setInputValue("v_des", now, desired.twist.linear.x);
        filter.setInputValue("omega_des", now, desired.twist.angular.z);
        filter.doStepsUntil(now);
        geometry_msgs::TwistStamped filtered = desired;
        filtered.twist.linear.x = filter.getOutputValue("v_fil");
        filtered.twist.angular.z = filter.getOutputValue("omega_fil");
        publisher.publish(filtered);
      };
  const ros::Subscriber subscriber = n.subscribe<geometry_msgs::TwistStamped>("/velDes", 1000, take);
  ros::spin();
  return 0;
}
