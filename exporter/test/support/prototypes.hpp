// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "lockstep/exporter/fmu.hpp"
#include "prototype.hpp"

namespace lockstep::test {}

namespace lockstep::exporter::test {

using namespace lockstep::test;

/// The prototype of a model that is a plain class or a class template, without making an FMU of it.
template <class M>
std::unique_ptr<Prototype> make_prototype() {
  return std::make_unique<Prototype>(detail::factory_of<M>("Model"));
}
template <template <class> class M>
std::unique_ptr<Prototype> make_prototype() {
  return std::make_unique<Prototype>(detail::factory_of<M>("Model"));
}

/// What finish() says about a model, "" if it is content.
template <class M>
std::string complaints_about() {
  try {
    make_prototype<M>();
    return "";
  } catch (const std::logic_error& e) {
    return e.what();
  }
}

/// x' = -k x + u, y = 2 x + u; for tests that need any differentiable model with an input.
template <class Real>
struct Lag {
  Real x{1.0}, der_x{}, k{3.0}, u{0.0}, y{};
  void describe(Description& m) {
    m.local("x", x).derivative(der_x);
    m.parameter("k", k);
    m.input("u", u);
    m.output("y", y);
  }
  void equations() {
    der_x = -k * x + u;
    y = 2.0 * x + u;
  }
};

}  // namespace lockstep::exporter::test
