// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lockstep/core/span.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/devices/api/signal.hpp"
#include "lockstep/hosts/api/layout.hpp"
#include "lockstep/runtime/signal_buffer.hpp"

namespace lockstep::runtime {

/// A signal to read: where its elements are (info->count of info->type, one after another), what they mean,
/// and when they were written. Valid as long as the runtime.
struct SignalView {
  const devices::SignalInfo* info{nullptr};
  const void* data{nullptr};
  const core::SimTime* written{nullptr};  ///< see stamp()

  /// The instant the values belong to: of the state for a quantity of the host, of the writer's last run for
  /// an output of a device, which is older than the present where the writer has a period or is in a fault.
  core::SimTime stamp() const noexcept { return *written; }

  template <class T>
  Span<const T> values() const noexcept {
    return {static_cast<const T*>(data), info->count};
  }
  /// Element `i` as a number, whatever the type; 0 for a text or byte string.
  double number(std::uint32_t i = 0) const noexcept;
};

/// Whom the host must keep up to date for a signal.
struct HostSource {
  hosts::LinkIndex link{hosts::kWorld};
  hosts::AxisIndex first_axis{hosts::kWorld};  ///< and as many as the signal has elements
  hosts::JointIndex reaction{hosts::kWorld};
};

/// Who has added something that can be removed again: one runtime among those that share a table.
using Owner = std::uint32_t;
inline constexpr Owner kOwnedByWorld = 0;  ///< stays as long as the world

/// All signals of a world: quantities of the host and outputs of devices. Names are looked up here once,
/// during setup; afterwards everybody has pointers. Memory of a signal never moves.
///
/// Several runtimes may share a table (see Commons). When one of them ends, its signals have no writer: they
/// keep their memory and last values, cannot be found any more, and may be declared again with the same type
/// and size. Those who read them before then see the new writer.
class SignalTable {
 public:
  using Writer = std::uint32_t;                   ///< unique in the table
  static constexpr Writer kHost = 0xFFFFFFFFU;    ///< written by host or runtime, readable at any time
  static constexpr Writer kNobody = 0xFFFFFFFEU;  ///< asked for, not declared yet
  static constexpr Writer kInlet = 0xFFFFFFFDU;   ///< latched at the start of each step

  struct Entry {
    devices::SignalInfo info;
    Writer writer{kNobody};
    Owner owner{kOwnedByWorld};
    std::uint8_t phases{0};  // in which its writer runs: bits by devices::Phase
    HostSource source;
    const void* data{nullptr};
    const core::SimTime* written{nullptr};  // of its writer
    SignalBuffer storage;                   // empty for a signal in the host's arrays
    SignalBuffer delayed;                   // empty unless somebody reads it delayed
    std::size_t text_room{SignalBuffer::kTextRoom};
    bool used{false};          // read by a device or watched
    std::string first_reader;  // for messages, while there is no writer
    SignalView view() const noexcept { return {&info, data, written}; }
  };

  /// A quantity in somebody else's memory. `written`: where its stamp is, for as long as the table.
  /// Throws Error{kBadUsage} when the name is taken.
  void add_host_signal(devices::SignalInfo info, const void* data, const core::SimTime* written,
                       HostSource source = {});
  /// A quantity of a host that may go before the table: its runtime copies it into the memory returned.
  void* declare_host_signal(devices::SignalInfo info, const core::SimTime* written, HostSource source,
                            Owner owner);
  /// Declares a device's output; zeros. `text_room`: bytes of a text or byte string that a step may write
  /// without taking memory. Throws Error{kBadUsage} when the name has a writer already, or was asked for with
  /// another type or count.
  void* declare(devices::SignalInfo info, Writer writer, const core::SimTime* written,
                Owner owner = kOwnedByWorld, std::size_t text_room = SignalBuffer::kTextRoom);
  /// A place for the stamp of signals that stays as long as the table.
  core::SimTime* add_stamp() { return &stamps_.emplace_back(0); }
  /// Takes the writer from all signals of `owner`.
  void remove(Owner owner);
  /// Where the stamp of a declared signal is.
  void set_written(std::string_view name, const core::SimTime* written);
  /// Throws Error{kBadUsage} naming both types or counts when they differ.
  const void* connect(const devices::SignalInfo& wanted, devices::Timing timing, const std::string& reader);
  /// Throws Error{kNotFound} with the closest names.
  SignalView view(std::string_view name);
  /// Null when there is none.
  const Entry* find(std::string_view name) const;
  /// Throws Error{kNotFound} listing every signal that is read and written by nobody; of these names alone
  /// where some are given.
  void check_complete(const std::vector<std::string>* names = nullptr) const;

  /// Copies what is read delayed. Part of the step.
  void latch_delayed() noexcept;

  const std::list<Entry>& entries() const noexcept { return entries_; }
  std::list<Entry>& entries() noexcept { return entries_; }

 private:
  Entry& add(devices::SignalInfo info);
  [[noreturn]] void fail_unknown(const std::vector<std::pair<std::string, std::string>>& missing) const;

  std::list<Entry> entries_;          // elements never move: views point to their info
  std::deque<core::SimTime> stamps_;  // elements never move
  std::unordered_map<std::string_view, Entry*> index_;
  std::vector<Entry*> delayed_;
};

}  // namespace lockstep::runtime
