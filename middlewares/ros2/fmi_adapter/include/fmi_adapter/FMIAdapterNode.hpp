// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>

namespace fmi_adapter {

/// An FMU as a managed node: default name fmi_adapter_node, also a component.
///
/// configure reads the parameters, loads the FMU, declares its parameters and makes the topics; a mistake
/// leaves the node unconfigured and is logged. activate steps and publishes, deactivate holds the FMU's time,
/// cleanup frees the FMU and the node can be configured again, with another fmu_path too. When the FMU fails
/// (fault_policy stop) the node goes through error processing to unconfigured; /diagnostics keeps the reason.
///
/// Parameters, topics and services: docs/how-to/fmu-as-ros2-node.md. Everything runs in the node's default
/// callback group, one thing at a time.
class FMIAdapterNode : public rclcpp_lifecycle::LifecycleNode {
 public:
  using CallbackReturn = rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface::CallbackReturn;

  explicit FMIAdapterNode(const rclcpp::NodeOptions& options);
  FMIAdapterNode(const FMIAdapterNode& other) = delete;
  FMIAdapterNode& operator=(const FMIAdapterNode&) = delete;
  virtual ~FMIAdapterNode();

  CallbackReturn on_configure(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_activate(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_deactivate(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_cleanup(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_shutdown(const rclcpp_lifecycle::State& previous) override;
  CallbackReturn on_error(const rclcpp_lifecycle::State& previous) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fmi_adapter
