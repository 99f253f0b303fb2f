// SPDX-License-Identifier: Apache-2.0
#include "urdf_inertia.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::cli {
namespace {

// Link 1 of the Panda as it was identified; about the centre of mass the moments are 0.551121, 0.554308,
// 0.009021.
constexpr const char* kPanda1 = R"(<?xml version="1.0"?>
<robot name="panda"> <!-- kept -->
  <link name="link1"><inertial><origin xyz="0.003875 0.002081 -0.1750"/><mass value="4.970684"/>
    <inertia ixx="0.70337" ixy="-0.000139" ixz="0.006772" iyy="0.70661" iyz="0.019169" izz="0.009117"/></inertial></link>
  <link name="empty"/>
</robot>
)";

TEST(UrdfInertia, ShiftsToTheCentreOfMass) {
  const ShiftedInertia shifted = shift_inertia(kPanda1, "panda.urdf", InertiaShift::kToCentre);
  ASSERT_EQ(shifted.links.size(), 1U);
  const description::Matrix3& I = shifted.links[0].inertial.inertia_kg_m2;
  EXPECT_NEAR(I(0, 0), 0.551121, 1e-6);
  EXPECT_NEAR(I(1, 1), 0.554308, 1e-6);
  EXPECT_NEAR(I(2, 2), 0.009021, 1e-6);
  EXPECT_NE(shifted.text.find("<!-- kept -->"), std::string::npos) << shifted.text;
  EXPECT_NE(shifted.text.find("ixx=\"0.5511"), std::string::npos) << shifted.text;
}

// There and back is where it began, and without a shift the text stays as it is.
TEST(UrdfInertia, ShiftsBack) {
  const std::string there = shift_inertia(kPanda1, "panda.urdf", InertiaShift::kToCentre).text;
  const description::Matrix3 back =
      shift_inertia(there, "panda.urdf", InertiaShift::kToOrigin).links[0].inertial.inertia_kg_m2;
  const description::Matrix3 first =
      shift_inertia(kPanda1, "panda.urdf", InertiaShift::kNone).links[0].inertial.inertia_kg_m2;
  EXPECT_LT((back - first).norm(), 1e-15);
}

// A tensor in turned axes is shifted in these axes: half a turn about x keeps a centre on x where it is.
TEST(UrdfInertia, ShiftsInTheAxesOfTheTensor) {
  const std::string turned =
      "<robot name='r'><link name='l'><inertial><origin xyz='2 0 0' rpy='0 0 1.5707963267948966'/><mass "
      "value='1'/>"
      "<inertia ixx='9' ixy='0' ixz='0' iyy='9' iyz='0' izz='9'/></inertial></link></robot>";
  const description::Matrix3 I =
      shift_inertia(turned, "r.urdf", InertiaShift::kToCentre).links[0].inertial.inertia_kg_m2;
  // The centre is on -y of the tensor's axes.
  EXPECT_LT((I - description::Vector3{5.0, 9.0, 5.0}.asDiagonal().toDenseMatrix()).norm(), 1e-12);
}

// Impossible tensors have a problem; bad numbers and files have an error with the link.
TEST(UrdfInertia, SaysWhatIsWrong) {
  const std::string flat =
      "<robot name='r'><link name='l'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
      "izz='3'/></inertial></link></robot>";
  EXPECT_NE(shift_inertia(flat, "r.urdf", InertiaShift::kNone).links[0].problem.find("sum of the other two"),
            std::string::npos);
  try {
    shift_inertia("<robot name='r'><link name='l'><inertial><mass value='1kg'/></inertial></link></robot>",
                  "r.urdf", InertiaShift::kNone);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("link 'l'"), std::string::npos) << error.what();
  }
  EXPECT_THROW(shift_inertia("<sdf/>", "r.urdf", InertiaShift::kNone), Error);
  EXPECT_THROW(shift_inertia("<robot", "r.urdf", InertiaShift::kNone), Error);
}

}  // namespace
}  // namespace lockstep::cli
