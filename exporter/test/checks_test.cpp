// SPDX-License-Identifier: Apache-2.0
#include "checks.hpp"

#include <gtest/gtest.h>

#include "prototypes.hpp"

namespace lockstep::exporter::test {
namespace {

// Names follow the structured naming convention of the standard.
TEST(Checks, structured_names) {
  for (const char* name : {"a", "_a1", "der(a)", "der(a,2)", "joint.axis[1].w", "A[1,2]", "der(x[2])",
                           "'any text'", "a.'b c'"}) {
    EXPECT_TRUE(is_structured_name(name)) << name;
  }
  for (const char* name :
       {"", "1a", "a b", "a.", "a[]", "a[x]", "der()", "der(a,0)", "der(a,)", "a)", "''", "'open"}) {
    EXPECT_FALSE(is_structured_name(name)) << name;
  }
}

struct Forgotten {
  double x{}, secret{}, y{};
  void describe(Description& m) {
    m.output("x", x);
    m.output("y", y);
  }
  void equations() {}
};
struct ForgottenAtTheEnd {
  double x{};
  bool secret{};
  void describe(Description& m) { m.output("x", x); }
  void equations() {}
};

// A data member that was not declared would be lost when the FMU state is saved: it is found by its bytes.
TEST(Checks, an_undeclared_member_is_found) {
  EXPECT_EQ(complaints_about<Forgotten>(),
            "Model: the description is not right:\n  - there are 8 bytes of undeclared data members between "
            "'x' and 'y'; "
            "declare each as a variable or with memory(), or saving the FMU state would lose it");
  EXPECT_NE(complaints_about<ForgottenAtTheEnd>().find("between 'x' and the end of the class"),
            std::string::npos);
}

struct Padded {
  bool a{};
  double b{};
  std::int8_t c{};
  void describe(Description& m) { m.output("a", a), m.output("b", b), m.memory(c); }
  void equations() {}
};

// Padding between members of different sizes is no forgotten member; memory() counts as declared.
TEST(Checks, padding_is_not_mistaken_for_a_member) {
  EXPECT_EQ(complaints_about<Padded>(), "");
}

struct Foreign {
  double x{};
  void describe(Description& m) {
    static double elsewhere = 0.0;
    m.output("x", x);
    m.output("y", elsewhere);
  }
  void equations() {}
};
struct Twice {
  double x{};
  void describe(Description& m) { m.output("x", x), m.local("y", x); }
  void equations() {}
};

// Variables are bound to members of the model, each to its own.
TEST(Checks, members_only_and_once) {
  EXPECT_NE(complaints_about<Foreign>().find("variable 'y' is not a data member of the model"),
            std::string::npos);
  EXPECT_NE(
      complaints_about<Twice>().find("'y' and 'x' are bound to the same data member; give each a member"),
      std::string::npos);
}

struct ManyMistakes {
  double time1{}, time2{}, x{}, der_x{}, same{}, angle{}, nominal{}, range{}, discrete{};
  bool flag{};
  enum class Colour { kRed } colour{};
  void describe(Description& m) {
    m.time("time1", time1);
    m.time("time2", time2);
    m.input("x", x).derivative(der_x).event_indicator();
    m.output("x", same).unit("furlong");
    m.output("angle", angle).unit("rad", "kg");
    m.output("nominal", nominal).nominal(0.0);
    m.output("range", range).range(1.0, -1.0);
    m.output("discrete", discrete).discrete().event_indicator();
    m.output("flag", flag).unit("m");
    m.output("colour", colour).enumeration("Colour");
    m.experiment().step_size(-1.0).stop_time(-2.0);
  }
  void step(Step&) {}
};

// All mistakes are reported together, each in a sentence that names the variable.
TEST(Checks, every_mistake_is_named) {
  const std::string text = complaints_about<ManyMistakes>();
  for (const char* part :
       {"there are two variables 'x'; rename one of them", "time() is declared more than once",
        "unit 'furlong' of variable 'x' is not understood",
        "variable 'angle' cannot be shown in 'kg': its unit is 'rad'",
        "variable 'nominal' has nominal 0; a nominal is the typical magnitude and > 0",
        "variable 'range' has min 1, which is greater than its max -1; exchange or correct them",
        "event indicator 'discrete' must be a continuous Real",
        "variable 'flag' is a bool and cannot have a unit ('m'); remove .unit(), or make its data member a "
        "Real",
        "variable 'colour' has the type .enumeration(\"Colour\"), which is not declared (none is declared); "
        "correct the name or declare it",
        "state 'x' must be an output or local variable", "there are states but no void equations()",
        "there are event indicators but no void on_event(Event&)", "either states with equations() or step()",
        "step size must be > 0", "stop time must be after its start"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
  }
}

struct WrongWords {
  enum class Mode { kOff = 1 } mode{Mode::kOff}, other{Mode::kOff};
  bool flag{};
  std::string text;
  double input{}, parameter{};
  float x{}, der_x{};
  void describe(Description& m) {
    m.enumeration("Mode", {{"off", 1, ""}}).enumeration("Gear", {{"first", 1, ""}});
    m.input("mode", mode).enumeration("Modus");
    m.input("other", other);
    m.input("flag", flag).min(0.0);
    m.input("text", text).quantity("Torque");
    m.input("input", input).tunable();
    m.parameter("parameter", parameter).discrete();
    m.local("x", x).derivative(der_x);
    m.experiment().tolerance(0.0);
  }
  void equations() {}
};

// What does not go together is refused with the words the author used and those that would do.
TEST(Checks, what_does_not_go_together) {
  const std::string text = complaints_about<WrongWords>();
  for (const char* part :
       {"variable 'mode' has the type .enumeration(\"Modus\"), which is not declared (declared: 'Mode', "
        "'Gear')",
        "variable 'other' is an enumeration: name its type with .enumeration(\"...\") (declared: 'Mode', "
        "'Gear')",
        "variable 'flag' is a bool and has neither min, max, nominal nor quantity; remove them",
        "variable 'text' is a string and has neither min, max, nominal nor quantity; remove them",
        "variable 'input' is an input and cannot be tunable(), which is for parameters",
        "variable 'parameter' is a parameter and cannot be discrete(); say .tunable()",
        "state 'x' must be a continuous Real, and it is a float", "tolerance is 0; it must be > 0"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
  }
}

struct StiffWithoutTemplate {
  double x{}, der_x{};
  void describe(Description& m) { m.output("x", x).derivative(der_x), m.solver(Solver::stiff().step(0.1)); }
  void equations() {}
};

// The stiff solver needs a Jacobian, so it needs a template.
TEST(Checks, the_stiff_solver_wants_a_template) {
  EXPECT_NE(complaints_about<StiffWithoutTemplate>().find("write the model as template <class Real>"),
            std::string::npos);
}

struct WrongClocks {
  Clock periodic, local;
  double y{};
  std::int32_t n{};
  void describe(Description& m) {
    m.input("periodic", periodic).constant_interval(0.0);
    m.local("local", local).countdown();
    m.output("y", y).clocks(periodic);
    m.output("n", n).clocks(local);
  }
  void equations() {}
};

// Clocks need an interval, a handler, and discrete variables.
TEST(Checks, clocks) {
  const std::string text = complaints_about<WrongClocks>();
  for (const char* part :
       {"clock 'periodic' needs an interval > 0", "clock 'local' must be an input, or a triggered output",
        "variable 'y' belongs to a clock and must be discrete()", "needs void on_event(Event&)"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nin\n" << text;
  }
}

struct WrongArrays {
  std::uint64_t n{2};
  std::vector<double> a{1.0, 2.0, 3.0}, b{1.0, 2.0};
  std::uint64_t free{2};
  void describe(Description& m) {
    m.structural_parameter("n", n);
    m.output("a", a).dimensions(n, 2);
    m.output("b", b).dimensions(free);
    m.parameter("free", free);
  }
  void equations() {}
};

// The dimensions of an array fit its elements and are structural parameters.
TEST(Checks, arrays) {
  const std::string text = complaints_about<WrongArrays>();
  EXPECT_NE(text.find("array 'a' has 3 elements, but its dimensions make 4"), std::string::npos) << text;
  EXPECT_NE(text.find("a dimension of 'b' is a member that is not declared as structural_parameter()"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace lockstep::exporter::test
