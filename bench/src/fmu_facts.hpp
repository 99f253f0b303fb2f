// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::bench {

/// What a program without any importer must know of an FMU to run it. Read from the XML by pugixml alone, so
/// that the raw side of a comparison owes nothing to core.
struct FmuFacts {
  std::filesystem::path path;
  std::string name;              ///< model name
  std::string label;             ///< for tables: "VanDerPol, FMI 2"
  int fmi_version{2};            ///< 2 or 3
  std::string model_identifier;  ///< of Co-Simulation
  std::string token;             ///< guid or instantiationToken
  std::string binary_entry;      ///< name of this machine's binary in the archive
  double step_s{0.0};            ///< communication step, see read_facts
  std::array<std::uint32_t, 2>
      references{};  ///< the first two Float64 outputs; the second repeats the only one
  std::array<std::string, 2> output_names;
  std::vector<std::uint32_t> inputs, outputs;  ///< all scalar Float64 ones, in file order
  std::vector<std::string> all_input_names, all_output_names;
};

/// Throws Error: whatever Archive throws; kUnsupported when the FMU has no FMI 2 or 3 Co-Simulation, no
/// scalar Float64 output or no binary for this machine. The step is 2^-14 s: far below the internal step of
/// fixed-step models, so that the calls are measured and not the model, and exact, so that no rounding creeps
/// in.
FmuFacts read_facts(const std::filesystem::path& path);

/// The platform folder of this machine in an FMU of that version: "linux64", "x86_64-linux".
std::string platform_folder(int fmi_version);

}  // namespace lockstep::bench
