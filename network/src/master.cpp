// SPDX-License-Identifier: Apache-2.0
#include "master.hpp"

namespace lockstep::network {

bool rolls_back(MasterKind kind) noexcept {
  return kind != MasterKind::kJacobi && kind != MasterKind::kGaussSeidel;
}

std::unique_ptr<Master> make_master(const MasterOptions& options) {
  switch (options.kind) {
    case MasterKind::kJacobi:
      return make_jacobi(options);
    case MasterKind::kGaussSeidel:
      return make_gauss_seidel();
    case MasterKind::kFixedPoint:
    case MasterKind::kNewton:
      return make_iterated(options);
    case MasterKind::kAdaptive:
      return make_adaptive(options);
    case MasterKind::kEvents:
      break;
  }
  return make_event_aware();
}

}  // namespace lockstep::network
