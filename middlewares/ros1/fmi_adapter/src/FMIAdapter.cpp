// SPDX-License-Identifier: Apache-2.0
#include "fmi_adapter/FMIAdapter.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "lockstep/adapter/adapter.hpp"
#include "lockstep/adapter/names.hpp"
#include "lockstep/core/error.hpp"
#include "number_value.hpp"

namespace fmi_adapter {
namespace {

using lockstep::adapter::Adapter;
using lockstep::adapter::AdapterOptions;
using lockstep::adapter::Advance;
using lockstep::adapter::AdvanceResult;
using lockstep::adapter::PointResult;
using lockstep::adapter::SimTime;
using lockstep::core::Causality;
using lockstep::core::Variable;

constexpr double kTolerance = 1e-4;                        // what the original told every FMU
constexpr std::size_t kMaxPoints = std::size_t{1} << 20U;  // for each input; the original had no bound

SimTime to_sim_time(const ros::Time& time) {
  return SimTime{static_cast<std::int64_t>(time.toNSec())};
}
ros::Time to_ros_time(SimTime time) {
  return ros::Time{}.fromNSec(static_cast<std::uint64_t>(time.count()));
}
SimTime to_sim_time(const ros::Duration& duration) {
  return SimTime{duration.toNSec()};
}

[[noreturn]] void rethrow(const lockstep::Error& error) {
  switch (error.code()) {
    case lockstep::ErrorCode::kNoBinary:
    case lockstep::ErrorCode::kLoadFailed:
    case lockstep::ErrorCode::kFmuFailed:
    case lockstep::ErrorCode::kSystem:
      throw std::runtime_error{error.what()};
    default:
      throw std::invalid_argument{error.what()};
  }
}

/// Runs `body`; what lockstep throws becomes what users of this class catch.
template <class Body>
decltype(auto) translated(Body&& body) {
  try {
    return body();
  } catch (const lockstep::Error& error) {
    rethrow(error);
  }
}

/// A folder of its own below one the user gave; it goes when the FMU is gone.
class PrivateFolder {
 public:
  explicit PrivateFolder(const std::string& parent) {
    if (parent.empty()) return;
    std::string pattern = parent + "/lockstep_fmi_adapter_XXXXXX";
    if (::access(parent.c_str(), W_OK) != 0 || ::mkdtemp(pattern.data()) == nullptr) {
      throw std::invalid_argument{
          "cannot write to the folder '" + parent +
          "' given for temporary files; expected an existing folder with write permission"};
    }
    path_ = pattern;
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  ~PrivateFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

AdapterOptions options_for(const ros::Duration& step_size, bool interpolate,
                           const std::filesystem::path& folder) {
  AdapterOptions options;
  if (!step_size.isZero()) options.step = lockstep::core::Rational::from_nanoseconds(step_size.toNSec());
  options.interpolate = interpolate;
  options.tolerance = kTolerance;
  options.max_points = kMaxPoints;
  options.full = lockstep::adapter::FullPolicy::kRefuse;
  options.stepper.set_calculated = true;
  options.stepper.solver.relative_tolerance = 1e-6;
  options.open.cache.directory = folder;
  return options;
}

const std::string& readable(const std::string& path) {
  if (::access(path.c_str(), R_OK) == 0) return path;
  throw std::invalid_argument{"FMU file '" + path + "' is not there or cannot be read; check the path"};
}

ros::Duration nonnegative(ros::Duration step_size) {
  if (step_size >= ros::Duration(0.0)) return step_size;
  throw std::invalid_argument{"the step size is " + std::to_string(step_size.toSec()) +
                              " s, expected a number above 0, or 0 for the FMU's default"};
}

}  // namespace

struct FMIAdapter::Impl {
  Impl(const std::string& path, ros::Duration step_size, bool interpolate, const std::string& folder)
      : checked_step{nonnegative(step_size)},
        fmu_path{readable(path)},
        unpacked{folder},
        adapter{fmu_path, options_for(checked_step, interpolate, unpacked.path())} {}

