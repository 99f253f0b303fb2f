// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <rclcpp/rclcpp.hpp>
#include <set>
#include <string>
#include <vector>

#include "lockstep/middlewares/api/parameter_info.hpp"

namespace fmi_adapter {

using Parameters = rclcpp::node_interfaces::NodeParametersInterface;

/// Empty: not set, or bytes.
std::optional<lockstep::middlewares::ParameterValue> from_ros(const rclcpp::ParameterValue& value);
rclcpp::ParameterValue to_ros(const lockstep::middlewares::ParameterValue& value);
/// Whole numbers become reals where the target is one.
rclcpp::ParameterValue as_type_of(const rclcpp::ParameterValue& target, const rclcpp::ParameterValue& value);

/// Type, unit, range and whether it may change, as ROS tools show them.
rcl_interfaces::msg::ParameterDescriptor descriptor_of(const lockstep::middlewares::ParameterInfo& info);

/// Declares the parameters that belong to the node itself, and names all that belong to it or to rclcpp.
/// Throws rclcpp's exceptions for a value of the wrong type.
std::set<std::string> declare_node_parameters(Parameters& parameters);

/// Whole numbers that are set for a real become one, as long as the result lives. Before Iron ROS 2 has no
/// way to do so: there they are refused for the node's own parameters, and stay whole numbers for the FMU's.
std::shared_ptr<void> accept_whole_numbers(Parameters& parameters);

/// The tunable parameters that were declared for the last FMU, with the values they had then by themselves:
/// of the FMU, or given to the node at its start. They stay declared when the FMU is gone; one that has
/// another value now was set by somebody and counts for the next FMU, too.
using ParameterMemory = std::map<std::string, rclcpp::ParameterValue>;

/// Values of the node's own parameters, and for the FMU: what was set at run time, and what was given to the
/// node under names that are not in `own`. Names with a dot belong to others (qos_overrides.*) and are left
/// out.
std::vector<lockstep::middlewares::NamedParameter> given_parameters(Parameters& parameters,
                                                                    const std::set<std::string>& own,
                                                                    const ParameterMemory& memory);

/// The parameters of a configured FMU. Those of the FMU before that this one has not are taken back; ROS has
/// no way to take a read-only one back: it stays, and is taken up again by the next FMU that has the same.
class FmuParameters {
 public:
  using Apply = std::function<rcl_interfaces::msg::SetParametersResult(
      const std::string& name, const lockstep::middlewares::ParameterValue& value)>;

  /// `apply` is called for each change at run time.
  FmuParameters(Parameters::SharedPtr parameters, rclcpp::Logger logger, ParameterMemory& memory,
                const std::vector<lockstep::middlewares::ParameterInfo>& infos, Apply apply);
  FmuParameters(const FmuParameters&) = delete;
  FmuParameters& operator=(const FmuParameters&) = delete;

 private:
  using Changes = std::vector<rclcpp::Parameter>;

  void declare(const lockstep::middlewares::ParameterInfo& info);
  void undeclare(const std::string& name) const;
  rcl_interfaces::msg::SetParametersResult on_set(const Changes& changes) const;
  /// Changes that come together are made together: applies the values from before.
  void take_back(Changes::const_iterator first, Changes::const_iterator last) const;

  Parameters::SharedPtr parameters_;
  rclcpp::Logger logger_;
  Apply apply_;
  std::set<std::string> names_;
  rclcpp::node_interfaces::OnSetParametersCallbackHandle::SharedPtr on_set_;
};

}  // namespace fmi_adapter
