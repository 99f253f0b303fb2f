// SPDX-License-Identifier: Apache-2.0
#include "lockstep/network/network_config.hpp"

namespace lockstep::network {

std::string_view to_string(MasterKind kind) noexcept {
  switch (kind) {
    case MasterKind::kJacobi:
      return "jacobi";
    case MasterKind::kGaussSeidel:
      return "gauss_seidel";
    case MasterKind::kFixedPoint:
      return "fixed_point";
    case MasterKind::kNewton:
      return "newton";
    case MasterKind::kAdaptive:
      return "adaptive";
    case MasterKind::kEvents:
      break;
  }
  return "events";
}

std::string_view to_string(InputOrder order) noexcept {
  return order == InputOrder::kHold ? "hold" : "linear";
}

std::string_view to_string(LoopPolicy policy) noexcept {
  switch (policy) {
    case LoopPolicy::kSolve:
      return "solve";
    case LoopPolicy::kBreak:
      return "break";
    case LoopPolicy::kRefuse:
      break;
  }
  return "refuse";
}

}  // namespace lockstep::network
