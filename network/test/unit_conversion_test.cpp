// SPDX-License-Identifier: Apache-2.0
#include "unit_conversion.hpp"

#include <gtest/gtest.h>

namespace lockstep::network {
namespace {

UnitConversion convert(const char* from, const char* to, bool relative = false) {
  return network::convert(unit_named(from), unit_named(to), relative);
}

TEST(UnitConversion, ConvertsFactorAndOffset) {
  EXPECT_DOUBLE_EQ(convert("degC", "K").offset, 273.15);
  EXPECT_DOUBLE_EQ(convert("degC", "K").factor, 1.0);
  // 0 degF = 255.372... K = -17.777... degC
  const UnitConversion fahrenheit = convert("degF", "degC");
  EXPECT_DOUBLE_EQ(fahrenheit.factor, 5.0 / 9.0);
  EXPECT_NEAR(fahrenheit.offset, -160.0 / 9.0, 1e-12);
  EXPECT_DOUBLE_EQ(convert("kW", "W").factor, 1000.0);
}

// A difference of temperatures has no offset.
TEST(UnitConversion, RelativeQuantitiesHaveNoOffset) {
  EXPECT_EQ(convert("degC", "K", true).offset, 0.0);
}

TEST(UnitConversion, NamesOfTheSameUnitNeedNoConversion) {
  const UnitConversion same = convert("Nm", "N.m");
  EXPECT_TRUE(same.same_dimension);
  EXPECT_EQ(same.factor, 1.0);
  EXPECT_EQ(same.offset, 0.0);
}

TEST(UnitConversion, SeesDifferentDimensions) {
  EXPECT_FALSE(convert("m", "kg").same_dimension);
  EXPECT_FALSE(convert("N", "N.m").same_dimension);
}

// rad is a name for 1: accepted, and said.
TEST(UnitConversion, RadAloneIsNoObstacle) {
  const UnitConversion speed = convert("rad/s", "1/s");
  EXPECT_TRUE(speed.same_dimension);
  EXPECT_TRUE(speed.by_rad);
  EXPECT_EQ(speed.factor, 1.0);
  EXPECT_FALSE(convert("rad", "deg").by_rad);
}

TEST(UnitConversion, UnknownUnitsFitAll) {
  EXPECT_TRUE(convert("furlong", "kg").same_dimension);
  EXPECT_TRUE(convert("", "kg").same_dimension);
  EXPECT_EQ(convert("furlong", "m").factor, 1.0);
}

// A description with a factor of 0 is wrong; dividing by it would make everything infinite.
TEST(UnitConversion, FactorZeroIsIgnored) {
  NamedUnit zero{"zero", core::SiBaseUnit{}};
  zero.base->factor = 0.0;
  NamedUnit one{"one", core::SiBaseUnit{}};
  EXPECT_EQ(network::convert(one, zero, false).factor, 1.0);
}

}  // namespace
}  // namespace lockstep::network
