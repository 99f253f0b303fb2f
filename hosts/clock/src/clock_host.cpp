// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/clock/clock_host.hpp"

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/api/planned_engine.hpp"

namespace lockstep::hosts::clock {
namespace {

/// What devices may have changed; there is no other state.
class ClockSnapshot final : public Snapshot {
 public:
  explicit ClockSnapshot(Eigen::Vector3d wind) : wind_W{std::move(wind)} {}
  Eigen::Vector3d wind_W;
};

class ClockHost final : public PlannedEngine {
 public:
  using PlannedEngine::PlannedEngine;

  std::string_view name() const noexcept override { return "clock"; }
  bool has(Capability capability) const noexcept override {
    return capability == Capability::kReset || capability == Capability::kSave;
  }
  void prepare(const Needs& needs) override { take_needs(needs); }
  void reset() override { reset_arrays(); }
  core::Status step() noexcept override { return core::Status::kOk; }
  std::string fault() const override { return {}; }
  std::unique_ptr<Snapshot> save() const override { return std::make_unique<ClockSnapshot>(state_.wind_W); }
  void restore(const Snapshot& snapshot) override {
    const auto* own = dynamic_cast<const ClockSnapshot*>(&snapshot);
    if (own == nullptr) refuse_snapshot();
    state_.wind_W = own->wind_W;
  }
};

const description::Link* first_link(const std::vector<description::Model>& models) {
  for (const description::Model& model : models) {
    if (!model.links.empty()) return &model.links.front();
    if (const description::Link* nested = first_link(model.models)) return nested;
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<Engine> make_engine(const description::World& world, const EngineOptions& options) {
  if (const description::Link* link = first_link(world.models))
    throw Error{ErrorCode::kUnsupported, "host 'clock' has no bodies, but the world has the link '" +
                                             normalized_scope(link->scoped_name) +
                                             "'; choose an engine with physics"};
  auto host = std::make_unique<ClockHost>(make_plan(world, options, "clock", {}));
  host->reset();
  return host;
}

}  // namespace lockstep::hosts::clock
