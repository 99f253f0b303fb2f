// SPDX-License-Identifier: Apache-2.0
#include "workspace.hpp"

namespace lockstep::dynamics {

/// Composite bodies: the momentum that a unit velocity of one coordinate gives all it moves, seen by every
/// coordinate between it and the world.
void Dynamics::mass_matrix(MatrixOut M) noexcept {
  Workspace& work = *work_;
  work.find_composites();
  M.setZero();
  for (std::size_t j = 0; j < work.columns.size(); ++j) {
    const Column& moved = work.columns[j];
    const Composite& whole = work.composites[moved.body];
    const Vector3 f = whole.mass * moved.shift + moved.turn.cross(whole.moment);
    const Vector3 n = whole.inertia * moved.turn + whole.moment.cross(moved.shift);
    M(moved.coordinate, moved.coordinate) +=
        moved.factor * moved.factor *
        (moved.turn.dot(n) + moved.shift.dot(f) + work.body(moved.body).joint_inertia);
    // The other columns of the same body, then those of its carriers.
    for (std::size_t body = moved.body; body != Body::kWorld; body = work.body(body).parent) {
      const std::size_t end = body == moved.body ? j : work.first_column[body + 1];
      for (std::size_t i = work.first_column[body]; i < end; ++i) {
        const Column& seen = work.columns[i];
        const double element = moved.factor * seen.factor * (seen.turn.dot(n) + seen.shift.dot(f));
        M(seen.coordinate, moved.coordinate) += element;
        M(moved.coordinate, seen.coordinate) +=
            element;  // a follower carried by its leader adds to the diagonal, twice
      }
    }
  }
}

}  // namespace lockstep::dynamics
