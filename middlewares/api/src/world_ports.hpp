// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/middlewares/api/port.hpp"
#include "lockstep/runtime/doors.hpp"

namespace lockstep::middlewares {

/// Signals, inlets and requests of a world as ports. Inlets and outputs of devices have topics of their own,
/// named as they are; quantities of the host have none. Made between Runtime::bind() and start(), in the
/// thread that drives the world; the doors outlive it. write() is for any thread.
class WorldPorts final : public PortWriter {
 public:
  /// As the instant of a value: that of the step that takes it.
  static constexpr SimTime kUnstamped = SimTime::min();

  explicit WorldPorts(runtime::Doors& doors);

  const PortTable& table() const noexcept { return *table_; }
  /// The arguments of a request as ports; null: there is none of that name. Stays where it is.
  const PortTable* request(const std::string& name);

  core::Value start_value(std::uint32_t port) const override;
  std::string write(std::uint32_t port, SimTime at, const core::Value& value) override;

 private:
  runtime::Doors& doors_;
  std::vector<runtime::Inlet*> inlets_;  // by handle; null: a signal
  std::unique_ptr<const PortTable> table_;
  std::map<std::string, std::unique_ptr<const PortTable>> requests_;  // those that were asked for
};

/// A value of no elements, of the alternative that carries `type`.
core::Value empty_value_of(core::VariableType type);

}  // namespace lockstep::middlewares
