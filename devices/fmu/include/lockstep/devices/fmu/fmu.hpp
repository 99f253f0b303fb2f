// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/stepper.hpp"
#include "lockstep/devices/api/factory.hpp"
#include "lockstep/devices/fmu_model/fmu_config.hpp"
#include "lockstep/devices/fmu_model/signal_inputs.hpp"

namespace lockstep::devices::fmu {

/// A model as a block: its inputs are signals of the world, its outputs are signals of the device. The README
/// beside this folder's CMakeLists.txt has the table of fields for files.
struct BlockConfig {
  std::string name;                       ///< of the device: first part of its signals; required
  FmuConfig model;                        ///< parameters, substeps or step_size, further variables as signals
  std::vector<InputSource> inputs;        ///< others are inlets of the device
  std::vector<std::string> outputs;       ///< empty: all outputs
  std::vector<FmuParameter> safe_values;  ///< of outputs; others hold their last good value
  Phase phase{Phase::kControl};
};

/// A block around any Stepper: an FMU, a model written in C++, a coupled system. It must be fresh, with
/// nothing bound.
///
/// In its phase of step k (in the first step of each period, if `options` has one) the block takes its inputs
/// from the signals, does a step of the model from t_k to its next run, and writes the outputs it has then.
/// At the start, and with every reset of the world, the model is initialised with its inputs; the signals
/// then show its initial outputs. Numbers, Booleans, enumerations (as Int64), texts and byte strings, scalars
/// and arrays; types and sizes of signal and variable must be equal.
///
/// Hold: signals keep their values. Safe: `safe_values`. Saved where the model can be saved. A step neither
/// throws nor allocates, but for texts longer than any before.
MadeDevice make_block(BlockConfig config, std::unique_ptr<core::Stepper> stepper, DeviceOptions options = {});

/// What a block's element says about its signals: `phase`, `inputs`, `outputs`, `signals`, `safe_values`.
BlockConfig read_signals(const core::ConfigNode& node, const DeviceContext& context);

/// The kind `fmu`: make_block() for FMUs, from SDF and YAML.
DeviceKind kind();

}  // namespace lockstep::devices::fmu
