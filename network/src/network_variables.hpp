// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "wiring.hpp"

namespace lockstep::network {

/// What a variable of the network is: one of a component, or one of the network's own.
struct NetworkVariable {
  enum class Kind : std::uint8_t { kComponent, kWireError, kStepSize, kIterations };
  Kind kind{Kind::kComponent};
  std::size_t index{0};                     ///< of the component, or of the wire
  const core::Variable* variable{nullptr};  ///< of the component
};

/// The description of a network (see CoupledSystem) and, by value reference, what its variables are.
struct NetworkVariables {
  std::shared_ptr<const core::ModelDescription> description;
  std::vector<NetworkVariable> entries;
};

NetworkVariables describe(const NetworkConfig& config, const Components& components,
                          const std::vector<Wire>& wires);

}  // namespace lockstep::network
