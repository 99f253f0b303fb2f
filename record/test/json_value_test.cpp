// SPDX-License-Identifier: Apache-2.0
#include "json_value.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace lockstep::record {
namespace {

using core::VariableType;

std::string text_of(std::string_view text) {
  std::string out;
  put_json_text(out, text);
  return out;
}

template <class T>
std::string value_of(VariableType type, const T& value) {
  std::string out = "x=";
  put_json_value(out, type, &value);
  return out;
}

// What JSON does not allow in a text is escaped, so that a reader gets every byte back.
TEST(JsonValue, TextsComeBack) {
  EXPECT_EQ(text_of(""), R"("")");
  EXPECT_EQ(text_of("say \"hi\"\\\n\r\t"), R"("say \"hi\"\\\n\r\t")");
  EXPECT_EQ(text_of(std::string_view{"\0\x1f ~", 4}), R"("\u0000\u001f ~")");
  std::string all;
  for (int c = 0; c < 0x80; ++c)
    all += static_cast<char>(c);
  EXPECT_EQ(nlohmann::json::parse(text_of(all)), all);
}

// The first and last characters of each length in UTF-8 stay as they are.
TEST(JsonValue, CharactersOfEveryLengthStay) {
  for (const char* text : {"\x7f", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                           "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_EQ(text_of(text), '"' + std::string{text} + '"');
  }
}

// Each byte that belongs to no character becomes U+FFFD: overlong forms, surrogates, beyond U+10FFFF, a
// continuation alone, a character that is cut off. What comes behind it is read again.
TEST(JsonValue, BytesThatAreNoCharactersAreReplaced) {
  const std::string bad = "\xEF\xBF\xBD";
  EXPECT_EQ(text_of("a\x80"
                    "b"),
            "\"a" + bad + "b\"");
  EXPECT_EQ(text_of("\xc1\xbf"), '"' + bad + bad + '"');
  EXPECT_EQ(text_of("\xe0\x9f\xbf"), '"' + bad + bad + bad + '"');
  EXPECT_EQ(text_of("\xed\xa0\x80"), '"' + bad + bad + bad + '"');
  EXPECT_EQ(text_of("\xf0\x8f\xbf\xbf"), '"' + bad + bad + bad + bad + '"');
  EXPECT_EQ(text_of("\xf4\x90\x80\x80"), '"' + bad + bad + bad + bad + '"');
  EXPECT_EQ(text_of("\xf5\x80\x80\x80"), '"' + bad + bad + bad + bad + '"');
  EXPECT_EQ(text_of("\xe2\x82"), '"' + bad + bad + '"');
  EXPECT_EQ(text_of("\xe2\x82"
                    "a"),
            '"' + bad + bad + "a\"");
}

// One value of each type; extremes of the narrow integers, which are easily taken for characters.
TEST(JsonValue, EveryTypeIsWritten) {
  EXPECT_EQ(value_of(VariableType::kFloat64, 0.1), "x=0.1");
  EXPECT_EQ(value_of(VariableType::kFloat32, 0.1F), "x=0.1");
  EXPECT_EQ(value_of(VariableType::kFloat64, std::numeric_limits<double>::quiet_NaN()), "x=null");
  EXPECT_EQ(value_of(VariableType::kFloat32, std::numeric_limits<float>::infinity()), "x=null");
  EXPECT_EQ(value_of(VariableType::kInt8, std::int8_t{-128}), "x=-128");
  EXPECT_EQ(value_of(VariableType::kUInt8, std::uint8_t{255}), "x=255");
  EXPECT_EQ(value_of(VariableType::kInt16, std::int16_t{-32768}), "x=-32768");
  EXPECT_EQ(value_of(VariableType::kUInt16, std::uint16_t{65535}), "x=65535");
  EXPECT_EQ(value_of(VariableType::kInt32, std::int32_t{-7}), "x=-7");
  EXPECT_EQ(value_of(VariableType::kUInt32, std::uint32_t{4294967295U}), "x=4294967295");
  EXPECT_EQ(value_of(VariableType::kInt64, std::int64_t{-5000000000}), "x=-5000000000");
  EXPECT_EQ(value_of(VariableType::kEnumeration, std::int64_t{3}), "x=3");
  EXPECT_EQ(value_of(VariableType::kUInt64, std::uint64_t{18446744073709551615U}), "x=18446744073709551615");
  EXPECT_EQ(value_of(VariableType::kBoolean, true), "x=true");
  EXPECT_EQ(value_of(VariableType::kClock, false), "x=false");
  EXPECT_EQ(value_of(VariableType::kString, std::string{"a\"b"}), R"(x="a\"b")");
  EXPECT_EQ(value_of(VariableType::kBinary, std::vector<std::uint8_t>{0x00, 0xfe}), R"(x="00fe")");
}

TEST(JsonValue, SchemasNameTheType) {
  EXPECT_STREQ(json_type_of(VariableType::kFloat64), "number");
  EXPECT_STREQ(json_type_of(VariableType::kFloat32), "number");
  EXPECT_STREQ(json_type_of(VariableType::kInt8), "integer");
  EXPECT_STREQ(json_type_of(VariableType::kEnumeration), "integer");
  EXPECT_STREQ(json_type_of(VariableType::kBoolean), "boolean");
  EXPECT_STREQ(json_type_of(VariableType::kClock), "boolean");
  EXPECT_STREQ(json_type_of(VariableType::kString), "string");
  EXPECT_STREQ(json_type_of(VariableType::kBinary), "string");
}

}  // namespace
}  // namespace lockstep::record
