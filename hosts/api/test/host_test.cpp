// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/api/host.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "lockstep/core/error.hpp"

namespace lockstep::hosts {
namespace {

class BareHost : public Host {
 public:
  std::string_view name() const noexcept override { return "bare"; }
  bool has(Capability capability) const noexcept override { return capability == Capability::kContacts; }
  const WorldLayout& layout() const noexcept override { return layout_; }
  WorldState& state() noexcept override { return state_; }
  core::Rational step_size() const noexcept override { return {1, 1000}; }
  void prepare(const Needs& /*needs*/) override {}

 private:
  WorldLayout layout_;
  WorldState state_;
};

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kUnsupported);
    return error.message();
  }
  return "nothing was thrown";
}

// A missing capability is a named error, never a zero.
TEST(Host, NamesTheCapabilityThatIsMissing) {
  BareHost host;
  EXPECT_NO_THROW(require(host, Capability::kContacts, "a test"));
  EXPECT_EQ(
      message_of([&] { require(host, Capability::kJointReaction, "force_torque 'wrist'"); }),
      "host 'bare' has no 'joint reaction', which force_torque 'wrist' needs; choose a host that has it "
      "(docs/hosts.md) or leave it out");
}

// What a host does not override refuses by name.
TEST(Host, OptionalCallsRefuse) {
  BareHost host;
  EXPECT_NE(message_of([&] { host.set_joint_state(0, 0.0, 0.0); }).find("'set joint state'"),
            std::string::npos);
  EXPECT_NE(message_of([&] { host.reset(); }).find("'reset'"), std::string::npos);
  EXPECT_NE(message_of([&] { static_cast<void>(host.save()); }).find("'save and restore'"),
            std::string::npos);
}

// Whatever devices need and the host lacks is refused by name; the bare host has contacts alone.
TEST(Host, ChecksNeeds) {
  BareHost host;
  Needs needs;
  needs.contacts = {0};
  needs.velocities = {0};
  needs.links = {0};
  EXPECT_NO_THROW(check_needs(host, needs));
  const auto refusal = [&](const std::function<void(Needs&)>& add) {
    Needs more = needs;
    add(more);
    return message_of([&] { check_needs(host, more); });
  };
  const auto names = [](const std::string& text, const char* capability) {
    return text.find("host 'bare' has no '" + std::string{capability} + "'") == 0;
  };
  EXPECT_PRED2(names, refusal([](Needs& more) {
                 more.commanded = {{0, CommandMode::kEffort}};
               }),
               "effort command");
  EXPECT_PRED2(names, refusal([](Needs& more) {
                 more.commanded = {{0, CommandMode::kPosition}};
               }),
               "position command");
  EXPECT_PRED2(names, refusal([](Needs& more) {
                 more.commanded = {{0, CommandMode::kVelocity}};
               }),
               "velocity command");
  EXPECT_PRED2(names, refusal([](Needs& more) { more.actuated = {0}; }), "actuation");
  EXPECT_PRED2(names, refusal([](Needs& more) { more.pushed = {0}; }), "link wrench");
  EXPECT_PRED2(names, refusal([](Needs& more) { more.reactions = {0}; }), "joint reaction");
}

// A host that has everything but contacts refuses them.
TEST(Host, ChecksContacts) {
  class BlindHost final : public BareHost {
   public:
    bool has(Capability capability) const noexcept override { return capability != Capability::kContacts; }
  };
  BlindHost host;
  Needs needs;
  needs.commanded = {{0, CommandMode::kEffort}};
  EXPECT_NO_THROW(check_needs(host, needs));
  needs.contacts = {0};
  EXPECT_NE(message_of([&] { check_needs(host, needs); }).find("'contacts'"), std::string::npos);
}

// Every capability has a name of its own.
TEST(Host, CapabilitiesHaveNames) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < kCapabilityCount; ++i) {
    const std::string_view name = to_string(static_cast<Capability>(i));
    EXPECT_NE(name, "unknown");
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 0);
    names.push_back(name);
  }
}

}  // namespace
}  // namespace lockstep::hosts
