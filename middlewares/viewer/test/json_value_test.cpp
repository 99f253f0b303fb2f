// SPDX-License-Identifier: Apache-2.0
#include "json_value.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::viewer {
namespace {

using core::Value;
using core::VariableType;

TEST(JsonValue, IsReadAndWritten) {
  const auto again = [](const Json& json, VariableType type, std::uint32_t count) {
    return to_json(from_json(json, type, "x"), count);
  };
  EXPECT_EQ(again(1.5, VariableType::kFloat64, 1), Json(1.5));
  EXPECT_EQ(again({1.5, 2}, VariableType::kFloat64, 2), (Json{1.5, 2.0}));
  EXPECT_EQ(again(3.0, VariableType::kInt32, 1), Json(3));
  EXPECT_EQ(again(true, VariableType::kBoolean, 1), Json(true));
  EXPECT_EQ(again("text", VariableType::kString, 1), Json("text"));
  EXPECT_EQ(again("00ff", VariableType::kBinary, 1), Json("00ff"));
  EXPECT_EQ(again(Json::array(), VariableType::kFloat64, 0), Json::array());
}

TEST(JsonValue, WrongKindsAreNamed) {
  for (const auto& [json, type] :
       std::vector<std::pair<Json, VariableType>>{{"1", VariableType::kFloat64},
                                                  {nullptr, VariableType::kFloat64},
                                                  {1.5, VariableType::kInt32},
                                                  {1e300, VariableType::kInt32},
                                                  {1, VariableType::kBoolean},
                                                  {1, VariableType::kString},
                                                  {"0g", VariableType::kBinary},
                                                  {"0", VariableType::kBinary}}) {
    try {
      (void)from_json(json, type, "arm/target");
      ADD_FAILURE() << json;
    } catch (const Error& error) {
      EXPECT_NE(error.message().find("'arm/target'"), std::string::npos);
    }
  }
}

TEST(JsonValue, TextsAreLimitedInDepth) {
  EXPECT_EQ(parse_json("[[1]]"), (Json{{1}}));
  EXPECT_THROW(parse_json(std::string(100, '[') + std::string(100, ']')), Error);
  EXPECT_THROW(parse_json("{"), Error);
}

}  // namespace
}  // namespace lockstep::viewer
