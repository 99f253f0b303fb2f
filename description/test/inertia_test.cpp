// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/inertia.hpp"

#include <cmath>

#include "support.hpp"

namespace lockstep::description {
namespace {

Inertial inertial(double mass, double xx, double yy, double zz) {
  Inertial result;
  result.mass_kg = mass;
  result.inertia_kg_m2 = Vector3{xx, yy, zz}.asDiagonal();
  return result;
}

// A cube, a thin rod and a flat plate are bodies; the plate is the limit: one moment is the sum of the
// others.
TEST(Inertia, AcceptsWhatBodiesHave) {
  EXPECT_EQ(inertia_problem(inertial(1, 1, 1, 1)), "");
  EXPECT_EQ(inertia_problem(inertial(1, 1, 1, 1e-6)), "");
  EXPECT_EQ(inertia_problem(inertial(1, 1, 1, 2)), "");
  EXPECT_EQ(inertia_problem(inertial(1, 0.333333, 0.333333, 0.666667)), "");  // rounded in the file
}

TEST(Inertia, NamesWhatNoBodyHas) {
  EXPECT_EQ(inertia_problem(inertial(0, 1, 1, 1)), "mass is 0 kg, expected a number above 0");
  EXPECT_CONTAINS(inertia_problem(inertial(1, 1, 1, 0)), "expected all above 0");
  EXPECT_CONTAINS(inertia_problem(inertial(1, -1, 1, 1)),
                  "principal moments of inertia are -1, 1 and 1 kg m^2");
  EXPECT_CONTAINS(inertia_problem(inertial(1, 1, 1, 3)), "larger than the sum of the other two");
  Inertial products = inertial(1, 1, 1, 1);  // off-diagonal 2: eigenvalues -1, 1, 3
  products.inertia_kg_m2(0, 1) = products.inertia_kg_m2(1, 0) = 2;
  EXPECT_CONTAINS(inertia_problem(products), "are -1, 1 and 3");
}

// What comes out of a repair is possible, and what was possible is left alone.
TEST(Inertia, RepairsToTheNearestPossible) {
  for (const Inertial& bad :
       {inertial(0, 0, 0, 0), inertial(1, 1, 1, 3), inertial(-2, 1, -1, 1), inertial(1, 1, 1, 0)})
    EXPECT_EQ(inertia_problem(repaired(bad)), "");
  const Inertial raised = repaired(inertial(1, 1, 1, 3));  // 1 is missing: half to each of the smaller two
  EXPECT_NEAR(raised.inertia_kg_m2(0, 0), 1.5, 1e-9);
  EXPECT_NEAR(raised.inertia_kg_m2(2, 2), 3.0, 1e-12);
  const Inertial good = repaired(inertial(2, 1, 2, 2.5));
  EXPECT_LT((good.inertia_kg_m2 - inertial(2, 1, 2, 2.5).inertia_kg_m2).norm(), 1e-12);
}

// What a file has rounded is made exact, what is exact keeps its bits.
TEST(Inertia, ClosesTheGapThatRoundingLeaves) {
  const Matrix3 closed = without_rounding_gap(inertial(1, 0.333333, 0.333333, 0.666667)).inertia_kg_m2;
  EXPECT_GE(closed(0, 0) + closed(1, 1), closed(2, 2) - 1e-15);
  const Inertial cube = inertial(1, 0.1, 0.1, 0.1);
  EXPECT_EQ(without_rounding_gap(cube).inertia_kg_m2, cube.inertia_kg_m2);
}

// Two point-like masses of 1 kg at +-1 m on x: 2 kg m^2 about y and z, nothing about x but their own.
TEST(Inertia, CombinesBodies) {
  Inertial a = inertial(1, 1e-3, 1e-3, 1e-3), b = a;
  a.pose.position = {1, 0, 5};
  b.pose = {{-1, 0, 5}, from_roll_pitch_yaw(0.3, 0.2, 0.1)};
  const Inertial sum = combined(a, b);
  EXPECT_EQ(sum.mass_kg, 2);
  EXPECT_LT((sum.pose.position - Vector3{0, 0, 5}).norm(), 1e-15);
  EXPECT_LT((sum.inertia_kg_m2.diagonal() - Vector3{2e-3, 2 + 2e-3, 2 + 2e-3}).norm(), 1e-14);
}

// A rod in a frame that is turned: axes change places. Nothing adds nothing.
TEST(Inertia, CombinesTurnedParts) {
  Inertial rod = inertial(2, 0.1, 0.2, 0.3);
  rod.pose = Pose{{0.0, 0.0, 1.0}, from_roll_pitch_yaw(M_PI / 2, 0.0, 0.0)} *
             Pose{{0.0, 0.0, 0.0}, from_roll_pitch_yaw(0.0, 0.0, M_PI / 2)};
  Inertial nothing;
  nothing.mass_kg = 0.0;
  nothing.inertia_kg_m2.setZero();
  // x of the rod is y of the link, which is z of the body.
  const Inertial turned = combined(nothing, rod);
  EXPECT_LT((turned.inertia_kg_m2 - Vector3{0.2, 0.3, 0.1}.asDiagonal().toDenseMatrix()).norm(), 1e-15);
  EXPECT_EQ(combined(nothing, nothing).inertia_kg_m2, Matrix3::Zero());
  EXPECT_EQ(combined(nothing, nothing).pose.position, Vector3::Zero());
  EXPECT_EQ(point_inertia(2.0, {3.0, 0.0, 0.0}), (Vector3{0.0, 18.0, 18.0}.asDiagonal().toDenseMatrix()));
}

}  // namespace
}  // namespace lockstep::description
