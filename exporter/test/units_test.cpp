// SPDX-License-Identifier: Apache-2.0
#include "units.hpp"

#include <gtest/gtest.h>

#include "checks.hpp"

namespace lockstep::exporter {
namespace {

using Exponents = std::array<int, 8>;  // kg m s A K mol cd rad

// Products, quotients and exponents add up to SI base units.
TEST(Units, expressions_become_base_units) {
  EXPECT_EQ(parse_unit("N.m.s/rad")->exponents, (Exponents{1, 2, -1, 0, 0, 0, 0, -1}));
  EXPECT_EQ(parse_unit("kg.m2")->exponents, (Exponents{1, 2}));
  EXPECT_EQ(parse_unit("m/s2")->exponents, (Exponents{0, 1, -2}));
  EXPECT_EQ(parse_unit("s-1")->exponents, (Exponents{0, 0, -1}));
  EXPECT_EQ(parse_unit("1/s")->exponents, (Exponents{0, 0, -1}));
  EXPECT_EQ(parse_unit("W/(m2.K)")->exponents, (Exponents{1, 0, -3, 0, -1}));
  EXPECT_EQ(parse_unit("V.s/rad")->exponents, (Exponents{1, 2, -2, -1, 0, 0, 0, -1}));
}

// Prefixes and other units have a factor, temperatures an offset.
TEST(Units, factors_and_offsets) {
  EXPECT_DOUBLE_EQ(parse_unit("mm")->factor, 1e-3);
  EXPECT_DOUBLE_EQ(parse_unit("kg")->factor, 1.0);
  EXPECT_DOUBLE_EQ(parse_unit("kHz")->factor, 1e3);
  EXPECT_DOUBLE_EQ(parse_unit("mm2")->factor, 1e-6);
  EXPECT_DOUBLE_EQ(parse_unit("km/h")->factor, 1000.0 / 3600.0);
  EXPECT_DOUBLE_EQ(parse_unit("deg")->factor, 3.14159265358979323846 / 180.0);
  EXPECT_DOUBLE_EQ(parse_unit("degC")->offset, 273.15);
  EXPECT_DOUBLE_EQ(parse_unit("degF")->factor * 32.0 + parse_unit("degF")->offset, 273.15);
  EXPECT_EQ(parse_unit("degC/s")->offset, 0.0);
}

// "min" is a minute and "m" a metre, though "m" is also a prefix.
TEST(Units, a_symbol_wins_over_a_prefix) {
  EXPECT_DOUBLE_EQ(parse_unit("min")->factor, 60.0);
  EXPECT_DOUBLE_EQ(parse_unit("ms")->factor, 1e-3);
  EXPECT_DOUBLE_EQ(parse_unit("T")->factor, 1.0);
}

// What is not understood is refused, not guessed.
TEST(Units, nonsense_is_refused) {
  for (const char* text : {"", "Nm", "furlong", "m/", "/s", "m..s", "m22", "m0", "N/m.s", "N/(m.s", "kdeg"}) {
    EXPECT_FALSE(parse_unit(text).has_value()) << text;
  }
}

// The unit of a derivative that got no name of its own.
TEST(Units, derivatives) {
  EXPECT_EQ(unit_per_second("m"), "m/s");
  EXPECT_EQ(unit_per_second("m/s"), "m/s2");
  EXPECT_EQ(unit_per_second("m/s2"), "m/s3");
  EXPECT_EQ(unit_per_second("N.m"), "N.m/s");
  EXPECT_EQ(unit_per_second("s"), "1");
  EXPECT_EQ(unit_per_second("W/(m2.K)"), "");
}

}  // namespace
}  // namespace lockstep::exporter
