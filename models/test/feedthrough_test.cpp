// SPDX-License-Identifier: Apache-2.0
#include "model_run.hpp"

namespace lockstep::models::test {
namespace {

class Feedthrough : public AllForms {};
INSTANTIATE_FORMS(Feedthrough, kFmi2Cs, kFmi2Me, kFmi3Cs, kFmi3Me);

// Every output follows its input, at the ends of the ranges that both versions of the standard have.
TEST_P(Feedthrough, outputs_equal_inputs) {
  ModelRun run("Feedthrough", GetParam());
  run.initialize();
  const std::pair<const char*, const char*> values[] = {{"Float32_continuous", "0.5"},
                                                        {"Float32_discrete", "-0.25"},
                                                        {"Float64_continuous", "1e-300"},
                                                        {"Float64_discrete", "-2.5"},
                                                        {"Int8", "-128"},
                                                        {"UInt8", "255"},
                                                        {"Int16", "-32768"},
                                                        {"UInt16", "65535"},
                                                        {"Int32", "-2147483648"},
                                                        {"UInt32", "2147483647"},
                                                        {"Int64", "-2147483648"},
                                                        {"UInt64", "2147483647"},
                                                        {"Boolean", "true"},
                                                        {"String", "hello"},
                                                        {"Enumeration", "2"}};
  for (const auto& [name, value] : values)
    run.set(std::string(name) + "_input", value);
  run.run_to(0.1, 0.1);
  for (const auto& [name, value] : values) {
    EXPECT_EQ(run.text(std::string(name) + "_output"), run.text(std::string(name) + "_input")) << name;
    EXPECT_EQ(run.text(std::string(name) + "_output"), value) << name;
  }
}

class FeedthroughFmi3 : public AllForms {};
INSTANTIATE_FORMS(FeedthroughFmi3, kFmi3Cs, kFmi3Me);

// 64-bit integers keep all their bits, and bytes travel.
TEST_P(FeedthroughFmi3, wide_integers_and_binaries) {
  ModelRun run("Feedthrough", GetParam());
  run.initialize();
  run.set("Int64_input", "-9223372036854775808");
  run.set("UInt64_input", "18446744073709551615");
  run.set("UInt32_input", "4294967295");
  run.set("Binary_input", "00ff10");
  run.run_to(0.1, 0.1);
  EXPECT_EQ(run.text("Int64_output"), "-9223372036854775808");
  EXPECT_EQ(run.text("UInt64_output"), "18446744073709551615");
  EXPECT_EQ(run.text("UInt32_output"), "4294967295");
  EXPECT_EQ(run.text("Binary_output"), "00ff10");
}

}  // namespace
}  // namespace lockstep::models::test
