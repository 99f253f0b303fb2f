// SPDX-License-Identifier: Apache-2.0
#include "device_order.hpp"

#include <algorithm>
#include <set>

#include "lockstep/core/error.hpp"
#include "lockstep/devices/api/binder.hpp"

namespace lockstep::runtime {
namespace {

using Members = std::vector<bool>;  // by device
using Reads = std::vector<SameStepRead>;

constexpr std::size_t kPhases = 3;

/// The first phase a device runs in; kPhases: none.
std::size_t first_phase(const OrderedDevice& device) {
  return static_cast<std::size_t>(std::find(device.phases.begin(), device.phases.end(), true) -
                                  device.phases.begin());
}

std::string_view name_of(std::size_t phase) {
  return to_string(static_cast<devices::Phase>(phase));
}

Diagnostic finding(std::string text) {
  return {Severity::kError, "signal-order", std::move(text), {}, {}};
}

/// What is wrong with a read before any order is looked for.
std::vector<Diagnostic> early_reads(const std::vector<OrderedDevice>& devices, const Reads& reads) {
  std::vector<Diagnostic> findings;
  for (const SameStepRead& read : reads) {
    const OrderedDevice& reader = devices[read.reader];
    const OrderedDevice& writer = devices[read.writer];
    const std::size_t read_in = first_phase(reader);
    const std::size_t written_in = first_phase(writer);
    if (read_in == kPhases || written_in == kPhases || written_in <= read_in) continue;
    findings.push_back(finding(reader.name + " reads '" + read.signal + "' of the same step in " +
                               std::string{name_of(read_in)} + ", but " + writer.name +
                               " writes it later in the step, in " + std::string{name_of(written_in)} +
                               "; read it delayed"));
  }
  return findings;
}

/// Follows reads from a device that waits to one it waits for until one comes up again.
std::string cycle_text(const std::vector<OrderedDevice>& devices, const Reads& reads,
                       const Members& waiting) {
  const auto next = [&](std::uint32_t reader) {
    return std::find_if(reads.begin(), reads.end(), [&](const SameStepRead& read) {
      return read.reader == reader && waiting[read.writer];
    });
  };
  std::vector<Reads::const_iterator> path;
  const auto first =
      static_cast<std::uint32_t>(std::find(waiting.begin(), waiting.end(), true) - waiting.begin());
  std::vector<std::size_t> position(devices.size(), devices.size());
  std::uint32_t at = first;
  for (; position[at] == devices.size(); at = path.back()->writer) {
    position[at] = path.size();
    path.push_back(next(at));
  }
  std::string text = "devices wait for each other's signals in the same step: ";
  for (std::size_t i = position[at]; i < path.size(); ++i) {
    text += (i == position[at] ? "" : ", ") + devices[path[i]->reader].name + " reads '" + path[i]->signal +
            "' of " + devices[path[i]->writer].name;
  }
  return text + "; read one of these signals delayed";
}

/// The order of `members`: Kahn's algorithm, always with the first in the file that waits for nobody.
std::vector<std::uint32_t> sorted(const std::vector<OrderedDevice>& devices, const Reads& reads,
                                  Members members) {
  Reads among;
  std::vector<std::size_t> pending(devices.size(), 0);  // reads each device waits for
  for (const SameStepRead& read : reads) {
    if (!members[read.reader] || !members[read.writer]) continue;
    among.push_back(read);
    ++pending[read.reader];
  }
  std::set<std::uint32_t> ready;
  for (std::uint32_t i = 0; i < devices.size(); ++i) {
    if (members[i] && pending[i] == 0) ready.insert(i);
  }
  std::vector<std::uint32_t> order;
  while (!ready.empty()) {
    const std::uint32_t next = *ready.begin();
    ready.erase(ready.begin());
    members[next] = false;
    order.push_back(next);
    for (const SameStepRead& read : among) {
      if (read.writer == next && --pending[read.reader] == 0) ready.insert(read.reader);
    }
  }
  if (std::find(members.begin(), members.end(), true) != members.end())
    throw Error{ErrorCode::kBadUsage,
                "the order of devices in a step cannot be found",
                {finding(cycle_text(devices, among, members))}};
  return order;
}

}  // namespace

DeviceOrder order_devices(const std::vector<OrderedDevice>& devices, const std::vector<SameStepRead>& reads) {
  std::vector<Diagnostic> findings = early_reads(devices, reads);
  if (!findings.empty())
    throw Error{ErrorCode::kBadUsage, "signals are read before they are written", std::move(findings)};
  DeviceOrder order;
  for (std::size_t phase = 0; phase < kPhases; ++phase) {
    Members members(devices.size());
    for (std::size_t i = 0; i < devices.size(); ++i)
      members[i] = devices[i].phases[phase];
    order.phases[phase] = sorted(devices, reads, std::move(members));
  }
  // Devices on a cycle of reads would have the same first phase, where it has been found: there is none here.
  Reads of_running;
  for (const SameStepRead& read : reads) {
    if (first_phase(devices[read.reader]) != kPhases && first_phase(devices[read.writer]) != kPhases)
      of_running.push_back(read);
  }
  order.reset = sorted(devices, of_running, Members(devices.size(), true));
  return order;
}

}  // namespace lockstep::runtime
