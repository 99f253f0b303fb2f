// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/classic_adapter.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "lockstep/core/error.hpp"
#include "number_value.hpp"

namespace lockstep::middlewares {
namespace {

using adapter::Adapter;
using adapter::AdapterOptions;
using adapter::Advance;
using adapter::AdvanceResult;
using adapter::PointResult;
using core::Variable;

constexpr double kTolerance = 1e-4;                        // what the original told every FMU
constexpr std::size_t kMaxPoints = std::size_t{1} << 20U;  // for each input; the original had no bound

[[noreturn]] void rethrow(const Error& error) {
  switch (error.code()) {
    case ErrorCode::kNoBinary:
    case ErrorCode::kLoadFailed:
    case ErrorCode::kFmuFailed:
    case ErrorCode::kSystem:
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
  } catch (const Error& error) {
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

AdapterOptions options_for(adapter::SimTime step_size, bool interpolate,
                           const std::filesystem::path& folder) {
  AdapterOptions options;
  if (step_size.count() != 0) options.step = core::Rational::from_nanoseconds(step_size.count());
  options.interpolate = interpolate;
  options.tolerance = kTolerance;
  options.max_points = kMaxPoints;
  options.full = adapter::FullPolicy::kRefuse;
  options.stepper.set_calculated = true;
  options.stepper.solver.relative_tolerance = 1e-6;
  options.open.cache.directory = folder;
  return options;
}

const std::string& readable(const std::string& path) {
  if (::access(path.c_str(), R_OK) == 0) return path;
  throw std::invalid_argument{"FMU file '" + path + "' is not there or cannot be read; check the path"};
}

adapter::SimTime nonnegative(adapter::SimTime step_size) {
  if (step_size.count() >= 0) return step_size;
  throw std::invalid_argument{"the step size is " +
                              std::to_string(static_cast<double>(step_size.count()) * 1e-9) +
                              " s, expected a number above 0, or 0 for the FMU's default"};
}

ClassicAdapter::Handle opaque(const Variable* variable) {
  // Nobody writes through the pointer: it only comes back to checked().
  return reinterpret_cast<ClassicAdapter::Handle>(const_cast<Variable*>(variable));
}

}  // namespace

struct ClassicAdapter::Impl {
  Impl(const std::string& path, SimTime step_size, bool interpolate, const std::string& folder)
      : checked_step{nonnegative(step_size)},
        fmu_path{readable(path)},
        unpacked{folder},
        adapter{fmu_path, options_for(checked_step, interpolate, unpacked.path())} {}

  SimTime finish(const AdvanceResult& result) const;

  SimTime checked_step;
  std::string fmu_path;
  PrivateFolder unpacked;  // before the adapter: the FMU's files outlive its code
  Adapter adapter;
};

ClassicAdapter::SimTime ClassicAdapter::Impl::finish(const AdvanceResult& result) const {
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
                                  std::to_string(static_cast<double>(result.time.count()) * 1e-9)};
    case Advance::kBadStepSize:
      throw std::invalid_argument{"the step size is not above 0"};
  }
  return result.time;
}

ClassicAdapter::ClassicAdapter(const std::string& path, SimTime step_size, bool interpolate,
                               const std::string& folder)
    : impl_{translated([&] { return std::make_unique<Impl>(path, step_size, interpolate, folder); })} {}
ClassicAdapter::~ClassicAdapter() = default;

bool ClassicAdapter::can_handle_variable_step() const noexcept {
  return impl_->adapter.can_handle_variable_step();
}
double ClassicAdapter::default_step_s() const noexcept {
  return impl_->adapter.default_step_s();
}
ClassicAdapter::SimTime ClassicAdapter::step_size() const noexcept {
  if (impl_->checked_step.count() != 0) return impl_->checked_step;
  return SimTime{static_cast<std::int64_t>(std::llround(impl_->adapter.step_size().seconds() * 1e9))};
}

std::vector<ClassicAdapter::Handle> ClassicAdapter::variables() const {
  std::vector<Handle> result;
  for (const Variable& variable : impl_->adapter.description().variables())
    result.push_back(opaque(&variable));
  return result;
}
std::vector<ClassicAdapter::Handle> ClassicAdapter::variables(core::Causality causality) const {
  std::vector<Handle> result;
  for (const Variable* variable : impl_->adapter.variables_of(causality))
    result.push_back(opaque(variable));
  return result;
}
std::string ClassicAdapter::name(Handle variable) {
  return std::string{reinterpret_cast<const Variable*>(variable)->name};
}
std::vector<std::string> ClassicAdapter::names(const std::vector<Handle>& variables) {
  std::vector<std::string> result;
  for (const Handle variable : variables)
    result.push_back(name(variable));
  return result;
}
ClassicAdapter::Handle ClassicAdapter::find(const std::string& name) const {
  return translated([&] { return opaque(&impl_->adapter.variable(name)); });
}
const Variable& ClassicAdapter::checked(Handle pointer) const {
  const auto* variable = reinterpret_cast<const Variable*>(pointer);
  const auto variables = impl_->adapter.description().variables();
  if (variable >= variables.begin() && variable < variables.end()) return *variable;
  throw std::invalid_argument{"the variable does not belong to this FMU; use one of getAllVariables()"};
}

bool ClassicAdapter::in_initialization_mode() const noexcept {
  return impl_->adapter.in_initialization_mode();
}
void ClassicAdapter::set_initial(Handle variable, double value) {
  if (!in_initialization_mode())
    throw std::runtime_error{"initial values can be set in initialization mode only"};
  const Variable& target = checked(variable);
  translated([&] { impl_->adapter.set_initial(target, value_of(target, value)); });
}
void ClassicAdapter::exit_initialization(SimTime at) {
  if (!in_initialization_mode()) throw std::runtime_error{"the FMU is no longer in initialization mode"};
  translated([&] { impl_->adapter.exit_initialization(at); });
}

void ClassicAdapter::set_input(Handle variable, SimTime at, double value) {
  const Variable& input = checked(variable);
  const PointResult result = translated([&] { return impl_->adapter.add_number(input, at, value); });
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
ClassicAdapter::SimTime ClassicAdapter::step() {
  return impl_->finish(impl_->adapter.step());
}
ClassicAdapter::SimTime ClassicAdapter::step(SimTime size) {
  return impl_->finish(impl_->adapter.step(size));
}
ClassicAdapter::SimTime ClassicAdapter::step_until(SimTime target) {
  return impl_->finish(impl_->adapter.step_until(target));
}
ClassicAdapter::SimTime ClassicAdapter::time() const {
  if (in_initialization_mode()) throw std::runtime_error{"the FMU is still in initialization mode"};
  return impl_->adapter.time();
}
double ClassicAdapter::output(Handle variable) const {
  const Variable& output = checked(variable);
  return translated([&] {
    const double running = impl_->adapter.output_number(output);  // also refuses what is no output
    return in_initialization_mode() ? number_of(impl_->adapter.value(output)) : running;
  });
}
double ClassicAdapter::value(Handle variable) const {
  const Variable& any = checked(variable);
  return translated([&] { return number_of(impl_->adapter.value(any)); });
}

}  // namespace lockstep::middlewares
