// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "fmu_facts.hpp"

namespace lockstep::bench {

/// Values of all inputs at equidistant points in time, for loops that interpolate them: row p holds at the
/// step with index p * steps_per_point; after the last row the first comes again.
struct InputLoad {
  std::size_t steps_per_point{1};
  std::vector<std::vector<double>> rows;  ///< of the same size, one value for each input
};

/// An FMU driven by pointers from dlsym and nothing else: no check, no record, no library between. The
/// yardstick for everything an importer adds. Its statuses are collected and looked at after the run only.
class RawFmu {
 public:
  virtual ~RawFmu() = default;
  /// Instantiates and initialises at time 0. Throws Error{kFmuFailed}.
  virtual void start() = 0;
  /// `count` times: doStep, one get of two values. Goes on where the last call ended. Throws
  /// Error{kFmuFailed} when any status was not OK.
  virtual void run(std::uint64_t count) = 0;
  /// As run(), and before each doStep one set of all inputs: to the first row, always.
  virtual void run_with_inputs(std::uint64_t count, const InputLoad& load) = 0;
  /// `count` times: one set of all inputs, each to the number of the step plus its own (from 0), doStep, one
  /// get of all outputs.
  virtual void run_wide(std::uint64_t count) = 0;
  /// The outputs of run_wide().
  virtual const std::vector<double>& all_values() const noexcept = 0;
  /// As run_with_inputs(), the inputs on straight lines between the rows.
  virtual void run_with_lines(std::uint64_t count, const InputLoad& load) = 0;
  /// As run(), and writes "time,y1,y2\n" with fprintf's %.17g for each step.
  virtual void run_to_csv(std::uint64_t count, const std::filesystem::path& file) = 0;
  virtual void stop() noexcept = 0;
  virtual const std::array<double, 2>& values() const noexcept = 0;
};

/// Loads `library` (an extracted binary) with dlopen. Throws Error{kLoadFailed}.
std::unique_ptr<RawFmu> load_raw(const FmuFacts& facts, const std::filesystem::path& library);

/// Reads the binary out of the archive and writes it to `folder`; the path of the file.
std::filesystem::path extract_binary(const FmuFacts& facts, const std::filesystem::path& folder);

}  // namespace lockstep::bench
