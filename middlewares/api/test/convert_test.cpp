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
  EXPECT_FALSE(converts<std::vector<std::uint8_t>>(std::vector<std::uint64_t>{1, 256}, {{1, 0}}));
}

// What a message field cannot hold becomes the nearest value it can, and is told; the rest goes as it is.
TEST(Convert, ToTheNearestOfAField) {
  using Signed = std::vector<std::int64_t>;
  using Unsigned = std::vector<std::uint64_t>;
  using Real = std::vector<double>;
  const auto goes = [](const Value& from, const MessageField& field, const Value& expected, bool fits) {
    Value to = empty_value(field.kind);
    EXPECT_EQ(convert_to_field(from, field, to), fits);
    EXPECT_EQ(core::to_text(to), core::to_text(expected));
  };
  const MessageField byte{"b", FieldKind::kUnsigned, true, 8}, small{"s", FieldKind::kSigned, true, 8};
  const MessageField wide{"w", FieldKind::kSigned, true, 64}, natural{"n", FieldKind::kUnsigned, true, 64};
  const MessageField single{"f", FieldKind::kReal, true, 32}, flag{"t", FieldKind::kFlag, true, 8};
  goes(Signed{0, 255}, byte, Unsigned{0, 255}, true);
  goes(Signed{-1, 256, 7}, byte, Unsigned{0, 255, 7}, false);
  goes(Signed{-128, 127}, small, Signed{-128, 127}, true);
  goes(Signed{-129, 128}, small, Signed{-128, 127}, false);
  goes(Unsigned{~0ULL}, wide, Signed{std::numeric_limits<std::int64_t>::max()}, false);
  goes(Unsigned{~0ULL}, natural, Unsigned{~0ULL}, true);
  goes(Signed{-5}, natural, Unsigned{0}, false);
  goes(Real{1e300, -1e300, 0.5}, single, Real{3.4028234663852886e38, -3.4028234663852886e38, 0.5}, false);
  goes(Real{std::numeric_limits<double>::infinity()}, single, Real{std::numeric_limits<double>::infinity()},
       true);
  goes(Signed{2, 0}, flag, std::vector<bool>{true, false}, true);
}

}  // namespace
}  // namespace lockstep::middlewares::test
