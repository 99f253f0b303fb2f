// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <exception>
#include <memory>
#include <rclcpp/rclcpp.hpp>

#include "fmi_adapter/FMIAdapterNode.hpp"

/// Exit codes: 0 shut down, 2 a parameter of the node has the wrong type.
int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  try {
    const auto node = std::make_shared<fmi_adapter::FMIAdapterNode>(rclcpp::NodeOptions{});
    rclcpp::spin(node->get_node_base_interface());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fmi_adapter_node: %s\n", error.what());
    return 2;
  }
  rclcpp::shutdown();
  return 0;
}
