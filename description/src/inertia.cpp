// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/inertia.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "lockstep/core/number_text.hpp"

namespace lockstep::description {
namespace {

constexpr double kRelativeTolerance = 1e-3;
constexpr double kLeastMassKg = 1e-3;
constexpr double kLeastRadiusM = 1e-3;

}  // namespace

Matrix3 point_inertia(double mass_kg, const Vector3& r_m) {
  return mass_kg * (r_m.squaredNorm() * Matrix3::Identity() - r_m * r_m.transpose());
}

std::string inertia_problem(const Inertial& inertial) {
  if (!(inertial.mass_kg > 0.0) || !std::isfinite(inertial.mass_kg))
    return fmt::format("mass is {} kg, expected a number above 0", core::to_text(inertial.mass_kg));
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver{inertial.inertia_kg_m2, Eigen::EigenvaluesOnly};
  const Vector3& moments = solver.eigenvalues();  // rising
  const auto text = [](double value) { return fmt::format("{:.6g}", value); };
  const std::string shown = fmt::format("principal moments of inertia are {}, {} and {} kg m^2",
                                        text(moments[0]), text(moments[1]), text(moments[2]));
  if (!moments.allFinite() || !(moments[0] > 0.0)) return shown + ", expected all above 0";
  if (moments[0] + moments[1] < moments[2] * (1.0 - kRelativeTolerance))
    return shown + "; no body has one that is larger than the sum of the other two";
  return {};
}

std::string inertia_text(const Inertial& inertial) {
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver{inertial.inertia_kg_m2, Eigen::EigenvaluesOnly};
  const Vector3& moments = solver.eigenvalues();
  return fmt::format("{:.6g} kg with {:.6g}, {:.6g} and {:.6g} kg m^2", inertial.mass_kg, moments[0],
                     moments[1], moments[2]);
}

Inertial without_rounding_gap(const Inertial& inertial) {
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver{inertial.inertia_kg_m2, Eigen::EigenvaluesOnly};
  const Vector3& moments = solver.eigenvalues();
  return moments[0] + moments[1] < moments[2] ? repaired(inertial) : inertial;
}

Inertial repaired(const Inertial& inertial) {
  Inertial result = inertial;
  result.mass_kg = std::isfinite(inertial.mass_kg) ? std::max(inertial.mass_kg, kLeastMassKg) : kLeastMassKg;
  if (!inertial.inertia_kg_m2.allFinite()) result.inertia_kg_m2.setZero();
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver{result.inertia_kg_m2};
  const double least = result.mass_kg * kLeastRadiusM * kLeastRadiusM;
  Vector3 moments = solver.eigenvalues().cwiseMax(least);
  const double missing = moments[2] - moments[0] - moments[1];
  if (missing > 0.0) {
    // A little more than half each: rounding must not leave the sum below the largest.
    const double each = 0.5 * missing * (1.0 + 1e-12);
    moments[0] += each;
    moments[1] += each;
  }
  const Matrix3& axes = solver.eigenvectors();
  result.inertia_kg_m2 = axes * moments.asDiagonal() * axes.transpose();
  return result;
}

Inertial combined(const Inertial& a, const Inertial& b) {
  Inertial result;
  result.given = a.given || b.given;
  result.mass_kg = a.mass_kg + b.mass_kg;
  if (result.mass_kg > 0.0)
    result.pose.position = (a.mass_kg * a.pose.position + b.mass_kg * b.pose.position) / result.mass_kg;
  result.inertia_kg_m2.setZero();
  for (const Inertial* part : {&a, &b}) {
    const Matrix3 rotation = part->pose.orientation.toRotationMatrix();
    const Matrix3 in_link = rotation * part->inertia_kg_m2 * rotation.transpose();
    result.inertia_kg_m2 +=
        in_link + point_inertia(part->mass_kg, part->pose.position - result.pose.position);
  }
  return result;
}

}  // namespace lockstep::description
