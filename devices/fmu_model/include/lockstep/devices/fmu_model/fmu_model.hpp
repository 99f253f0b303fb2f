// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/stepper.hpp"
#include "lockstep/devices/api/binder.hpp"
#include "lockstep/devices/api/device.hpp"
#include "lockstep/devices/fmu_model/fmu_config.hpp"
#include "lockstep/devices/fmu_model/kept_state.hpp"
#include "lockstep/devices/fmu_model/signal_inputs.hpp"
#include "lockstep/devices/fmu_model/signal_outputs.hpp"

namespace lockstep::devices {

/// A Stepper inside a device: an FMU, or whatever else is one. Parameters, smaller steps, variables as
/// signals, and one way to reset, save and fail. Its inputs and outputs are either named Float64 variables as
/// pointers, for devices that know what they mean (an actuator), or signals of any type (a block).
///
/// Order: constructor; bind() or bind_signals(); reset() with the inputs written before; then write inputs,
/// step(), read outputs. step() neither throws nor allocates. Messages start with the device's name.
class FmuModel {
 public:
  /// An input or output the device would like to have, under the name it has by default.
  struct Wish {
    std::string name;
    bool required{false};
  };

  FmuModel(std::string device, FmuConfig config, std::shared_ptr<const core::Fmu> fmu,
           std::string instance_name, const core::LogSink& log);
  /// A fresh stepper, with nothing bound. `file`, `kind` of the configuration have no effect.
  FmuModel(std::string device, FmuConfig config, std::unique_ptr<core::Stepper> stepper);

  /// Finds the variables (under their names of `variable_names`) and binds them; declares recorded signals as
  /// SignalOutputs does. Throws Error{kBadInput} with everything that is missing, of the wrong kind or wanted
  /// twice; names in `variable_names` that nobody asks for are warned about.
  void bind(Binder& binder, const std::vector<Wish>& inputs, const std::vector<Wish>& outputs);

  /// Inputs from signals; `outputs` (empty: all of the model) and the variables in `signals` of the
  /// configuration as signals. Throws Error{kBadInput} with all that is wrong.
  void bind_signals(Binder& binder, const std::vector<InputSource>& inputs,
                    const std::vector<std::string>& outputs);
  /// What make_safe() writes, after bind_signals(). Throws Error{kBadInput} at the parameter's place.
  void set_safe_value(const FmuParameter& value);

  /// Where to write input `i` (as numbered in bind); null when the FMU has none of that name, or when
  /// its ModelStructure says that nothing depends on it and nothing but outputs is recorded.
  double* input(std::size_t i) const noexcept { return inputs_[i]; }
  /// Where output `i` is after a step; null likewise.
  const double* output(std::size_t i) const noexcept { return outputs_[i]; }

  /// Back to the start time with the inputs that are in the buffers, or in the signals. After a step that
  /// failed, with `save_every` in the configuration: to the last state that was saved, which is not later;
  /// the next step then goes from there to its end. Throws Error{kFmuFailed}.
  void reset(double start_time_s);
  /// A run over `interval`. Where it begins later than the last one ended (a host that missed ticks), the
  /// model first goes there.
  [[nodiscard]] core::Status step(const core::StepInterval& interval) noexcept;
  /// Writes the safe values into their signals.
  void make_safe() const noexcept { signals_.make_safe(); }
  std::string fault() const;

  std::string why_not_saved() const;
  std::unique_ptr<DeviceState> save();
  void restore(const DeviceState& state);

  const core::Stepper& stepper() const noexcept { return *stepper_; }

 private:
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
  Variables recorded_variables(const std::vector<std::string>& names,
                               std::vector<Diagnostic>& problems) const;
  const core::Variable* find(const std::string& default_name, bool required, core::Causality causality,
                             std::vector<Diagnostic>& problems) const;
  void apply_parameters();
  void choose_substeps(core::Rational step);
  std::int64_t substeps_in(const core::StepInterval& interval) const noexcept;
  core::StepOutcome advance(const core::StepInterval& interval, std::int64_t pieces) noexcept;
  core::StepOutcome catch_up(const core::StepInterval& interval) noexcept;
  void keep_states();
  void forget_config();

  std::string device_;
  std::string model_;  // how messages call it
  FmuConfig config_;
  std::unique_ptr<core::Stepper> stepper_;
  KeptState kept_;  // after stepper_: freed before it
  std::vector<double*> inputs_;
  std::vector<const double*> outputs_;
  SignalInputs signal_inputs_;
  SignalOutputs signals_;
  std::int64_t substeps_{1};
  std::optional<double> step_size_s_;  // in place of substeps_: as many as fit into a run
  double time_s_{0.0};                 // where the model is
  double asked_to_end_at_s_{-1.0};
};

}  // namespace lockstep::devices
