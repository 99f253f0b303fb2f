// SPDX-License-Identifier: Apache-2.0
// The help is the truth; manual page and completions must name the same verbs and options.
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "command.hpp"

namespace lockstep::cli {
namespace {

using Options = std::set<std::string>;

/// All matches of the first group of `pattern`.
Options matches(const std::string& text, const std::string& pattern) {
  const std::regex regex{pattern};
  Options found;
  for (std::sregex_iterator i{text.begin(), text.end(), regex}; i != std::sregex_iterator{}; ++i)
    found.insert((*i)[1]);
  return found;
}

std::string source(const std::string& name) {
  return test::read_file(std::string{LOCKSTEP_CLI_SOURCE} + '/' + name);
}

class Documentation : public CommandTest {
 protected:
  static Options verbs() {
    const std::string help = run({"--help"}).output;
    const std::size_t begin = help.find("Subcommands:\n");
    return matches(help.substr(begin, help.find("\n\n", begin) - begin), "\n  ([a-z]+) ");
  }
  /// Long options in a help text: all names of each.
  static Options listed(const std::string& help) {
    Options found;
    for (const std::string& names : matches(help, "\n  (-[-a-z,]+)"))
      found.merge(matches(names, "(--[a-z-]+)"));
    return found;
  }
  static Options options_of(const std::string& verb) { return listed(run({verb, "--help"}).output); }
  static Options all_options() {
    Options all = listed(run({"--help"}).output);
    for (const std::string& verb : verbs())
      all.merge(options_of(verb));
    return all;
  }
};

TEST_F(Documentation, HelpListsTheVerbs) {
  EXPECT_EQ(verbs(), (Options{"ask", "cache", "check", "help", "info", "new", "ports", "put", "robot", "run",
                              "simulate", "version", "watch", "worlds"}));
  EXPECT_GT(options_of("simulate").size(), 15U);
}

TEST_F(Documentation, ManualNamesEveryOptionAndNoOther) {
  std::string manual = source("man/lockstep.1");
  manual = std::regex_replace(manual, std::regex{"\\\\-"}, "-");
  EXPECT_EQ(matches(manual, "(--[a-z-]*[a-z])"), all_options());
  for (const std::string& verb : verbs())
    EXPECT_NE(manual.find("\n.B lockstep " + verb + '\n'), std::string::npos) << verb;
}

TEST_F(Documentation, CompletionsNameEveryOptionAndNoOther) {
  for (const char* const file : {"completion/lockstep.bash", "completion/_lockstep"}) {
    EXPECT_EQ(matches(source(file), "[^-a-z](--[a-z-]*[a-z])"), all_options()) << file;
    for (const std::string& verb : verbs())
      EXPECT_NE(source(file).find(verb), std::string::npos) << file << " lacks " << verb;
  }
}

/// What bash offers for a command line whose last word is being typed.
std::set<std::string> completions(const std::vector<std::string>& words) {
  std::string script =
      "source '" LOCKSTEP_CLI_SOURCE "/completion/lockstep.bash'; COMP_WORDS=('" LOCKSTEP_COMMAND "'";
  for (const std::string& word : words)
    script += " '" + word + '\'';
  script += "); COMP_CWORD=" + std::to_string(words.size()) +
            "; _lockstep 2>/dev/null; [ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\\n' \"${COMPREPLY[@]}\"";
  const test::ProcessResult result = test::run_process({"/bin/bash", "--norc", "-c", script});
  EXPECT_EQ(result.errors, "");
  std::set<std::string> offered;
  std::istringstream lines{result.output};
  for (std::string line; std::getline(lines, line);)
    offered.insert(line);
  return offered;
}

TEST_F(Documentation, BashCompletesVerbsOptionsAndChoices) {
  EXPECT_EQ(completions({"si"}), (std::set<std::string>{"simulate"}));
  EXPECT_EQ(completions({"simulate", "--output-"}),
            (std::set<std::string>{"--output-file", "--output-interval", "--output-variable"}));
  EXPECT_EQ(completions({"simulate", "--solver", ""}),
            (std::set<std::string>{"cvode", "adams", "rk4", "euler"}));
  EXPECT_EQ(completions({"check", "--st"}), (std::set<std::string>{"--strict"}));
  EXPECT_TRUE(completions({"simulate", "--step-size", ""}).empty());
  EXPECT_EQ(completions({"new", ""}), (std::set<std::string>{"controller", "fmu"}));
  EXPECT_TRUE(completions({"new", "fmu", ""}).empty());
  EXPECT_EQ(completions({"run", "--re"}),
            (std::set<std::string>{"--real-time", "--record", "--record-events", "--replay"}));
  EXPECT_EQ(completions({"cache", ""}), (std::set<std::string>{"show", "clear"}));
  EXPECT_EQ(completions({"help", "si"}), (std::set<std::string>{"simulate"}));
}

// Variables of the model itself are offered where a name is wanted.
TEST_F(Documentation, BashCompletesVariablesOfTheModel) {
  EXPECT_EQ(completions({"simulate", tank_, "--output-variable", "st"}),
            (std::set<std::string>{"state", "steps"}));
  EXPECT_EQ(completions({"simulate", tank_, "--set", "inf"}), (std::set<std::string>{"inflow="}));
}

// Names come from a stranger's file: they are offered as they are, never run.
TEST_F(Documentation, CompletionRunsNoNames) {
  const std::string model = described(
      "<fmiModelDescription fmiVersion='2.0' modelName='X' guid='1'><CoSimulation modelIdentifier='X'/>"
      "<ModelVariables><ScalarVariable name='$(touch " +
      path("a") + ")' valueReference='0'><Real/></ScalarVariable><ScalarVariable name='`touch " + path("b") +
      "`' "
      "valueReference='1'><Real/></ScalarVariable></ModelVariables><ModelStructure/></fmiModelDescription>");
  EXPECT_EQ(completions({"simulate", model, "--output-variable", ""}),
            (std::set<std::string>{"$(touch " + path("a") + ")", "`touch " + path("b") + "`"}));
  EXPECT_EQ(completions({"simulate", model, "--set", "$"}),
            (std::set<std::string>{"$(touch " + path("a") + ")="}));
  EXPECT_FALSE(std::filesystem::exists(path("a")));
  EXPECT_FALSE(std::filesystem::exists(path("b")));
}

TEST_F(Documentation, BashCompletesModels) {
  test::write_file(folder_ / "a.fmu", "");
  test::write_file(folder_ / "b.txt", "");
  test::write_file(folder_ / "c.world", "");
  EXPECT_EQ(completions({"check", path("")}), (std::set<std::string>{path("a.fmu")}));
  EXPECT_EQ(completions({"info", path("")}), (std::set<std::string>{path("a.fmu"), path("c.world")}));
  EXPECT_EQ(completions({"run", path("")}), (std::set<std::string>{path("c.world")}));
  // What an option wants, and nothing else.
  test::write_file(folder_ / "d.csv", "");
  test::write_file(folder_ / "e.svg", "");
  EXPECT_EQ(completions({"simulate", "--input-file", path("")}), (std::set<std::string>{path("d.csv")}));
  EXPECT_EQ(completions({"simulate", "--plot", path("")}), (std::set<std::string>{path("e.svg")}));
  EXPECT_TRUE(completions({"simulate", "--solver", "x"}).empty());
}

}  // namespace
}  // namespace lockstep::cli
