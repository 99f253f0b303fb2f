// SPDX-License-Identifier: Apache-2.0
#include "fmi_adapter/FMIAdapter.hpp"

#include <cmath>
#include <rcl_interfaces/msg/parameter_descriptor.hpp>
#include <stdexcept>

#include "lockstep/adapter/names.hpp"
#include "lockstep/middlewares/api/classic_adapter.hpp"

namespace fmi_adapter {
namespace {

using lockstep::core::Causality;
using lockstep::middlewares::ClassicAdapter;
using SimTime = ClassicAdapter::SimTime;

SimTime to_sim_time(const rclcpp::Time& time) {
  return SimTime{time.nanoseconds()};
}
SimTime to_sim_time(const rclcpp::Duration& duration) {
  return SimTime{duration.nanoseconds()};
}
rclcpp::Time to_ros_time(SimTime time) {
  return rclcpp::Time{time.count(), RCL_ROS_TIME};
}

const rclcpp::node_interfaces::NodeParametersInterface::SharedPtr& not_null(
    const rclcpp::node_interfaces::NodeParametersInterface::SharedPtr& node) {
  if (node == nullptr) throw std::invalid_argument{"the parameter interface of the node is null"};
  return node;
}

}  // namespace

struct FMIAdapter::Impl {
  rclcpp::Logger logger;
  ClassicAdapter adapter;
};

FMIAdapter::FMIAdapter(rclcpp::Logger logger, const std::string& fmuPath, rclcpp::Duration stepSize,
                       bool interpolateInput, const std::string& tmpPath)
    : impl_{new Impl{logger, {fmuPath, to_sim_time(stepSize), interpolateInput, tmpPath}}} {
  if (stepSize.nanoseconds() == 0)
    RCLCPP_INFO(logger, "No step size given; using the FMU's default of %f s", getStepSize().seconds());
}
FMIAdapter::~FMIAdapter() = default;

std::string FMIAdapter::rosifyName(const std::string& name) {
  return lockstep::adapter::plain_name(name);
}
bool FMIAdapter::canHandleVariableCommunicationStepSize() const {
  return impl_->adapter.can_handle_variable_step();
}
rclcpp::Duration FMIAdapter::getDefaultExperimentStep() const {
  return rclcpp::Duration(std::chrono::nanoseconds(std::llround(impl_->adapter.default_step_s() * 1e9)));
}

std::vector<fmi2_import_variable_t*> FMIAdapter::getAllVariables() const {
  return impl_->adapter.variables();
}
std::vector<fmi2_import_variable_t*> FMIAdapter::getInputVariables() const {
  return impl_->adapter.variables(Causality::kInput);
}
std::vector<fmi2_import_variable_t*> FMIAdapter::getOutputVariables() const {
  return impl_->adapter.variables(Causality::kOutput);
}
std::vector<fmi2_import_variable_t*> FMIAdapter::getParameters() const {
  return impl_->adapter.variables(Causality::kParameter);
}
std::vector<std::string> FMIAdapter::getAllVariableNames() const {
  return ClassicAdapter::names(getAllVariables());
}
std::vector<std::string> FMIAdapter::getInputVariableNames() const {
  return ClassicAdapter::names(getInputVariables());
}
std::vector<std::string> FMIAdapter::getOutputVariableNames() const {
  return ClassicAdapter::names(getOutputVariables());
}
std::vector<std::string> FMIAdapter::getParameterNames() const {
  return ClassicAdapter::names(getParameters());
}

void FMIAdapter::setInputValue(fmi2_import_variable_t* variable, const rclcpp::Time& time, double value) {
  impl_->adapter.set_input(variable, to_sim_time(time), value);
}
void FMIAdapter::setInputValue(const std::string& variableName, const rclcpp::Time& time, double value) {
  setInputValue(impl_->adapter.find(variableName), time, value);
}

rclcpp::Duration FMIAdapter::getStepSize() const {
  return rclcpp::Duration(std::chrono::nanoseconds(impl_->adapter.step_size().count()));
}
bool FMIAdapter::isInInitializationMode() const {
  return impl_->adapter.in_initialization_mode();
}
void FMIAdapter::exitInitializationMode(const rclcpp::Time& simulationTime) {
  impl_->adapter.exit_initialization(to_sim_time(simulationTime));
}

rclcpp::Time FMIAdapter::doStep() {
  return to_ros_time(impl_->adapter.step());
}
rclcpp::Time FMIAdapter::doStep(const rclcpp::Duration& stepSize) {
  return to_ros_time(impl_->adapter.step(to_sim_time(stepSize)));
}
rclcpp::Time FMIAdapter::doStepsUntil(const rclcpp::Time& simulationTime) {
  return to_ros_time(impl_->adapter.step_until(to_sim_time(simulationTime)));
}
rclcpp::Time FMIAdapter::getSimulationTime() const {
  return to_ros_time(impl_->adapter.time());
}

double FMIAdapter::getOutputValue(fmi2_import_variable_t* variable) const {
  return impl_->adapter.output(variable);
}
double FMIAdapter::getOutputValue(const std::string& variableName) const {
  return getOutputValue(impl_->adapter.find(variableName));
}
double FMIAdapter::getValue(fmi2_import_variable_t* variable) const {
  return impl_->adapter.value(variable);
}
double FMIAdapter::getValue(const std::string& variableName) const {
  return getValue(impl_->adapter.find(variableName));
}

void FMIAdapter::setInitialValue(fmi2_import_variable_t* variable, double value) {
  impl_->adapter.set_initial(variable, value);
  RCLCPP_INFO(impl_->logger, "Initial value of '%s' is %f", ClassicAdapter::name(variable).c_str(), value);
}
void FMIAdapter::setInitialValue(const std::string& variableName, double value) {
  setInitialValue(impl_->adapter.find(variableName), value);
}

void FMIAdapter::declareROSParameters(
    rclcpp::node_interfaces::NodeParametersInterface::SharedPtr nodeInterface) {
  not_null(nodeInterface);
  for (fmi2_import_variable_t* variable : getAllVariables()) {
    const std::string name = rosifyName(ClassicAdapter::name(variable));
    if (name.empty() || impl_->adapter.checked(variable).is_array() || nodeInterface->has_parameter(name))
      continue;
    rcl_interfaces::msg::ParameterDescriptor descriptor;
    descriptor.dynamic_typing = true;  // "not set" must be a value, and 2 is as good as 2.0
    nodeInterface->declare_parameter(name, rclcpp::ParameterValue{}, descriptor);
  }
}

void FMIAdapter::initializeFromROSParameters(
    rclcpp::node_interfaces::NodeParametersInterface::SharedPtr nodeInterface) {
  not_null(nodeInterface);
  for (fmi2_import_variable_t* variable : getAllVariables()) {
    const std::string name = rosifyName(ClassicAdapter::name(variable));
    rclcpp::Parameter parameter;
    if (name.empty() || !nodeInterface->get_parameter(name, parameter)) continue;
    switch (parameter.get_type()) {
      case rclcpp::ParameterType::PARAMETER_NOT_SET:
        break;
      case rclcpp::ParameterType::PARAMETER_DOUBLE:
        setInitialValue(variable, parameter.as_double());
        break;
      case rclcpp::ParameterType::PARAMETER_INTEGER:
        setInitialValue(variable, static_cast<double>(parameter.as_int()));
        break;
      case rclcpp::ParameterType::PARAMETER_BOOL:
        setInitialValue(variable, parameter.as_bool() ? 1.0 : 0.0);
        break;
      default:
        throw std::invalid_argument{"parameter '" + name + "' is " + parameter.value_to_string() +
                                    ", expected a number"};
    }
  }
}

}  // namespace fmi_adapter
