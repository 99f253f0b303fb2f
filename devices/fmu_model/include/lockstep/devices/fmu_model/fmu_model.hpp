// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/stepper.hpp"
#include "lockstep/devices/api/binder.hpp"
#include "lockstep/devices/api/device.hpp"
#include "lockstep/devices/fmu_model/fmu_config.hpp"

namespace lockstep::devices {

/// An FMU inside a device: named Float64 inputs and outputs as pointers, parameters, smaller steps, recorded
/// variables, and one way to reset, save and fail. CS and ME, FMI 1, 2 and 3.
///
/// Order: constructor; bind(); reset() with the inputs written before; then write inputs, step(), read
/// outputs. step() neither throws nor allocates. Messages start with the device's name.
class FmuModel {
 public:
  /// An input or output the device would like to have, under the name it has by default.
  struct Wish {
    std::string name;
    bool required{false};
  };

  FmuModel(std::string device, FmuConfig config, std::shared_ptr<const core::Fmu> fmu,
           std::string instance_name, const core::LogSink& log);

  /// Finds the variables (under their names of `variable_names`) and binds them; declares recorded signals:
  /// numbers, Booleans and enumerations (as Int64), arrays as a whole. Throws Error{kBadInput} with
  /// everything that is missing, of the wrong kind or wanted twice; names in `variable_names` that nobody
  /// asks for are warned about.
  void bind(Binder& binder, const std::vector<Wish>& inputs, const std::vector<Wish>& outputs);

  /// Where to write input `i` (as numbered in bind); null when the FMU has none of that name, or when
  /// its ModelStructure says that nothing depends on it and nothing but outputs is recorded.
  double* input(std::size_t i) const noexcept { return inputs_[i]; }
  /// Where output `i` is after a step; null likewise.
  const double* output(std::size_t i) const noexcept { return outputs_[i]; }

  /// Back to the start time with the inputs that are in the buffers. Throws Error{kFmuFailed}.
  void reset(double start_time_s);
  [[nodiscard]] core::Status step(const core::StepInterval& interval) noexcept;
  std::string fault() const;

  std::string why_not_saved() const;
  std::unique_ptr<DeviceState> save();
  void restore(const DeviceState& state);

  const core::Stepper& stepper() const noexcept { return *stepper_; }

 private:
  struct Copy {  // a recorded variable: from the FMU's buffer to the signal
    const void* from;
    void* to;
    std::size_t bytes;
  };
  using Variables = std::vector<const core::Variable*>;

  /// Variables for the wishes, and where each is among them; SIZE_MAX where there is none.
  struct Found {
    Variables variables;
    std::vector<std::size_t> place;
  };
  Found look_up(const std::vector<Wish>& wishes, core::Causality causality,
                std::vector<Diagnostic>& problems) const;
  void leave_out_unused(Found& inputs, const Variables& recorded) const;
  void warn_about_names(Binder& binder, const std::vector<Wish>& inputs,
                        const std::vector<Wish>& outputs) const;
  Variables recorded_variables(std::vector<Diagnostic>& problems) const;
  /// Declares the signals of `variables`, whose values begin at `values`.
  template <class T>
  void declare_signals(Binder& binder, const Variables& variables, const T* values);
  template <class T>
  void record(Binder& binder, const Variables& recorded, core::VariableType type);
  const core::Variable* find(const std::string& default_name, bool required, core::Causality causality,
                             std::vector<Diagnostic>& problems) const;
  std::string names_of(core::Causality causality) const;
  void apply_parameters();
  void choose_substeps(core::Rational step);
  void publish() noexcept;

  std::string device_;
  FmuConfig config_;
  std::unique_ptr<core::Stepper> stepper_;
  std::vector<double*> inputs_;
  std::vector<const double*> outputs_;
  std::vector<Copy> copies_;
  std::int64_t substeps_{1};
  double asked_to_end_at_s_{-1.0};
};

}  // namespace lockstep::devices
