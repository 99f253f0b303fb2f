// SPDX-License-Identifier: Apache-2.0
#include "unit_text.hpp"

#include <gtest/gtest.h>

namespace lockstep::network {
namespace {

using Exponents = std::array<std::int32_t, 8>;  // kg, m, s, A, K, mol, cd, rad

// Products written in every usual way are the same unit.
TEST(UnitText, ReadsProducts) {
  const Exponents newton_metre{1, 2, -2, 0, 0, 0, 0, 0};
  for (const char* text : {"N.m", "Nm", "N*m", "N m", "J", "kg.m2/s2", "kg.m^2.s-2", "W.s"}) {
    const auto unit = parse_unit(text);
    ASSERT_TRUE(unit) << text;
    EXPECT_EQ(unit->exponents, newton_metre) << text;
    EXPECT_EQ(unit->factor, 1.0) << text;
  }
}

TEST(UnitText, ReadsPrefixesAndOtherUnits) {
  EXPECT_DOUBLE_EQ(parse_unit("mm")->factor, 1e-3);
  EXPECT_DOUBLE_EQ(parse_unit("kW")->factor, 1e3);
  EXPECT_DOUBLE_EQ(parse_unit("bar")->factor, 1e5);
  EXPECT_DOUBLE_EQ(parse_unit("km/h")->factor, 1000.0 / 3600.0);
  EXPECT_DOUBLE_EQ(parse_unit("%")->factor, 0.01);
  EXPECT_DOUBLE_EQ(parse_unit("mm2")->factor, 1e-6);
  EXPECT_DOUBLE_EQ(parse_unit("g")->factor, 1e-3);
  EXPECT_DOUBLE_EQ(parse_unit("dam")->factor, 10.0);
  EXPECT_DOUBLE_EQ(parse_unit("degC")->offset, 273.15);
  EXPECT_DOUBLE_EQ(parse_unit("rpm")->factor, 3.14159265358979323846 / 30.0);
  EXPECT_EQ(parse_unit("rpm")->exponents, (Exponents{0, 0, -1, 0, 0, 0, 0, 1}));
}

// A quotient with several units below, in parentheses; "m" alone is the metre and not a prefix.
TEST(UnitText, ReadsQuotients) {
  EXPECT_EQ(parse_unit("W/(m2.K)")->exponents, (Exponents{1, 0, -3, 0, -1, 0, 0, 0}));
  EXPECT_EQ(parse_unit("1/s")->exponents, (Exponents{0, 0, -1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(parse_unit("m/s2")->exponents, (Exponents{0, 1, -2, 0, 0, 0, 0, 0}));
  EXPECT_EQ(parse_unit("V/Ohm")->exponents, parse_unit("A")->exponents);
}

// What is not known stays unknown, whatever it looks like.
TEST(UnitText, RefusesOtherText) {
  for (const char* text : {"", "furlong", "m/", "/s", "N..m", "m22222", "2", "()", "m/s/h!"})
    EXPECT_FALSE(parse_unit(text)) << text;
}

}  // namespace
}  // namespace lockstep::network
