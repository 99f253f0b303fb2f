// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/log.hpp"
#include "lockstep/description/world.hpp"
#include "lockstep/hosts/api/layout.hpp"
#include "lockstep/runtime/doors.hpp"

namespace lockstep::viewer {

struct ViewerOptions {
  std::string world_name{"world"};
  core::SimTime step{1'000'000};  ///< of the world
  /// Empty: 8765, or any free one when that is taken; 0: any free one.
  std::optional<std::uint16_t> port{};
  /// Web sites whose pages may connect, besides our own: "https://app.foxglove.dev". They need the token,
  /// too, to change anything.
  std::vector<std::string> origins{};
};

/// Shows a running world in a browser, and in Foxglove: a page with the scene, plots, sliders and requests,
/// and the Foxglove WebSocket protocol on the same port.
///
///     viewer::Viewer viewer{runtime.doors(), world.description(), host.layout(), {"arm"}};   // before
///     start() std::printf("open %s\n", viewer.address().c_str());
///
/// To be made after the world is bound and before it starts, so that it has the row of the initial state; the
/// doors must outlive it. All signals must be kept up to date (RuntimeOptions::keep_all_signals).
///
/// The step does not know of it: a thread of its own uses one tap, the inlets and the requests, as any other
/// thread would. A client that reads slowly gets fewer rows; nothing a client does can make the world wait.
///
/// Only this machine can connect (127.0.0.1). The address contains a token of 128 random bits: who has it may
/// write inlets and send requests, everybody else on the machine can only look. Requests that name another
/// host, and those of other web sites, are refused with 403.
class Viewer {
 public:
  /// Throws Error{kSystem} naming the port when it cannot be used.
  Viewer(runtime::Doors& doors, const description::World& world, const hosts::WorldLayout& layout,
         ViewerOptions options);
  /// Tells the clients that the run has ended.
  ~Viewer();
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  /// With the token: http://127.0.0.1:8765/?token=...
  const std::string& address() const noexcept;
  std::uint16_t port() const noexcept;
  /// Shows a line of the log, or a fault (kError), with the time of the world. Any thread but that of a step
  /// while it runs: it locks and allocates.
  void log(core::LogLevel level, std::string_view source, std::string_view text);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Whether this build has the page; without it (no npm when it was built) only clients of the Foxglove
/// protocol have something to see.
bool has_page() noexcept;

}  // namespace lockstep::viewer
