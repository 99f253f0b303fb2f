// SPDX-License-Identifier: Apache-2.0
// The verbs that talk to a running world: worlds, ports, put, watch, ask.
#include <sstream>

#include "served_world.hpp"
#include "support/environment.hpp"

namespace lockstep::cli {
namespace {

class ChannelVerbs : public CommandTest {
 protected:
  test::ProcessResult talk(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin() + 1, {"--channel", path("w.sock")});
    return run(std::move(arguments));
  }
  ServedWorld world_{path("w.sock")};
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream{text};
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

TEST_F(ChannelVerbs, PortsAreListed) {
  const test::ProcessResult result = talk({"ports"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const std::string& text = result.output;
  EXPECT_NE(text.find("inlet    arm/board/target "), std::string::npos) << text;
  EXPECT_NE(text.find("request  arm/board/trim "), std::string::npos) << text;
  EXPECT_NE(text.find("(Float64[] offsets, String reason) -> Float64 offset, String echo"), std::string::npos)
      << text;
  const nlohmann::json json = json_of(talk({"ports", "--json"}));
  EXPECT_EQ(json["world"], "arm world");
  EXPECT_EQ(json["process"], world_.pid());
  bool found = false;
  for (const nlohmann::json& port : json["ports"]) {
    if (port["name"] != "arm/board/target") continue;
    found = true;
    EXPECT_EQ(port["kind"], "inlet");
    EXPECT_EQ(port["type"], "Float64");
    EXPECT_EQ(port["count"], 1);
    EXPECT_EQ(port["unit"], "N.m");
  }
  EXPECT_TRUE(found);
}

// What was put is there in the next steps, as rows show.
TEST_F(ChannelVerbs, ValuesArePutAndWatched) {
  EXPECT_EQ(talk({"put", "arm/board/target", "-0.25"}).errors, "");
  EXPECT_EQ(talk({"put", "arm/board/label", "second, trial"}).exit_code, 0);
  // The step that is running while the value comes may not have it yet; the one after the next row has.
  const test::ProcessResult result =
      talk({"watch", "arm/board/shown", "arm/board/shown_label", "--count", "3"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const std::vector<std::string> lines = lines_of(result.output);
  ASSERT_EQ(lines.size(), 4U) << result.output;
  EXPECT_EQ(lines[0], "time,arm/board/shown,arm/board/shown_label");
  EXPECT_EQ(lines[3].substr(lines[3].find(',')), ",-0.25,\"second, trial\"");
}

// Rows at a rate are as far apart as asked for, in the time of the world.
TEST_F(ChannelVerbs, RowsComeAtARate) {
  const test::ProcessResult result = talk({"watch", "arm/board/shown", "--rate", "100", "--count", "3"});
  const std::vector<std::string> lines = lines_of(result.output);
  ASSERT_EQ(lines.size(), 4U) << result.output << result.errors;
  EXPECT_NEAR(std::stod(lines[3]) - std::stod(lines[2]), 0.01, 1e-9);
}

TEST_F(ChannelVerbs, RequestsAreAnswered) {
  const test::ProcessResult result = talk({"ask", "arm/board/trim", "0.5 0.25", "because"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(result.output, "offset: 0.75 N.m\necho: because\n");
  const test::ProcessResult refused = talk({"ask", "arm/board/trim", "1", ""});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(refused.errors, "error: request 'arm/board/trim' was refused: a reason is needed\n");
}

// Names of the running world are offered where they are wanted.
TEST_F(ChannelVerbs, BashCompletesPorts) {
  const auto completions = [&](const std::string& verb, const std::string& words) {
    const std::string script =
        "source '" LOCKSTEP_CLI_SOURCE "/completion/lockstep.bash'; COMP_WORDS=('" LOCKSTEP_COMMAND "' " +
        verb + " --channel '" + path("w.sock") + "' " + words +
        "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _lockstep; echo \"${COMPREPLY[*]}\"";
    return test::run_process({"/bin/bash", "--norc", "-c", script}).output;
  };
  EXPECT_EQ(completions("put", "arm/"), "arm/board/target arm/board/label\n");
  EXPECT_EQ(completions("put", "arm/board/target arm/"), "\n");
  EXPECT_EQ(completions("ask", "arm/board/t"), "arm/board/trim\n");
  EXPECT_EQ(completions("watch", "time arm/board/s"), "arm/board/shown arm/board/shown_label\n");
}

TEST_F(ChannelVerbs, WrongUseIsNamed) {
  const auto expect_error = [&](const std::vector<std::string>& arguments, const std::string& message) {
    const test::ProcessResult result = talk(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments[1];
    EXPECT_NE(result.errors.find(message), std::string::npos) << result.errors;
    EXPECT_EQ(result.output, "");
  };
  expect_error({"put", "arm/board/target", "1,5"},
               "inlet 'arm/board/target': '1,5' is not a finite number; write it like 0.25 or 2.5e-1");
  expect_error({"put", "arm/board/target", "1", "2"}, "inlet 'arm/board/target' takes Float64");
  expect_error({"put", "arm/board/targt", "1"}, "there is no inlet 'arm/board/targt'");
  expect_error({"ask", "arm/board/trim", "x", "y"},
               "argument 'offsets' of request 'arm/board/trim': 'x' is not a finite number");
  expect_error({"ask", "arm/board/trim", "1"},
               "request 'arm/board/trim' got 1 arguments, expected Float64[] offsets, String reason");
  expect_error({"ask", "arm/nothing"}, "there is no request 'arm/nothing'");
  expect_error({"watch", "nothing"}, "nothing");
  expect_error({"watch", "arm/board/shown", "--rate", "0"}, "--rate is 0 Hz, expected 1e-9 to 1e9");
  expect_error({"watch", "arm/board/shown", "--count", "1.5"},
               "--count is 1.5, expected a whole number of rows from 1 on");
  const test::ProcessResult nobody = run({"ports", "--channel", path("nobody.sock")});
  EXPECT_EQ(nobody.exit_code, 2);
  EXPECT_NE(nobody.errors.find("no world can be reached at '" + path("nobody.sock") + "'"), std::string::npos)
      << nobody.errors;
}

// Without --channel there must be exactly one world.
TEST_F(CommandTest, WorldsAreFoundInTheDefaultPlace) {
  const test::ScopedEnvironment environment{"XDG_RUNTIME_DIR", folder_.path().string()};
  const test::ProcessResult none = run({"worlds"});
  EXPECT_EQ(none.output, "");
  EXPECT_NE(none.errors.find("no world runs with a channel in " + path("lockstep")), std::string::npos);
  EXPECT_NE(run({"ports"}).errors.find("no world runs"), std::string::npos);
  const ServedWorld first{""};
  const std::string socket = path("lockstep/" + std::to_string(first.pid()) + ".sock");
  const test::ProcessResult one = run({"worlds"});
  EXPECT_NE(one.output.find(std::to_string(first.pid()) + "  arm world  " + socket), std::string::npos)
      << one.output;
  EXPECT_EQ(run({"ports"}).exit_code, 0);
  const ServedWorld second{""};
  const test::ProcessResult several = run({"ports"});
  EXPECT_EQ(several.exit_code, 2);
  EXPECT_NE(several.errors.find("2 worlds run; give the path of one channel: "), std::string::npos)
      << several.errors;
  EXPECT_EQ(lines_of(run({"worlds"}).output).size(), 3U);
}

}  // namespace
}  // namespace lockstep::cli
