// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <ros/ros.h>

// Variables are pointers to something nobody looks into; the names are those code written for fmi_adapter
// uses.
struct fmi2_xml_variable_t;
typedef struct fmi2_xml_variable_t fmi2_import_variable_t;

namespace fmi_adapter {

/// An FMU as a C++ object on ROS time: the class of the ROS package fmi_adapter, with the same members,
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
/// Pointers to variables live as long as the object; those of another object are not accepted. One thread at
/// a time.
class FMIAdapter {
 public:
  /// `stepSize` 0: the FMU's default, and 10 ms where it has none. `interpolateInput` false: inputs keep
  /// their value until the next point. `tmpPath`: a folder to unpack the FMU in; empty: the cache of
  /// lockstep.
  explicit FMIAdapter(const std::string& fmuPath, ros::Duration stepSize = ros::Duration(0.0),
                      bool interpolateInput = true, const std::string& tmpPath = "");
  FMIAdapter(const FMIAdapter& other) = delete;
  FMIAdapter& operator=(const FMIAdapter&) = delete;
  virtual ~FMIAdapter();

  /// The name of a variable as ROS parameter or topic: all but letters, digits and '_' becomes '_', leading
  /// '_' go.
  static std::string rosifyName(const std::string& name);

  bool canHandleVariableCommunicationStepSize() const;
  ros::Duration getDefaultExperimentStep() const;

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
  void setInputValue(fmi2_import_variable_t* variable, ros::Time time, double value);
  void setInputValue(std::string variableName, ros::Time time, double value);

  ros::Duration getStepSize() const;
  bool isInInitializationMode() const;
  /// FMU time 0 is `simulationTime` from here on.
  void exitInitializationMode(ros::Time simulationTime);

  /// One step; returns the new time.
  ros::Time doStep();
  ros::Time doStep(const ros::Duration& stepSize);
  /// Steps to the point nearest to `simulationTime`: while time + step/2 lies before it.
  ros::Time doStepsUntil(const ros::Time& simulationTime);
  __attribute__((deprecated)) void calcUntil(ros::Time simulationTime) { doStepsUntil(simulationTime); }
  ros::Time getSimulationTime() const;

  /// In initialisation mode: the value the FMU would start with.
  double getOutputValue(fmi2_import_variable_t* variable) const;
  double getOutputValue(const std::string& variableName) const;

  /// A parameter or start value, in initialisation mode only.
  void setInitialValue(fmi2_import_variable_t* variable, double value);
  void setInitialValue(const std::string& variableName, double value);
  /// setInitialValue() for every variable whose rosified name is a parameter of `handle`. Parameters that are
  /// no numbers are passed over.
  void initializeFromROSParameters(const ros::NodeHandle& handle);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace fmi_adapter
