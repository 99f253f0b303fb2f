// SPDX-License-Identifier: Apache-2.0
#include "saved_state.hpp"

#include <gtest/gtest.h>

#include "prototypes.hpp"

namespace lockstep::exporter::test {
namespace {

struct Everything {
  double x{1.0};
  float f{2.0F};
  std::int8_t i{3};
  bool b{true};
  std::string s{"text"};
  Binary raw{{1, 2, 3}};
  std::array<double, 2> pair{4.0, 5.0};
  std::vector<double> list{6.0, 7.0};
  std::vector<std::array<std::int32_t, 2>> history{{8, 9}};
  Clock clock;
  void describe(Description& m) {
    m.output("x", x), m.output("f", f), m.output("i", i), m.output("b", b), m.output("s", s),
        m.output("raw", raw);
    m.output("pair", pair), m.output("list", list), m.memory(history), m.input("clock", clock).triggered();
  }
  void equations() {}
  void on_event(Event&) {}
};

Everything& object_of(Component& c) {
  return *static_cast<Everything*>(c.model().object());
}

class SavedStates : public ::testing::Test {
 protected:
  std::unique_ptr<Prototype> prototype_ = make_prototype<Everything>();
  Component component_{*prototype_, Kind::kCoSimulation, {}};
};

// Saved, changed, restored: every member is as it was, also those of other sizes.
TEST_F(SavedStates, restore_brings_everything_back) {
  component_.set_experiment(2.0, 5.0);
  const auto state = component_.save();
  Everything& now = object_of(component_);
  now.x = -1.0;
  now.s = "a much longer text than before";
  now.list = {};
  now.history.push_back({10, 11});
  component_.set_time(3.0);
  component_.restore(*state);
  EXPECT_EQ(object_of(component_).x, 1.0);
  EXPECT_EQ(object_of(component_).s, "text");
  EXPECT_EQ(object_of(component_).list, (std::vector<double>{6.0, 7.0}));
  EXPECT_EQ(object_of(component_).history.size(), 1U);
  EXPECT_EQ(component_.time(), 2.0);
}

// Bytes carry the same state to another instance.
TEST_F(SavedStates, bytes_round_trip) {
  Everything& now = object_of(component_);
  now.i = -7;
  now.raw.bytes = {};
  now.pair = {0.25, 0.5};
  now.list = {1.0, 2.0, 3.0};
  now.history = {{1, 2}, {3, 4}};
  now.clock.tick_in(0.5);
  const auto saved = component_.save();
  const auto bytes = serialize(*prototype_, *saved);
  Component other(*prototype_, Kind::kCoSimulation, {});
  other.restore(*deserialize(*prototype_, bytes.data(), bytes.size()));
  EXPECT_EQ(object_of(other).i, -7);
  EXPECT_TRUE(object_of(other).raw.bytes.empty());
  EXPECT_EQ(object_of(other).pair, (std::array<double, 2>{0.25, 0.5}));
  EXPECT_EQ(object_of(other).list, (std::vector<double>{1.0, 2.0, 3.0}));
  EXPECT_EQ(object_of(other).history, (std::vector<std::array<std::int32_t, 2>>{{1, 2}, {3, 4}}));
  EXPECT_EQ(object_of(other).clock.interval(), 0.5);
}

std::string refusal(const Prototype& prototype, const std::vector<std::uint8_t>& bytes) {
  try {
    deserialize(prototype, bytes.data(), bytes.size());
    return "";
  } catch (const CallRefused& e) {
    return e.what();
  }
}

// Bytes of another FMU, cut bytes, surplus bytes and an impossible list length are refused, each with its
// reason.
TEST_F(SavedStates, damaged_bytes_are_refused) {
  const auto saved = component_.save();
  const auto good = serialize(*prototype_, *saved);
  ASSERT_EQ(refusal(*prototype_, good), "");

  EXPECT_EQ(refusal(*make_prototype<Lag>(), good).find("the saved state belongs to another FMU"), 0U);
  auto bytes = good;
  bytes.resize(bytes.size() - 1);
  EXPECT_EQ(refusal(*prototype_, bytes), "saved FMU state is too short");
  bytes = good;
  bytes.push_back(0);
  EXPECT_EQ(refusal(*prototype_, bytes), "the saved state has 1 bytes too many");
  bytes = good;
  bytes[0] = 99;
  EXPECT_EQ(refusal(*prototype_, bytes), "the bytes are no saved state of this kind of FMU");
  bytes = good;
  bytes[11] = 0xff;  // inside the length of the token
  EXPECT_EQ(refusal(*prototype_, bytes), "saved FMU state is damaged: a list is longer than the state");
}

}  // namespace
}  // namespace lockstep::exporter::test
