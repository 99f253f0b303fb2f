// SPDX-License-Identifier: Apache-2.0
#include "world_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "lockstep/core/error.hpp"
#include "lockstep/core/time_grid.hpp"
#include "options.hpp"

namespace lockstep::cli {
namespace {

constexpr const char* kAuto = "auto";

std::optional<std::uint16_t> port_of(const std::string& text) {
  if (text == kAuto) return std::nullopt;
  const bool digits =
      text.size() <= 5 && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  const int number = digits && !text.empty() ? std::stoi(text) : -1;
  if (number < 0 || number > 65535)
    throw Error{ErrorCode::kBadUsage,
                fmt::format("--view={} is no port; expected a number from 0 (any free one) to 65535", text)};
  return static_cast<std::uint16_t>(number);
}

core::SimTime step_of(const world::World& world) {
  return std::max(core::SimTime{1}, core::SimTime{static_cast<std::int64_t>(world.step_s() * 1e9)});
}

}  // namespace

void add_view_options(CLI::App& command, ViewOptions& options) {
  command
      .add_flag(
          "--view{auto}", options.view,
          "Show the world in a browser, and to Foxglove; prints the address. --view=PORT chooses the port. "
          "Without --duration the run goes on until it is stopped, and in real time unless --real-time "
          "says otherwise")
      ->option_text("[=PORT]");
  add_repeated(command, "--view-origin", options.origins, "ORIGIN",
               "Web site whose pages may connect to the viewer; may be repeated");
}

void check_view_options(const ViewOptions& options) {
  if (options.wanted()) (void)port_of(options.view);
  if (!options.wanted() && !options.origins.empty())
    throw Error{ErrorCode::kBadUsage, "--view-origin is only for runs with --view"};
}

WorldView::WorldView(world::World& world, const ViewOptions& options) : world_{world} {
  viewer::ViewerOptions wanted;
  wanted.world_name = world.name();
  wanted.step = step_of(world);
  wanted.port = port_of(options.view);
  wanted.origins = options.origins;
  try {
    viewer_.emplace(world.runtime().doors(), world.description(), world.runtime().host().layout(), wanted);
  } catch (const Error& error) {
    std::fprintf(stderr, "warning: %s; the run goes on without the viewer\n", error.message().c_str());
    return;
  }
  std::fprintf(stderr, "view: %s\n", viewer_->address().c_str());
}

void WorldView::log(const core::LogMessage& message) {
  if (viewer_) viewer_->log(message.level, message.source, message.text);
}

void WorldView::show_faults() {
  const std::uint64_t count = world_.runtime().fault_count();
  if (!viewer_ || count == faults_) return;
  faults_ = count;
  if (count == 0) return;  // the world was reset
  const runtime::DeviceFault last = world_.runtime().faults().back();
  viewer_->log(core::LogLevel::kError, last.device, last.text);
}

void WorldView::show_end(const std::string& why) {
  if (viewer_) viewer_->log(core::LogLevel::kError, "world", why);
}

}  // namespace lockstep::cli
