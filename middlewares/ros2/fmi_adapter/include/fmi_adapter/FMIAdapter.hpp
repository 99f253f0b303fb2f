// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <string>
#include <vector>

// Variables are pointers to something nobody looks into; the names are those code written for fmi_adapter
// uses.
struct fmi2_xml_variable_t;
typedef struct fmi2_xml_variable_t fmi2_import_variable_t;

namespace fmi_adapter {

namespace internal {
const rclcpp::Duration ZERO_DURATION{std::chrono::nanoseconds(0)};
}  // namespace internal

/// An FMU as a C++ object on ROS time: the class of the ROS 2 package fmi_adapter, with the same members,
/// signatures and exceptions, on the runtime of lockstep.
///
/// The object starts in initialisation mode: set parameters and start values, then leave it with
/// exitInitializationMode(T0). FMU time 0 is T0. Inputs are given as points in time, in any mode; doStep*()
/// moves the FMU and, before each step, sets every input to its value at the start of the step.
///
/// Beyond the original: FMI 1, 2 and 3, Model Exchange (with a solver), FMUs that are both; inputs and
/// outputs of any numeric type and Boolean (numbers are converted, what does not fit is refused); time
/// without a running sum; a step that returns a warning goes on; nothing is left behind in /tmp. NaN is
/// refused.
///
/// Wrong arguments throw std::invalid_argument, wrong order and failures of the FMU std::runtime_error.
/// Times that come back are ROS times (RCL_ROS_TIME), those given may be of any clock. Pointers to variables
/// live as long as the object; those of another object are not accepted. One thread at a time.
class FMIAdapter {
 public:
  /// `stepSize` 0: the FMU's default, and 10 ms where it has none. `interpolateInput` false: inputs keep
  /// their value until the next point. `tmpPath`: a folder to unpack the FMU in; empty: the cache of
  /// lockstep.
  explicit FMIAdapter(rclcpp::Logger logger, const std::string& fmuPath,
                      rclcpp::Duration stepSize = internal::ZERO_DURATION, bool interpolateInput = true,
                      const std::string& tmpPath = "");
  FMIAdapter(const FMIAdapter& other) = delete;
  FMIAdapter& operator=(const FMIAdapter&) = delete;
  virtual ~FMIAdapter();

  /// The name of a variable as ROS parameter or topic: all but letters, digits and '_' becomes '_', leading
  /// '_' go.
  static std::string rosifyName(const std::string& name);

  bool canHandleVariableCommunicationStepSize() const;
  rclcpp::Duration getDefaultExperimentStep() const;

  /// In the order of the model description.
  std::vector<fmi2_import_variable_t*> getAllVariables() const;
  std::vector<fmi2_import_variable_t*> getInputVariables() const;
  std::vector<fmi2_import_variable_t*> getOutputVariables() const;
  std::vector<fmi2_import_variable_t*> getParameters() const;
  std::vector<std::string> getAllVariableNames() const;
  std::vector<std::string> getInputVariableNames() const;
  std::vector<std::string> getOutputVariableNames() const;
  std::vector<std::string> getParameterNames() const;

  /// A point of an input's trajectory. Of two points of the same time the first stays.
  void setInputValue(fmi2_import_variable_t* variable, const rclcpp::Time& time, double value);
  void setInputValue(const std::string& variableName, const rclcpp::Time& time, double value);

  rclcpp::Duration getStepSize() const;
  bool isInInitializationMode() const;
  /// FMU time 0 is `simulationTime` from here on.
  void exitInitializationMode(const rclcpp::Time& simulationTime);

  /// One step; returns the new time.
  rclcpp::Time doStep();
  rclcpp::Time doStep(const rclcpp::Duration& stepSize);
  /// Steps to the point nearest to `simulationTime`: while time + step/2 lies before it.
  rclcpp::Time doStepsUntil(const rclcpp::Time& simulationTime);
  rclcpp::Time getSimulationTime() const;

  /// An output; in initialisation mode the value the FMU would start with.
  double getOutputValue(fmi2_import_variable_t* variable) const;
  double getOutputValue(const std::string& variableName) const;
  /// A variable of any causality.
  double getValue(fmi2_import_variable_t* variable) const;
  double getValue(const std::string& variableName) const;

  /// A parameter or start value, in initialisation mode only.
  void setInitialValue(fmi2_import_variable_t* variable, double value);
  void setInitialValue(const std::string& variableName, double value);

  /// Declares a parameter for every scalar variable under its rosified name, without a value unless the node
  /// was given one. Those that are declared already stay as they are.
  void declareROSParameters(rclcpp::node_interfaces::NodeParametersInterface::SharedPtr nodeInterface);
  /// setInitialValue() for every variable whose parameter has a value: a number, whole or not, or a truth
  /// value. Another type throws std::invalid_argument.
  void initializeFromROSParameters(rclcpp::node_interfaces::NodeParametersInterface::SharedPtr nodeInterface);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fmi_adapter
