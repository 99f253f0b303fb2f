// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "isolation/frame.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/fmu.hpp"
#include "lockstep/core/stepper.hpp"

namespace lockstep::core::isolation {

/// What the host asks of the worker; the first value of a request frame. Each reply starts with a bool: false
/// is followed by an Error.
enum class Request : std::uint8_t {
  kCreate,                 ///< WorkerSetup
  kSet,                    ///< variable, Value
  kGet,                    ///< variable -> Value
  kBind,                   ///< role, type, variables -> element count
  kEnterInitialization,    ///< floating-point mode, ExperimentSetup
  kEvaluateInitial,        ///< inputs -> after-step data
  kExitInitialization,     ///< inputs -> after-step data
  kStep,                   ///< StepInterval, early return, show events, inputs -> StepOutcome, after-step
                           ///< data; or first one side of an event: time, side, after-step data
  kContinue,               ///< inside a step: the host has seen that side of the event
  kReset,                  ///< nothing
  kTerminate,              ///< nothing -> Status
  kSave,                   ///< snapshot id, whether as bytes, too -> bytes; empty: none
  kRestore,                ///< snapshot id -> after-step data
  kUnpack,                 ///< time, bytes of a kSave to an earlier worker -> after-step data
  kForget,                 ///< snapshot id
  kDirectionalDerivative,  ///< references, seed -> Status, sensitivity
  kFault,                  ///< nothing -> text
  kEnd,                    ///< nothing; the worker destroys the model and exits
};

/// What a reply to kStep and kContinue is.
enum class StepPart : std::uint8_t { kEnd = 1, kEvent = 2 };

/// What the worker needs to make the same stepper that would run in the host.
struct WorkerSetup {
  std::filesystem::path fmu;
  FileIdentity identity;  ///< of the file the host has opened
  OpenOptions open;
  StepperOptions options;  ///< without the log sink and callbacks
};
void write(FrameWriter& frame, const WorkerSetup& setup);
WorkerSetup read_setup(FrameReader& frame);

void write(FrameWriter& frame, const Value& value);
Value read_value(FrameReader& frame);

void write(FrameWriter& frame, const Error& error);
Error read_error(FrameReader& frame);

void write(FrameWriter& frame, const std::optional<double>& value) noexcept;
std::optional<double> read_optional(FrameReader& frame) noexcept;

void write(FrameWriter& frame, const StepOutcome& outcome) noexcept;
/// Fails the frame unless the outcome is one that a step over `interval` can have.
StepOutcome read_outcome(FrameReader& frame, const StepInterval& interval) noexcept;

/// The elements of a group, by its type, role and element count.
void write_elements(FrameWriter& frame, const Stepper::Group& group) noexcept;
void read_elements(FrameReader& frame, const Stepper::Group& group);
/// No NaN and no infinity in floating-point groups.
bool elements_finite(const std::vector<Stepper::Group*>& groups) noexcept;

}  // namespace lockstep::core::isolation
