// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "lockstep/adapter/adapter.hpp"
#include "lockstep/middlewares/api/port.hpp"

namespace lockstep::middlewares {

/// The variables of an FMU as ports: an input takes points of its trajectory, an output gives its value after
/// the last step. Sizes of arrays are those of the structural parameters set before. The adapter outlives it.
class FmuPorts final : public PortReader, public PortWriter {
 public:
  explicit FmuPorts(adapter::Adapter& adapter);

  const PortTable& table() const noexcept { return *table_; }
  void read(std::uint32_t port, core::Value& value) const override;
  core::Value start_value(std::uint32_t port) const override;
  std::string write(std::uint32_t port, SimTime at, const core::Value& value) override;

 private:
  const core::Variable& variable(std::uint32_t port) const { return variables_[port]; }

  adapter::Adapter& adapter_;
  Span<const core::Variable> variables_;  // a port's handle is its place here
  std::unique_ptr<const PortTable> table_;
};

}  // namespace lockstep::middlewares
