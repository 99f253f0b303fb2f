// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "channels.hpp"
#include "lockstep/runtime/doors.hpp"
#include "scene.hpp"
#include "world_feed.hpp"

namespace lockstep::viewer {

/// A line of the log, as the message of the channel /log.
struct LogLine {
  core::SimTime time{0};
  std::string message;
};

/// What all sessions of a world have in common. Of the server's thread, once it runs.
class SharedWorld {
 public:
  SharedWorld(runtime::Doors& doors, Scene scene, std::string world_name, core::SimTime step);

  runtime::Doors& doors;
  std::string name;
  Scene scene;
  WorldFeed feed;
  std::vector<Channel> channels;  ///< id is the index + 1
  std::vector<runtime::PortInfo> inlets;
  std::vector<runtime::PortInfo> requests;  ///< the service id is the index + 1
  std::optional<runtime::TapRow> newest;    ///< last row
  std::deque<LogLine> log;                  ///< the last lines, for those who come later

  /// Position and orientation (x y z, then quaternion x y z w) of all links of the layout, float32.
  std::string poses() const;
  Json transforms() const;  ///< foxglove.FrameTransforms
  Json state() const;       ///< lockstep.State
  core::SimTime time() const noexcept { return newest ? newest->stamp : core::SimTime{0}; }
  /// Bytes of a mesh of the scene; empty when it cannot be read.
  std::optional<std::string> mesh(std::size_t index) const;
  /// The mesh that "0" names; empty when there is none.
  std::optional<std::string> mesh(std::string_view index) const;
  /// The newest value of a signal, as JSON; null when there is none.
  Json value(const runtime::PortInfo& port) const;

 private:
  struct LinkColumns {
    std::size_t position, orientation;
  };
  std::vector<LinkColumns> links_;
};

}  // namespace lockstep::viewer
