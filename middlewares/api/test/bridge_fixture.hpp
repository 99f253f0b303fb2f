// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "board_world.hpp"
#include "fake_middleware.hpp"
#include "lockstep/middlewares/api/world_bridge.hpp"
#include "support/files.hpp"

namespace lockstep::test {}

namespace lockstep::middlewares::test {

using namespace lockstep::test;

using Numbers = std::vector<double>;
using Texts = std::vector<std::string>;

class ClockOutlet : public WorldOutlet {
 public:
  void publish(std::size_t channel, SimTime stamp, const std::vector<core::Value>& fields) override {
    outlet.publish(channel, stamp, fields);
  }
  void log(core::LogLevel level, const std::string& text) override { outlet.log(level, text); }
  void publish_clock(SimTime time) override { clock.push_back(time); }
  std::string logged() const { return outlet.logged.empty() ? "" : outlet.logged.back(); }

  FakeOutlet outlet;
  std::vector<SimTime> clock;
};

/// The board world on a fake middleware.
class BridgeFixture : public ::testing::Test {
 protected:
  void open(const std::string& mapping, BridgeConfig config = {}) {
    config.mapping_file = lockstep::test::write_file(folder_ / "m.yaml", mapping).string();
    bridge_ = std::make_unique<WorldBridge>(world_.runtime, config, catalogue_, outlet_);
    world_.runtime.start();
    publish_all();
  }
  std::string mistake(const std::string& mapping, const BridgeConfig& config = {}) {
    return error_of([&] { open(mapping, config); });
  }
  void publish_all() {
    while (bridge_->publish(std::chrono::nanoseconds{0})) {
    }
  }
  void step(int count = 1) {
    world_.step(count);
    publish_all();
  }
  std::string value(const std::string& key) const {
    for (const auto& [name, text] : bridge_->diagnostics().values)
      if (name == key) return text;
    return "no such value";
  }
  std::vector<FakeOutlet::Message>& messages() { return outlet_.outlet.messages; }
  static bool always() { return true; }

  lockstep::test::TemporaryFolder folder_;
  FakeCatalogue catalogue_;
  ClockOutlet outlet_;
  BoardWorld world_;
  std::unique_ptr<WorldBridge> bridge_;
};

}  // namespace lockstep::middlewares::test
