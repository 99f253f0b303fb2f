// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

#include "lockstep/exporter/fmu.hpp"

/// The model behind the tests of the C interfaces: a bit of everything.
///   x' = -k x + u, y = 2 x + u, list = gain * (x, u); "mood" decides whether a step goes wrong.
template <class Real>
struct Probe {
  enum class Mood : std::int8_t { kFine = 1, kThrows = 2, kNan = 3, kThrowsInt = 4, kEnds = 5 };

  Real x{1.0}, der_x{}, k{0.5}, gain{2.0}, u{0.0}, y{}, z{};
  std::uint64_t n{2};
  std::vector<Real> list{0.0, 0.0};
  std::int32_t events{0};
  std::uint64_t big{1};
  Mood mood{Mood::kFine};
  bool flag{true};
  std::string name{"probe"}, folder;
  lockstep::exporter::Binary blob{{0xca, 0xfe}};

  void describe(lockstep::exporter::Description& m) {
    using lockstep::exporter::Solver;
    m.about("Probe of the \"C\" interfaces & their <XML>")
        .author("lockstep")
        .version("1.2")
        .license("Apache-2.0");
    m.experiment().stop_time(1.0).step_size(0.1).tolerance(1e-6);
    m.solver(Solver::rk4().step(0.01));
    m.enumeration(
        "Mood",
        {{"fine", 1, ""}, {"throws", 2, ""}, {"nan", 3, ""}, {"throws an int", 4, ""}, {"ends", 5, ""}});
    m.log_category("chat", "What the probe has to say");
    m.local("x", x, "State").unit("rad", "deg").nominal(10.0).derivative(der_x);
    m.parameter("k", k);
    m.parameter("gain", gain).tunable();
    m.input("u", u).range(-1.0, 1.0);
    m.output("y", y);
    m.local("z", z).event_indicator();
    m.structural_parameter("n", n).range(1, 4);
    m.output("list", list).dimensions(n);
    m.output("events", events);
    m.parameter("big", big).tunable();
    m.input("mood", mood).enumeration("Mood");
    m.parameter("flag", flag);
    m.parameter("name", name);
    m.input("blob", blob);
    m.resources(folder);
  }

  void configure() { list.assign(n, 0.0); }

  void equations() {
    using namespace lockstep::exporter;
    if (mood == Mood::kThrows) throw std::domain_error("the probe is #1 at failing, 100 %s");
    if (mood == Mood::kThrowsInt) throw 42;
    der_x = -k * x + u;
    y = 2.0 * x + u;
    if (mood == Mood::kNan) y = sqrt(Real(-1.0));
    z = x - 0.75;
    for (std::size_t i = 0; i < list.size(); ++i)
      list[i] = gain * (i == 0 ? x : u);
  }

  void on_event(lockstep::exporter::Event& event) {
    ++events;
    event.log("chat", "event number " + std::to_string(events));
    if (mood == Mood::kEnds) event.terminate();
  }
};
