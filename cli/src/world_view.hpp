// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/log.hpp"
#include "lockstep/middlewares/viewer/viewer.hpp"
#include "lockstep/world/world.hpp"

namespace lockstep::cli {

/// --view[=PORT] and --view-origin.
struct ViewOptions {
  std::string view;  ///< "auto", or a port; empty: no viewer
  std::vector<std::string> origins;

  bool wanted() const noexcept { return !view.empty(); }
};
void add_view_options(CLI::App& command, ViewOptions& options);
/// Throws Error{kBadUsage} for a port that is none.
void check_view_options(const ViewOptions& options);

/// The viewer of a run. One that cannot be opened is reported, and the run goes on without it.
class WorldView {
 public:
  /// Prints the address. Before the world starts; the world must outlive it.
  WorldView(world::World& world, const ViewOptions& options);

  void log(const core::LogMessage& message);
  /// Shows faults of devices that are new since the last call. In the thread that runs the world.
  void show_faults();
  /// Shows why the world stopped.
  void show_end(const std::string& why);

 private:
  world::World& world_;
  std::optional<viewer::Viewer> viewer_;
  std::uint64_t faults_{0};
};

}  // namespace lockstep::cli
