// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <locale.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "../src/text/portable_number.hpp"
#include "lockstep/core/number_text.hpp"

namespace lockstep::core {
namespace {

// Every spelling XML Schema and CSV writers use is read to the exact double.
TEST(NumberText, ReadsEverySpellingOfADouble) {
  EXPECT_EQ(parse_double("0.1"), 0.1);
  EXPECT_EQ(parse_double("+1.5"), 1.5);
  EXPECT_EQ(parse_double("-.5"), -0.5);
  EXPECT_EQ(parse_double("5."), 5.0);
  EXPECT_EQ(parse_double("1E+22"), 1e22);
  EXPECT_EQ(parse_double("-1e-5"), -1e-5);
  EXPECT_EQ(parse_double("4.9406564584124654e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(parse_double("INF"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_double("-inf"), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(parse_double("NaN").value()));
  EXPECT_EQ(parse_double("1e-400"), 0.0);
}

// A text that is not wholly a number is refused, never read up to the first strange character.
TEST(NumberText, RefusesWhatIsNotWhollyANumber) {
  for (const char* text :
       {"",     " ",    "-",   "+",   ".",        "e5",     "1e",    "1e+",   "4O.0", "1,5",  "1.5 ",
        " 1.5", "0x10", "--1", "+-1", "infinity", "nan(1)", "1e400", "1.2.3", "1d0",  "1_000"})
    EXPECT_FALSE(parse_double(text).has_value()) << '"' << text << '"';
}

TEST(NumberText, IntegersAreRangeChecked) {
  EXPECT_EQ(parse_int64("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_FALSE(parse_int64("9223372036854775808").has_value());
  EXPECT_EQ(parse_uint64("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parse_uint64("+7"), 7U);
  for (const char* text : {"-1", "", "+", "1.0", "1 ", "18446744073709551616"})
    EXPECT_FALSE(parse_uint64(text).has_value()) << '"' << text << '"';
  EXPECT_EQ(parse_boolean("1"), true);
  EXPECT_EQ(parse_boolean("false"), false);
  EXPECT_FALSE(parse_boolean("True").has_value());
}

TEST(NumberText, WritesTheShortestTextThatReadsBack) {
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(1.0), "1");
  EXPECT_EQ(to_text(-0.0), "-0");
  EXPECT_EQ(to_text(1e-5), "1e-05");
  EXPECT_EQ(to_text(1e22), "1e+22");
  EXPECT_EQ(to_text(2.0 / 3.0), "0.6666666666666666");
  EXPECT_EQ(to_text(0.1F), "0.1");
  EXPECT_EQ(to_text(std::numeric_limits<double>::infinity()), "INF");
  EXPECT_EQ(to_text(-std::numeric_limits<double>::infinity()), "-INF");
  EXPECT_EQ(to_text(std::numeric_limits<double>::quiet_NaN()), "NaN");
}

double random_double(std::mt19937_64& random) {
  const std::uint64_t bits = random();
  double value = 0.0;
  std::memcpy(&value, &bits, sizeof value);
  return std::isfinite(value) ? value : 1.0;
}

// Any double survives text and back, and no text is longer than the promised room.
TEST(NumberText, RandomBitsSurviveTheRoundTrip) {
  std::mt19937_64 random{20240101};
  for (int i = 0; i < 20000; ++i) {
    const double value = random_double(random);
    const std::string text = to_text(value);
    ASSERT_LE(text.size(), kNumberTextSize);
    ASSERT_EQ(parse_double(text), value) << text;
  }
}

// Toolchains without std::to_chars write the very same characters and read the very same bits.
TEST(NumberText, TheFallbackForOldToolchainsAgrees) {
  std::mt19937_64 random{7};
  for (int i = 0; i < 5000; ++i) {
    double value = random_double(random);
    if (i % 2 == 0)
      value = std::ldexp(static_cast<double>(random() % 100000), static_cast<int>(random() % 80) - 40);
    if (i % 5 == 0) value = static_cast<double>(random() % 1000) * 1000.0;
    ASSERT_EQ(portable::format_finite(value), to_text(value));
    const auto narrow = static_cast<float>(value);
    if (std::isfinite(narrow)) {
      ASSERT_EQ(portable::format_finite(narrow), to_text(narrow));
    }
    ASSERT_EQ(portable::convert_decimal(to_text(value)), value);
  }
  EXPECT_TRUE(portable::is_decimal_number("-1.e+5"));
  EXPECT_FALSE(portable::is_decimal_number("1e"));
  EXPECT_FALSE(portable::is_decimal_number("."));
  EXPECT_EQ(portable::convert_decimal(std::string(300, '0') + "1.5"), 1.5);
}

// The reader gives 1.5 in a locale whose decimal separator is a comma.
TEST(NumberText, IgnoresTheLocale) {
  const locale_t german = newlocale(LC_ALL_MASK, "de_DE.UTF-8", nullptr);
  if (german == locale_t{}) GTEST_SKIP() << "locale de_DE.UTF-8 is not installed";
  const locale_t before = uselocale(german);
  EXPECT_EQ(parse_double("1.5"), 1.5);
  EXPECT_EQ(to_text(1.5), "1.5");
  EXPECT_EQ(portable::convert_decimal("1.5"), 1.5);
  EXPECT_EQ(portable::format_finite(1.5), "1.5");
  uselocale(before);
  freelocale(german);
}

TEST(NumberText, TrimsXmlBlanks) {
  EXPECT_EQ(trimmed(" \t\r\n a b \n"), "a b");
  EXPECT_EQ(trimmed("  \n"), "");
}

}  // namespace
}  // namespace lockstep::core
