// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <vector>

#include "field_values.hpp"
#include "lockstep/middlewares/api/world_bridge.hpp"
#include "row_reader.hpp"

namespace lockstep::middlewares {

/// What goes out of a world to a middleware: clock and output channels, each at its rate. Channels of one
/// period share a tap. One thread; the counters are for any.
class WorldOutputs {
 public:
  /// Between Runtime::bind() and start(). Everything given outlives it.
  WorldOutputs(runtime::Runtime& runtime, const PortTable& table, const Channels& channels,
               const BridgeConfig& config, WorldOutlet& outlet);

  /// Waits for the next step of the world; the time of its state, or empty after `limit`.
  std::optional<SimTime> wait(std::chrono::nanoseconds limit);
  /// Publishes every row up to that time.
  void publish(SimTime latest);
  /// Time was set back: rows of the time before that are left are dropped.
  void restart();
  /// The clock once more.
  void repeat_clock();

  std::uint64_t published() const noexcept { return published_.load(); }
  std::uint64_t clipped() const noexcept { return clipped_.load(); }
  std::uint64_t lost() const noexcept { return lost_.load(); }

 private:
  struct Stream {
    RowReader rows;
    std::vector<std::size_t> channels;
    bool is_clock{false};
  };
  void add_stream(runtime::Runtime& runtime, const PortTable& table, std::optional<SimTime> period,
                  std::vector<std::size_t> of_outputs, bool is_clock);
  void publish_row(Stream& stream);

  const Channels& channels_;
  WorldOutlet& outlet_;
  std::vector<OutputFields> fields_;  // by output channel
  std::vector<Stream> streams_;
  // One row for each step, from the tap that is opened last: when its row is there, those of the others are.
  std::optional<runtime::TapReader> steps_;
  runtime::TapRow step_;
  std::optional<SimTime> clock_;  // as it was published last
  core::Value scratch_;
  std::atomic<std::uint64_t> published_{0}, clipped_{0}, lost_{0};
};

}  // namespace lockstep::middlewares
