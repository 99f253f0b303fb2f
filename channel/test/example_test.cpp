// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "scripted_world.hpp"
#include "support/process.hpp"

namespace lockstep::channel {
namespace {

// The page shows the program that is compiled.
TEST(Example, IsTheOneOfThePage) {
  const std::string program = lockstep::test::read_file(LOCKSTEP_SOURCE "/channel/test/example_client.cpp");
  const std::string page = lockstep::test::read_file(LOCKSTEP_SOURCE "/docs/concepts/doors.md");
  EXPECT_NE(page.find("```cpp\n" + program.substr(program.find("#include")) + "```"), std::string::npos);
}

// And it runs: two ticks, then the world ends.
TEST(ExampleThreads, KeepsStep) {
  test::ScriptedWorld world{[](FrameSocket& client) {
    test::welcome(client, "arm world");
    client.send(InletOpened{decode<OpenInlet>(*client.receive()).call, {}});
    const CallId tap = decode<OpenTap>(*client.receive()).call;
    client.send(TapOpened{tap, {}});
    const CallId party = decode<Join>(*client.receive()).call;
    client.send(Done{party});
    for (std::int64_t step = 0; step < 2; ++step) {
      client.send(Row{tap, core::SimTime{step}, step, 0, {core::Value{std::vector<double>{7.5}}}});
      client.send(Ticked{party, step, core::SimTime{step}});
      const auto write = decode<WriteInlet>(*client.receive());
      EXPECT_EQ(write.value, core::Value{std::vector<double>{0.5 * static_cast<double>(step)}});
      client.send(Done{write.call});
      EXPECT_EQ(decode<Confirm>(*client.receive()).step, step);
    }
  }};
  const auto result = lockstep::test::run_process({LOCKSTEP_CHANNEL_EXAMPLE, world.path().string()});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.output, "7.5\n");
}

}  // namespace
}  // namespace lockstep::channel
