// SPDX-License-Identifier: Apache-2.0
#include "bounded_efforts.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::hosts::simbody {
namespace {

/// Most sweeps of the projected Gauss-Seidel method, which is needed only where a limit is reached.
constexpr int kSweeps = 200;
/// The method ends when a sweep changes the efforts by less than this part of them.
constexpr double kChange = 1e-12;

}  // namespace

std::size_t BoundedEfforts::add(SimTK::MobilizedBodyIndex body, int coordinate, double limit) {
  rows_.push_back({body, SimTK::MobilizerUIndex{coordinate}, limit, 0.0});
  const auto count = static_cast<Eigen::Index>(rows_.size());
  response_.resize(count, count);
  residual_.resize(count);
  effort_.setZero(count);
  return rows_.size() - 1;
}

std::size_t BoundedEfforts::add_soft(SimTK::MobilizedBodyIndex body, int coordinate, double damping) {
  const std::size_t row = add(body, coordinate, std::numeric_limits<double>::infinity());
  rows_[row].softness = 1.0 / (step_s_ * damping);
  return row;
}

/// Takes from answer_ what the couplings of mimic joints do not allow.
void BoundedEfforts::respect_couplings(const SimTK::State& state) {
  if (built_.matter.getNumConstraints() == 0) return;
  built_.matter.multiplyByG(state, answer_, broken_);
  built_.matter.solveForConstraintImpulses(state, broken_, impulse_);
  built_.matter.multiplyByGTranspose(state, impulse_, coupling_);
  built_.matter.multiplyByMInv(state, coupling_, correction_);
  for (int i = 0; i < answer_.size(); ++i)
    answer_[i] -= correction_[i];
}

void BoundedEfforts::find_responses(const SimTK::State& state) {
  built_.system.realize(state, SimTK::Stage::Acceleration);
  unit_.resize(built_.matter.getNumMobilities());
  unit_ = 0.0;
  const auto body = [&](std::size_t i) -> const SimTK::MobilizedBody& {
    return built_.matter.getMobilizedBody(rows_[i].body);
  };
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const SimTK::MobilizerUIndex u = rows_[i].coordinate;
    const auto row = static_cast<Eigen::Index>(i);
    residual_[row] = (rows_[i].velocity - body(i).getOneU(state, u)) / step_s_ - body(i).getOneUDot(state, u);
    const int mobility = body(i).getFirstUIndex(state) + u;
    unit_[mobility] = 1.0;
    built_.matter.multiplyByMInv(state, unit_, answer_);
    unit_[mobility] = 0.0;
    respect_couplings(state);
    for (std::size_t j = 0; j < rows_.size(); ++j)
      response_(static_cast<Eigen::Index>(j), row) =
          answer_[body(j).getFirstUIndex(state) + rows_[j].coordinate];
    response_(row, row) += rows_[i].softness;
  }
}

void BoundedEfforts::solve() {
  // Without limits first: then they mostly hold, and the answer is exact.
  effort_ = response_.ldlt().solve(residual_);
  bool within = effort_.allFinite();
  if (!within) effort_.setZero();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    double& effort = effort_[static_cast<Eigen::Index>(i)];
    within = within && std::fabs(effort) <= rows_[i].limit;
    effort = std::clamp(effort, -rows_[i].limit, rows_[i].limit);
  }
  for (int sweep = 0; !within && sweep < kSweeps; ++sweep) {
    double change = 0.0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      const double missing = residual_[row] - response_.row(row).dot(effort_);
      const double next =
          std::clamp(effort_[row] + missing / response_(row, row), -rows_[i].limit, rows_[i].limit);
      change = std::max(change, std::fabs(next - effort_[row]));
      effort_[row] = next;
    }
    within = change <= kChange * effort_.cwiseAbs().maxCoeff();
  }
}

void BoundedEfforts::apply(SimTK::State& state) {
  if (rows_.empty()) return;
  find_responses(state);
  solve();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const SimTK::MobilizedBody& body = built_.matter.getMobilizedBody(rows_[i].body);
    const SimTK::MobilizerUIndex u = rows_[i].coordinate;
    built_.applied.setOneMobilityForce(
        state, body, u,
        built_.applied.getOneMobilityForce(state, body, u) + effort_[static_cast<Eigen::Index>(i)]);
  }
}

}  // namespace lockstep::hosts::simbody
