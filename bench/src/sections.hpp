// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "interleave.hpp"
#include "markdown.hpp"
#include "peer.hpp"

namespace lockstep::bench {

struct BenchOptions {
  std::vector<std::filesystem::path> fmus;  ///< empty: those of bench/fmus
  std::vector<std::filesystem::path> peer_libraries;
  std::vector<const LockstepBenchPeer*> peers;  ///< as many as peer_libraries
  bool quick{false};                            ///< a smoke test: the tables appear, the numbers mean nothing
  std::uint32_t rounds{31};
};

/// Each section measures one promise and returns its Markdown table. Throws Error when something cannot run
/// at all.
std::string step_section(const BenchOptions& options);       ///< {doStep, get 2 reals} against raw pointers
std::string adapter_section(const BenchOptions& options);    ///< ten input trajectories against raw pointers
std::string load_section(const BenchOptions& options);       ///< from file to initialised and back
std::string parse_section(const BenchOptions& options);      ///< 100,000 variables
std::string instances_section(const BenchOptions& options);  ///< memory of 1,000 instances
std::string csv_section(const BenchOptions& options);        ///< 100,000 steps with CSV
std::string worlds_section(const BenchOptions& options);     ///< robot worlds with an FMU on every joint
std::string isolation_section(const BenchOptions& options);  ///< an FMU in a worker process
std::string boards_section(const BenchOptions& options);     ///< a control board of 30 joints
std::string taps_section(const BenchOptions& options);       ///< rows for readers outside
std::string dynamics_section(const BenchOptions& options);   ///< equations of motion beside KDL and MuJoCo
std::string networks_section(const BenchOptions& options);   ///< FMUs that are connected

/// The FMUs to measure: those given, else the built ones with that beginning ("idle", "busy", "turning").
std::vector<std::filesystem::path> chosen_fmus(const BenchOptions& options,
                                               const std::vector<std::string>& beginnings);

/// Rows "program | best | median | ratio of minima | paired ratio" for each timing, with `first_cell` before
/// them and the verdicts (empty ones included) behind.
void add_rows(MarkdownTable& table, const std::string& first_cell, const std::vector<Timing>& timings,
              const std::vector<std::string>& verdicts);

}  // namespace lockstep::bench
