// SPDX-License-Identifier: Apache-2.0
#include "workspace.hpp"

#include <cmath>

namespace lockstep::dynamics {
namespace {

Quaternion unit_quaternion(const double* w_x_y_z) {
  return Quaternion{w_x_y_z[0], w_x_y_z[1], w_x_y_z[2], w_x_y_z[3]}.normalized();
}

/// R times a rotation about z.
void turn_about_z(Matrix3& R, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  const Vector3 x = R.col(0);
  R.col(0) = c * x + s * R.col(1);
  R.col(1) = c * R.col(1) - s * x;
}

}  // namespace

Dynamics::Workspace::Workspace(std::shared_ptr<const Mechanism> given)
    : mechanism{std::move(given)},
      q{mechanism->start()},
      v{Eigen::VectorXd::Zero(static_cast<Eigen::Index>(mechanism->velocity_size()))},
      scratch{v},
      states(mechanism->bodies().size()),
      composites(states.size()),
      reference{Vector3::Zero()},
      inertia(states.size()),
      factor(states.size()),
      articulations(states.size()) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    first_column.push_back(columns.size());
    for (std::size_t k = 0; k < velocity_count(body(i).motion); ++k)
      columns.push_back({i, static_cast<Eigen::Index>(body(i).velocity + k), body(i).factor});
  }
  first_column.push_back(columns.size());
  if (mechanism->has_followers()) {
    dense = Eigen::MatrixXd::Identity(v.size(), v.size());
    factorised.compute(dense);
  }
}

void Dynamics::Workspace::place(const VectorIn& position) noexcept {
  q = position;
  columns_valid = rates_valid = composites_valid = false;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = this->body(i);
    BodyState& state = states[i];
    const double* const at = q.data() + body.position;
    if (body.parent == Body::kWorld) {
      state.R = body.R_PB;
      state.p = body.p_PB;
    } else {
      const BodyState& parent = states[body.parent];
      state.R.noalias() = parent.R * body.R_PB;
      state.p = parent.p + parent.R * body.p_PB;
    }
    const double value = body.factor * at[0] + body.offset;
    switch (body.motion) {
      case Motion::kTurn:
        turn_about_z(state.R, value);
        break;
      case Motion::kSlide:
        state.p += state.R.col(2) * value;
        break;
      case Motion::kScrew:
        turn_about_z(state.R, value);
        state.p += state.R.col(2) * (body.pitch_m_per_rad * value);
        break;
      case Motion::kBall:
        state.R = state.R * unit_quaternion(at).toRotationMatrix();
        break;
      case Motion::kFree:
        state.p += state.R * Vector3{at[0], at[1], at[2]};
        state.R = state.R * unit_quaternion(at + 3).toRotationMatrix();
        break;
    }
  }
  if (!states.empty()) reference = states.front().p;
}

void Dynamics::Workspace::move(const VectorIn& velocity) noexcept {
  v = velocity;
  rates_valid = false;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = this->body(i);
    BodyState& state = states[i];
    Matrix3 fixed;  // axes of a free body's velocity
    if (body.parent == Body::kWorld) {
      state.w.setZero();
      state.v.setZero();
    } else {
      const BodyState& parent = states[body.parent];
      state.w = parent.w;
      state.v = parent.v + parent.w.cross(state.p - parent.p);
    }
    const auto at = static_cast<Eigen::Index>(body.velocity);
    const double rate = body.factor * v[at];
    switch (body.motion) {
      case Motion::kTurn:
        state.w += state.R.col(2) * rate;
        break;
      case Motion::kSlide:
        state.v += state.R.col(2) * rate;
        break;
      case Motion::kScrew:
        state.w += state.R.col(2) * rate;
        state.v += state.R.col(2) * (body.pitch_m_per_rad * rate);
        break;
      case Motion::kBall:
        state.w += state.R * v.segment<3>(at);
        break;
      case Motion::kFree:
        fixed = body.parent == Body::kWorld ? body.R_PB : Matrix3{states[body.parent].R * body.R_PB};
        state.v += fixed * v.segment<3>(at);
        state.w += fixed * v.segment<3>(at + 3);
        break;
    }
  }
}

void Dynamics::Workspace::find_columns() noexcept {
  if (columns_valid) return;
  columns_valid = true;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = this->body(i);
    const BodyState& state = states[i];
    const Vector3 d = state.p - reference;
    Column* const column = columns.data() + first_column[i];
    const Vector3 z = state.R.col(2);
    switch (body.motion) {
      case Motion::kTurn:
        column->turn = z;
        column->shift = d.cross(z);
        break;
      case Motion::kSlide:
        column->turn.setZero();
        column->shift = z;
        break;
      case Motion::kScrew:
        column->turn = z;
        column->shift = d.cross(z) + body.pitch_m_per_rad * z;
        break;
      case Motion::kBall:
        for (int k = 0; k < 3; ++k) {
          column[k].turn = state.R.col(k);
          column[k].shift = d.cross(column[k].turn);
        }
        break;
      case Motion::kFree: {
        const Matrix3 fixed =
            body.parent == Body::kWorld ? body.R_PB : Matrix3{states[body.parent].R * body.R_PB};
        for (int k = 0; k < 3; ++k) {
          column[k].turn.setZero();
          column[k].shift = fixed.col(k);
          column[k + 3].turn = fixed.col(k);
          column[k + 3].shift = d.cross(fixed.col(k));
        }
        break;
      }
    }
  }
}

void Dynamics::Workspace::find_column_rates() noexcept {
  find_columns();
  if (rates_valid) return;
  rates_valid = true;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = this->body(i);
    const BodyState& state = states[i];
    const Vector3 d = state.p - reference;
    // Axes turn with the body that carries the joint; those of a ball with the moved one.
    const Vector3 w = body.motion == Motion::kBall  ? state.w
                      : body.parent == Body::kWorld ? Vector3{Vector3::Zero()}
                                                    : states[body.parent].w;
    for (std::size_t k = first_column[i]; k < first_column[i + 1]; ++k) {
      Column& column = columns[k];
      column.turn_rate = w.cross(column.turn);
      // The part of `shift` that a turn about the moving origin makes, and the part that slides along an
      // axis.
      const Vector3 slide = column.shift - d.cross(column.turn);
      column.shift_rate = state.v.cross(column.turn) + d.cross(column.turn_rate) + w.cross(slide);
    }
  }
}

void Dynamics::Workspace::find_composites() noexcept {
  find_columns();
  if (composites_valid) return;
  composites_valid = true;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Body& body = this->body(i);
    const BodyState& state = states[i];
    const Vector3 centre = state.R * body.centre_m + (state.p - reference);
    Composite& own = composites[i];
    own.mass = body.mass_kg;
    own.moment = body.mass_kg * centre;
    own.inertia.noalias() = state.R * body.inertia_kg_m2 * state.R.transpose();
    own.inertia.noalias() -= own.moment * centre.transpose();
    own.inertia.diagonal().array() += own.moment.dot(centre);
  }
  for (std::size_t i = states.size(); i-- > 0;) {
    if (body(i).parent == Body::kWorld) continue;
    Composite& parent = composites[body(i).parent];
    parent.mass += composites[i].mass;
    parent.moment += composites[i].moment;
    parent.inertia += composites[i].inertia;
  }
}

}  // namespace lockstep::dynamics
