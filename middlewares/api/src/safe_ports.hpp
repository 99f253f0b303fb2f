// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fmu_ports.hpp"

namespace lockstep::middlewares {

/// What outputs of an FMU show after a fault with policy `safe`: their declared safe value, or the last one
/// of the FMU where none is declared. The ports outlive it.
class SafePorts final : public PortReader {
 public:
  explicit SafePorts(const FmuPorts& ports) : ports_{ports}, values_(ports.table().ports().size()) {}

  /// Texts as in a mapping file, one for each element. Throws Error naming the output for a name that is
  /// none, another number of elements and a text of another type.
  void declare(const std::string& output, const std::vector<std::string>& texts);
  void read(std::uint32_t port, core::Value& value) const override;

 private:
  const FmuPorts& ports_;
  std::vector<std::optional<core::Value>> values_;  // by handle
};

}  // namespace lockstep::middlewares
