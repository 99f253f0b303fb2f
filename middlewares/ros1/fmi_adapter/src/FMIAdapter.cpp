// SPDX-License-Identifier: Apache-2.0
#include "fmi_adapter/FMIAdapter.h"

#include "lockstep/adapter/names.hpp"
#include "lockstep/middlewares/api/classic_adapter.hpp"

namespace fmi_adapter {
namespace {

using lockstep::core::Causality;
using lockstep::middlewares::ClassicAdapter;
using SimTime = ClassicAdapter::SimTime;

SimTime to_sim_time(const ros::Time& time) {
  return SimTime{static_cast<std::int64_t>(time.toNSec())};
}
ros::Time to_ros_time(SimTime time) {
  return ros::Time{}.fromNSec(static_cast<std::uint64_t>(time.count()));
}
SimTime to_sim_time(const ros::Duration& duration) {
  return SimTime{duration.toNSec()};
}

}  // namespace

struct FMIAdapter::Impl {
  ClassicAdapter adapter;
};

FMIAdapter::FMIAdapter(const std::string& fmuPath, ros::Duration stepSize, bool interpolateInput,
                       const std::string& tmpPath)
    : impl_{new Impl{{fmuPath, to_sim_time(stepSize), interpolateInput, tmpPath}}} {
  if (stepSize.isZero())
    ROS_INFO("No step size given; using the FMU's default of %f s", getStepSize().toSec());
}
FMIAdapter::~FMIAdapter() = default;

std::string FMIAdapter::rosifyName(const std::string& name) {
  return lockstep::adapter::plain_name(name);
}
bool FMIAdapter::canHandleVariableCommunicationStepSize() const {
  return impl_->adapter.can_handle_variable_step();
}
ros::Duration FMIAdapter::getDefaultExperimentStep() const {
  return ros::Duration(impl_->adapter.default_step_s());
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

void FMIAdapter::setInputValue(fmi2_import_variable_t* variable, ros::Time time, double value) {
  impl_->adapter.set_input(variable, to_sim_time(time), value);
}
void FMIAdapter::setInputValue(std::string variableName, ros::Time time, double value) {
  setInputValue(impl_->adapter.find(variableName), time, value);
}

ros::Duration FMIAdapter::getStepSize() const {
  return ros::Duration{}.fromNSec(impl_->adapter.step_size().count());
}
bool FMIAdapter::isInInitializationMode() const {
  return impl_->adapter.in_initialization_mode();
}
void FMIAdapter::exitInitializationMode(ros::Time simulationTime) {
  impl_->adapter.exit_initialization(to_sim_time(simulationTime));
}

ros::Time FMIAdapter::doStep() {
  return to_ros_time(impl_->adapter.step());
}
ros::Time FMIAdapter::doStep(const ros::Duration& stepSize) {
  return to_ros_time(impl_->adapter.step(to_sim_time(stepSize)));
}
ros::Time FMIAdapter::doStepsUntil(const ros::Time& simulationTime) {
  return to_ros_time(impl_->adapter.step_until(to_sim_time(simulationTime)));
}
ros::Time FMIAdapter::getSimulationTime() const {
  return to_ros_time(impl_->adapter.time());
}

double FMIAdapter::getOutputValue(fmi2_import_variable_t* variable) const {
  return impl_->adapter.output(variable);
}
double FMIAdapter::getOutputValue(const std::string& variableName) const {
  return getOutputValue(impl_->adapter.find(variableName));
}

void FMIAdapter::setInitialValue(fmi2_import_variable_t* variable, double value) {
  impl_->adapter.set_initial(variable, value);
  ROS_INFO("Initial value of '%s' is %f", ClassicAdapter::name(variable).c_str(), value);
}
void FMIAdapter::setInitialValue(const std::string& variableName, double value) {
  setInitialValue(impl_->adapter.find(variableName), value);
}

void FMIAdapter::initializeFromROSParameters(const ros::NodeHandle& handle) {
  for (fmi2_import_variable_t* variable : getAllVariables()) {
    const std::string name = rosifyName(ClassicAdapter::name(variable));
    double value = 0.0;
    bool flag = false;
    if (name.empty() || impl_->adapter.checked(variable).is_array()) continue;
    if (handle.getParam(name, value)) {
      setInitialValue(variable, value);
    } else if (handle.getParam(name, flag)) {
      setInitialValue(variable, flag ? 1.0 : 0.0);
    }
  }
}

}  // namespace fmi_adapter
