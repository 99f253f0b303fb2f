// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/controllers/stability.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>

namespace lockstep::devices::controllers {
namespace {

Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(const LinearGains& gains, const Eigen::MatrixXd& M,
                                                     double step_s) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>{
      Eigen::MatrixXd{4.0 * M - 2.0 * step_s * gains.kd - step_s * step_s * gains.kp}};
}

bool is_stable(const LinearGains& gains, const Eigen::MatrixXd& M, double step_s) {
  return modes(gains, M, step_s).eigenvalues()[0] > 0.0;
}

}  // namespace

SamplingStability check_sampling(const LinearGains& gains, const Eigen::MatrixXd& M, double step_s) {
  const Eigen::MatrixXd inertia =
      gains.unit_inertia ? Eigen::MatrixXd{Eigen::MatrixXd::Identity(M.rows(), M.cols())} : M;
  SamplingStability result;
  const auto solved = modes(gains, inertia, step_s);
  for (Eigen::Index mode = 0; mode < M.rows(); ++mode) {
    if (solved.eigenvalues()[mode] > 0.0) continue;
    result.stable = false;
    Eigen::Index joint = 0;
    solved.eigenvectors().col(mode).cwiseAbs().maxCoeff(&joint);
    result.joints.push_back(static_cast<std::size_t>(joint));
  }
  std::sort(result.joints.begin(), result.joints.end());
  result.joints.erase(std::unique(result.joints.begin(), result.joints.end()), result.joints.end());
  if (gains.kp.isZero(0.0) && gains.kd.isZero(0.0)) {
    result.longest_step_s = std::numeric_limits<double>::infinity();
    return result;
  }
  // The rule is monotonous in h: bracket the longest step, then halve.
  double good = step_s, bad = step_s;
  while (!is_stable(gains, inertia, good) && good > 1e-12)
    good /= 2.0;
  while (is_stable(gains, inertia, bad) && bad < 1e12)
    bad *= 2.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (good + bad);
    (is_stable(gains, inertia, middle) ? good : bad) = middle;
  }
  result.longest_step_s = good;
  return result;
}

}  // namespace lockstep::devices::controllers
