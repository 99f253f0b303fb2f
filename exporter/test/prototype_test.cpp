// SPDX-License-Identifier: Apache-2.0
#include "prototype.hpp"

#include <gtest/gtest.h>

#include "prototypes.hpp"

namespace lockstep::exporter::test {
namespace {

template <int kVariant>
struct Variant {
  double x{kVariant == 1 ? 2.0 : 1.0};
  std::int32_t n{0};
  void describe(Description& m) {
    auto v = m.output(kVariant == 2 ? "z" : "x", x, kVariant == 3 ? "text" : "").exact();
    if (kVariant == 4) v.unit("m");
    m.local("n", n);
  }
  void equations() {}
};

// The token is made of what the description says: the same every time, another one for any difference.
TEST(Prototype, the_token_follows_the_description) {
  const std::string token = make_prototype<Variant<0>>()->token;
  EXPECT_EQ(token, make_prototype<Variant<0>>()->token);
  EXPECT_EQ(token.size(), 38U);
  EXPECT_EQ(token.front(), '{');
  EXPECT_NE(token, make_prototype<Variant<1>>()->token) << "start value";
  EXPECT_NE(token, make_prototype<Variant<2>>()->token) << "name";
  EXPECT_NE(token, make_prototype<Variant<3>>()->token) << "description";
  EXPECT_NE(token, make_prototype<Variant<4>>()->token) << "unit";
}

// A template has a twin for derivatives with the same variables at other places; a plain class has none.
TEST(Prototype, templates_have_a_differentiable_twin) {
  const auto lag = make_prototype<Lag>();
  ASSERT_NE(lag->dual, nullptr);
  EXPECT_TRUE(lag->description.traits().is_differentiable);
  ASSERT_EQ(lag->dual_offsets->variables().size(), lag->description.variables().size());
  EXPECT_EQ(lag->dual_offsets->variables()[2].name, "k");
  EXPECT_EQ(lag->dual_offsets->variables()[2].offset, 2 * lag->description.variables()[2].offset);
  EXPECT_EQ(make_prototype<Variant<0>>()->dual, nullptr);
}

template <bool kStandard>
struct Throwing {
  double x{};
  void describe(Description&) {
    if (kStandard) throw std::runtime_error("no licence");
    throw 7;
  }
  void equations() {}
};

// What describe() throws is told with the name of the model and where it came from.
TEST(Prototype, exceptions_of_describe_are_told) {
  EXPECT_EQ(complaints_about<Throwing<true>>(), "model 'Model': describe() threw: no licence");
  EXPECT_EQ(complaints_about<Throwing<false>>(),
            "model 'Model': describe() threw something that is no std::exception");
}

// A derivative without a name appears behind its state.
TEST(Prototype, unnamed_derivatives_are_declared) {
  const auto lag = make_prototype<Lag>();
  const auto& variables = lag->description.variables();
  EXPECT_EQ(variables[0].name, "x");
  EXPECT_EQ(variables[0].derivative, 1);
  EXPECT_EQ(variables[1].name, "der(x)");
  EXPECT_EQ(variables[1].derivative_of, 0);
  EXPECT_EQ(variables[1].causality, Causality::kLocal);
}

}  // namespace
}  // namespace lockstep::exporter::test
