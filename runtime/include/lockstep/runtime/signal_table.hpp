// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lockstep/core/span.hpp"
#include "lockstep/devices/api/signal.hpp"
#include "lockstep/hosts/api/layout.hpp"

namespace lockstep::runtime {

/// A signal to read: where its elements are (info->count of info->type, one after another) and what they
/// mean. Valid as long as the runtime.
struct SignalView {
  const devices::SignalInfo* info{nullptr};
  const void* data{nullptr};

  template <class T>
  Span<const T> values() const noexcept {
    return {static_cast<const T*>(data), info->count};
  }
  /// Element `i` as a number, whatever the type.
  double number(std::uint32_t i = 0) const noexcept;
};

/// Bytes of one element of a signal.
std::size_t element_size(core::VariableType type) noexcept;

/// Whom the host must keep up to date for a signal.
struct HostSource {
  hosts::LinkIndex link{hosts::kWorld};
  hosts::AxisIndex first_axis{hosts::kWorld};  ///< and as many as the signal has elements
  hosts::JointIndex reaction{hosts::kWorld};
};

/// All signals of a world: quantities of the host and outputs of devices. Names are looked up here once,
/// during setup; afterwards everybody has pointers. Memory of a signal never moves.
class SignalTable {
 public:
  using Writer = std::uint32_t;
  static constexpr Writer kHost = 0xFFFFFFFFU;    ///< written by host or runtime, readable at any time
  static constexpr Writer kNobody = 0xFFFFFFFEU;  ///< asked for, not declared yet

  struct Entry {
    devices::SignalInfo info;
    Writer writer{kNobody};
    HostSource source;
    const void* data{nullptr};
    std::unique_ptr<std::max_align_t[]> storage;  // null for a signal in the host's arrays
    std::unique_ptr<std::max_align_t[]> delayed;  // null unless somebody reads it delayed
    bool used{false};                             // read by a device or watched
    std::string first_reader;                     // for messages, while there is no writer
    std::size_t bytes() const noexcept { return element_size(info.type) * info.count; }
  };

  /// A quantity in somebody else's memory.
  void add_host_signal(devices::SignalInfo info, const void* data, HostSource source = {});
  /// Declares a device's output; zeros. Throws Error{kBadUsage} when the name has a writer already, or was
  /// asked for with another type or count.
  void* declare(devices::SignalInfo info, Writer writer);
  /// Throws Error{kBadUsage} naming both types or counts when they differ.
  const void* connect(const devices::SignalInfo& wanted, devices::Timing timing, const std::string& reader);
  /// Throws Error{kNotFound} with the closest names.
  SignalView view(std::string_view name);
  /// Null when there is none.
  const Entry* find(std::string_view name) const;
  /// Throws Error{kNotFound} listing every signal that is read and written by nobody.
  void check_complete() const;

  /// Copies what is read delayed. Part of the step.
  void latch_delayed() noexcept;

  const std::list<Entry>& entries() const noexcept { return entries_; }
  std::list<Entry>& entries() noexcept { return entries_; }

 private:
  Entry& add(devices::SignalInfo info);
  [[noreturn]] void fail_unknown(const std::vector<std::pair<std::string, std::string>>& missing) const;

  std::list<Entry> entries_;  // elements never move: views point to their info
  std::unordered_map<std::string_view, Entry*> index_;
  std::vector<Entry*> delayed_;
};

}  // namespace lockstep::runtime
