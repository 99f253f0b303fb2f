// SPDX-License-Identifier: Apache-2.0
#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

using core::Value;

template <class T>
bool converts(const Value& from, const std::vector<T>& expected) {
  Value to = std::vector<T>{};
  return convert(from, to) && std::get<std::vector<T>>(to) == expected;
}

// Numbers go wherever they keep their value.
TEST(Convert, KeepsValues) {
  EXPECT_TRUE(converts<double>(std::vector<std::int64_t>{-3, 4}, {-3.0, 4.0}));
  EXPECT_TRUE(converts<std::int64_t>(std::vector<double>{-3.0}, {-3}));
  EXPECT_TRUE(converts<bool>(std::vector<double>{0.5, 0.0}, {true, false}));
  EXPECT_TRUE(converts<double>(std::vector<bool>{true}, {1.0}));
  EXPECT_TRUE(converts<std::string>(std::vector<std::string>{"a"}, {"a"}));
  EXPECT_TRUE(converts<std::vector<std::uint8_t>>(std::vector<std::uint64_t>{1, 255}, {{1, 255}}));
  EXPECT_TRUE(converts<std::uint64_t>(std::vector<std::vector<std::uint8_t>>{{7, 8}}, {7, 8}));
}

// What would change its value, or has no counterpart, is refused.
TEST(Convert, RefusesTheRest) {
  EXPECT_FALSE(converts<std::int64_t>(std::vector<double>{1.5}, {}));
  EXPECT_FALSE(converts<std::int64_t>(std::vector<double>{std::nan("")}, {}));
  EXPECT_FALSE(converts<std::uint64_t>(std::vector<std::int64_t>{-1}, {}));
  EXPECT_FALSE(converts<std::int64_t>(std::vector<std::uint64_t>{~0ULL}, {}));
  EXPECT_FALSE(converts<double>(std::vector<std::string>{"1"}, {}));
}

}  // namespace
}  // namespace lockstep::middlewares::test
