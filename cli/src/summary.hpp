// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lockstep/core/simulation.hpp"
#include "lockstep/record/memory_recorder.hpp"

namespace lockstep::cli {

class Messages;

/// A finished run, for the summary.
struct Run {
  const core::Stepper& stepper;
  const core::SimulationResult& result;
  const record::MemoryRecorder& recorder;
  std::string output_file;         ///< empty: none
  std::vector<std::string> plots;  ///< files
  const Messages& messages;        ///< what was said
};

/// A table for people: what was simulated, how fast, which events, the range of every recorded variable.
std::string summary_text(const Run& run);
/// The same, complete, for programs; keys are only ever added.
nlohmann::ordered_json summary_json(const Run& run);

/// Smallest, largest and last value of every recorded variable: a table, and a list for programs.
std::string range_table(const record::MemoryRecorder& recorder);
nlohmann::ordered_json series_json(const record::MemoryRecorder& recorder);

/// One line below the title of a plot.
std::string plot_subtitle(const core::Stepper& stepper, const core::SimulationResult& result);

}  // namespace lockstep::cli
