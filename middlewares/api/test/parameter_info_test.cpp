// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/parameter_info.hpp"

#include <algorithm>

#include "fake_middleware.hpp"
#include "lockstep/core/fmu.hpp"

namespace lockstep::middlewares::test {
namespace {

std::vector<ParameterInfo> described(const std::string& model, const std::string& version,
                                     const std::vector<NamedParameter>& given) {
  static std::vector<std::shared_ptr<const core::Fmu>> open;  // descriptions outlive what points into them
  open.push_back(core::Fmu::open(fmu_path(model, version)));
  return describe_parameters(open.back()->description(), given, NodeCore::reserved_names());
}

const ParameterInfo* find(const std::vector<ParameterInfo>& all, const std::string& name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& info) { return info.name == name; });
  return found == all.end() ? nullptr : &*found;
}

// Every parameter is shown with unit and start value, or the value given; other variables only when given.
TEST(ParameterInfo, UnitsAndValues) {
  const auto all = described("DampedPendulum", "2.0", {{"l", std::int64_t{25}}, {"a", 1.0}});
  const ParameterInfo* l = find(all, "l");
  ASSERT_NE(l, nullptr);
  EXPECT_EQ(l->value, ParameterValue{25.0}) << "a whole number is fine for a real";
  EXPECT_EQ(l->unit, "m");
  EXPECT_FALSE(l->tunable);
  ASSERT_NE(find(all, "g"), nullptr);
  EXPECT_EQ(find(all, "g")->value, ParameterValue{9.81});
  ASSERT_NE(find(all, "a"), nullptr) << "an initial value was given";
  EXPECT_EQ(find(all, "der_a_"), nullptr);
}

// Types, tunability and array sizes.
TEST(ParameterInfo, Types) {
  const auto all = described("Feedthrough", "3.0", {});
  ASSERT_NE(find(all, "Float64_tunable_parameter"), nullptr);
  EXPECT_TRUE(find(all, "Float64_tunable_parameter")->tunable);
  EXPECT_FALSE(find(all, "Float64_fixed_parameter")->tunable);
  EXPECT_EQ(find(all, "Float64_continuous_input"), nullptr);
  const auto space = described("StateSpace", "3.0", {{"A", std::vector<double>{1, 2, 3, 4}}});
  EXPECT_EQ(find(space, "A")->value, (ParameterValue{std::vector<double>{1, 2, 3, 4}}));
  EXPECT_TRUE(std::holds_alternative<std::int64_t>(find(space, "m")->value));
}

}  // namespace
}  // namespace lockstep::middlewares::test
