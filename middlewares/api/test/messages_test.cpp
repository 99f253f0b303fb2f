// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/messages.hpp"

#include "fake_middleware.hpp"

namespace lockstep::middlewares::test {
namespace {

// Fields are found by their path; each kind has a value type and a name.
TEST(Messages, FieldsAndKinds) {
  const FakeCatalogue catalogue;
  const MessageType& twist = *catalogue.find("Twist");
  EXPECT_EQ(twist.find("angular.z"), &twist.fields[1]);
  EXPECT_EQ(twist.find("angular"), nullptr);
  EXPECT_TRUE(std::holds_alternative<std::vector<double>>(empty_value(FieldKind::kReal)));
  EXPECT_TRUE(std::holds_alternative<std::vector<std::int64_t>>(empty_value(FieldKind::kSigned)));
  EXPECT_TRUE(std::holds_alternative<std::vector<std::uint64_t>>(empty_value(FieldKind::kUnsigned)));
  EXPECT_TRUE(std::holds_alternative<std::vector<bool>>(empty_value(FieldKind::kFlag)));
  EXPECT_TRUE(std::holds_alternative<std::vector<std::string>>(empty_value(FieldKind::kText)));
  EXPECT_EQ(to_string(FieldKind::kUnsigned), "unsigned integer");
}

}  // namespace
}  // namespace lockstep::middlewares::test
