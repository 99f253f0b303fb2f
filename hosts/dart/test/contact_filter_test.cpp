// SPDX-License-Identifier: Apache-2.0
#include "contact_filter.hpp"

#include <gtest/gtest.h>

#include "lockstep/description/reader.hpp"
#include "lockstep/hosts/dart/dart_host.hpp"

namespace lockstep::hosts::dart {
namespace {

/// A ball of `model` that falls on a ball which does not move; `extra` goes into the links, `surface` into
/// the falling one's shape.
double height_after_one_second(bool same_model, const std::string& extra, const std::string& surface) {
  const std::string ball = "<collision name='c'><geometry><sphere><radius>0.5</radius></sphere></geometry>";
  const std::string held = "<link name='held'>" + extra + ball +
                           "</collision></link><joint name='j' type='fixed'>"
                           "<parent>world</parent><child>held</child></joint>";
  const std::string falls = "<link name='falls'><pose>0 0 1.1 0 0 0</pose>" + extra + ball +
                            "<surface><contact>" + surface + "</contact></surface></collision></link>";
  const std::string models =
      same_model ? "<model name='m'>" + held + falls + "</model>"
                 : "<model name='m'>" + held + "</model><model name='n'>" + falls + "</model>";
  const auto engine = make_engine(
      description::read_world_text("<sdf version='1.6'><world name='w'>" + models + "</world></sdf>", "t")
          .world);
  Needs needs;
  needs.links = {*engine->layout().find_link(same_model ? "m/falls" : "n/falls")};
  engine->prepare(needs);
  for (int k = 0; k < 1000; ++k)
    EXPECT_EQ(engine->step(), core::Status::kOk) << engine->fault();
  return engine->state().p_WB[needs.links[0]].z();
}

// Bodies of two models touch unless their bit masks have nothing in common.
TEST(ContactFilter, GoesByBitMasks) {
  EXPECT_NEAR(height_after_one_second(false, "", ""), 1.0, 0.01);
  EXPECT_LT(height_after_one_second(false, "", "<collide_bitmask>0</collide_bitmask>"), 0.0);
}

// Bodies of one model touch if both say so, whether or not a joint is between them and the same base.
TEST(ContactFilter, GoesByModels) {
  EXPECT_LT(height_after_one_second(true, "", ""), 0.0);
  EXPECT_NEAR(height_after_one_second(true, "<self_collide>1</self_collide>", ""), 1.0, 0.01);
}

}  // namespace
}  // namespace lockstep::hosts::dart