  std::vector<const Variable*> all() const {
    std::vector<const Variable*> result;
    for (const Variable& variable : adapter.description().variables())
      result.push_back(&variable);
    return result;
  }
  const Variable& checked(const fmi2_import_variable_t* pointer) const {
    const auto* variable = reinterpret_cast<const Variable*>(pointer);
    const auto variables = adapter.description().variables();
    if (variable >= variables.begin() && variable < variables.end()) return *variable;
    throw std::invalid_argument{"the variable does not belong to this FMU; use one of getAllVariables()"};
  }
  const Variable& named(const std::string& name) const {
    return translated([&]() -> const Variable& { return adapter.variable(name); });
  }
  ros::Time finish(const AdvanceResult& result) const;
  void require_running() const {
    if (adapter.in_initialization_mode()) throw std::runtime_error{"the FMU is still in initialization mode"};
  }

  ros::Duration checked_step;
  std::string fmu_path;
  PrivateFolder unpacked;  // before the adapter: the FMU's files outlive its code
  Adapter adapter;
};

namespace {

fmi2_import_variable_t* opaque(const Variable* variable) {
  // Nobody writes through the pointer: it only comes back to checked().
  return reinterpret_cast<fmi2_import_variable_t*>(const_cast<Variable*>(variable));
}

std::vector<fmi2_import_variable_t*> opaque(const std::vector<const Variable*>& variables) {
  std::vector<fmi2_import_variable_t*> result;
  for (const Variable* variable : variables)
    result.push_back(opaque(variable));
  return result;
}

std::vector<std::string> names(const std::vector<const Variable*>& variables) {
  std::vector<std::string> result;
  for (const Variable* variable : variables)
    result.emplace_back(variable->name);
  return result;
}

}  // namespace

ros::Time FMIAdapter::Impl::finish(const AdvanceResult& result) const {
  switch (result.outcome) {
    case Advance::kDone:
    case Advance::kWarning:
    case Advance::kStopTime:
      break;
    case Advance::kInitializing:
      throw std::runtime_error{"the FMU is still in initialization mode"};
    case Advance::kTerminated:
      throw std::runtime_error{"the FMU ended the simulation"};
    case Advance::kFailed:
      throw std::runtime_error{adapter.fault()};
    case Advance::kTargetInPast:
      throw std::invalid_argument{"the given time lies before the simulation time " +
                                  std::to_string(to_ros_time(result.time).toSec())};
    case Advance::kBadStepSize:
      throw std::invalid_argument{"the step size is not above 0"};
  }
  return to_ros_time(result.time);
}

FMIAdapter::FMIAdapter(const std::string& fmuPath, ros::Duration stepSize, bool interpolateInput,
                       const std::string& tmpPath)
    : impl_{
          translated([&] { return std::make_unique<Impl>(fmuPath, stepSize, interpolateInput, tmpPath); })} {
  if (stepSize.isZero())
    ROS_INFO("No step size given; using the FMU's default of %f s", impl_->adapter.step_size().seconds());
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
  return opaque(impl_->all());
}
std::vector<fmi2_import_variable_t*> FMIAdapter::getInputVariables() const {
  return opaque(impl_->adapter.variables_of(Causality::kInput));
}
std::vector<fmi2_import_variable_t*> FMIAdapter::getOutputVariables() const {
  return opaque(impl_->adapter.variables_of(Causality::kOutput));
}
std::vector<fmi2_import_variable_t*> FMIAdapter::getParameters() const {
  return opaque(impl_->adapter.variables_of(Causality::kParameter));
}
std::vector<std::string> FMIAdapter::getAllVariableNames() const {
  return names(impl_->all());
}
std::vector<std::string> FMIAdapter::getInputVariableNames() const {
  return names(impl_->adapter.variables_of(Causality::kInput));
}
std::vector<std::string> FMIAdapter::getOutputVariableNames() const {
  return names(impl_->adapter.variables_of(Causality::kOutput));
}
std::vector<std::string> FMIAdapter::getParameterNames() const {
  return names(impl_->adapter.variables_of(Causality::kParameter));
}

void FMIAdapter::setInputValue(fmi2_import_variable_t* variable, ros::Time time, double value) {
  const Variable& input = impl_->checked(variable);
  const PointResult result =
      translated([&] { return impl_->adapter.add_number(input, to_sim_time(time), value); });
  const std::string name{input.name};
  switch (result) {
    case PointResult::kRefusedNotFinite:
      throw std::invalid_argument{"input '" + name + "' was given a value that is not finite"};
    case PointResult::kRefusedRange:
      throw std::invalid_argument{"input '" + name + "' was given " + std::to_string(value) +
                                  ", which its type cannot hold"};
    case PointResult::kRefusedFull:
      throw std::runtime_error{"input '" + name + "' has " + std::to_string(kMaxPoints) +
                               " points waiting already; step the FMU"};
    default:
      break;
  }
}
void FMIAdapter::setInputValue(std::string variableName, ros::Time time, double value) {
  setInputValue(opaque(&impl_->named(variableName)), time, value);
}

ros::Duration FMIAdapter::getStepSize() const {
  if (!impl_->checked_step.isZero()) return impl_->checked_step;
  return ros::Duration(impl_->adapter.step_size().seconds());
}
bool FMIAdapter::isInInitializationMode() const {
  return impl_->adapter.in_initialization_mode();
}
void FMIAdapter::exitInitializationMode(ros::Time simulationTime) {
  if (!isInInitializationMode()) throw std::runtime_error{"the FMU is no longer in initialization mode"};
  translated([&] { impl_->adapter.exit_initialization(to_sim_time(simulationTime)); });
}

ros::Time FMIAdapter::doStep() {
  return impl_->finish(impl_->adapter.step());
}
ros::Time FMIAdapter::doStep(const ros::Duration& stepSize) {
  return impl_->finish(impl_->adapter.step(to_sim_time(stepSize)));
}
ros::Time FMIAdapter::doStepsUntil(const ros::Time& simulationTime) {
  return impl_->finish(impl_->adapter.step_until(to_sim_time(simulationTime)));
}
ros::Time FMIAdapter::getSimulationTime() const {
  impl_->require_running();
  return to_ros_time(impl_->adapter.time());
}

double FMIAdapter::getOutputValue(fmi2_import_variable_t* variable) const {
  const Variable& output = impl_->checked(variable);
  return translated([&] {
    const double running = impl_->adapter.output_number(output);  // also refuses what is no output
    return isInInitializationMode() ? number_of(impl_->adapter.value(output)) : running;
  });
}
double FMIAdapter::getOutputValue(const std::string& variableName) const {
  return getOutputValue(opaque(&impl_->named(variableName)));
}

void FMIAdapter::setInitialValue(fmi2_import_variable_t* variable, double value) {
  if (!isInInitializationMode())
    throw std::runtime_error{"initial values can be set in initialization mode only"};
  const Variable& target = impl_->checked(variable);
  translated([&] { impl_->adapter.set_initial(target, value_of(target, value)); });
  ROS_INFO("Initial value of '%s' is %f", std::string{target.name}.c_str(), value);
}
void FMIAdapter::setInitialValue(const std::string& variableName, double value) {
  setInitialValue(opaque(&impl_->named(variableName)), value);
}

void FMIAdapter::initializeFromROSParameters(const ros::NodeHandle& handle) {
  for (const Variable* variable : impl_->all()) {
    const std::string name = rosifyName(std::string{variable->name});
    double value = 0.0;
    bool flag = false;
    if (name.empty() || variable->is_array()) continue;
    if (handle.getParam(name, value)) {
      setInitialValue(opaque(variable), value);
    } else if (handle.getParam(name, flag)) {
      setInitialValue(opaque(variable), flag ? 1.0 : 0.0);
    }
  }
}

}  // namespace fmi_adapter
