// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/hosts/shell/world_session.hpp"

namespace lockstep::test {}

namespace lockstep::hosts::shell::test {

using namespace lockstep::test;

/// A simulator with a clock and nothing else, stepped by hand: 1 ms.
class FakeSimulator final : public Simulator {
 public:
  std::string world_name() const override { return "w"; }
  std::int64_t now_ns() const override { return now; }
  double step_s() const override { return step; }
  std::int64_t step_ns() const override { return static_cast<std::int64_t>(step * 1e9 + 0.5); }
  bool paused() const override { return is_paused.load(); }
  void set_paused(bool to) override {
    is_paused.store(to);
    if (session != nullptr) session->note_pause();
  }
  void reset(runtime::ResetScope scope) override {
    ++resets;
    if (scope != runtime::ResetScope::kState) now = 0;
    if (scope == runtime::ResetScope::kBoth && session != nullptr) session->note_reset();
  }
  void end() override { ended.store(true); }
  void log(const core::LogMessage& message) override {
    const std::lock_guard<std::mutex> lock{mutex};
    lines.push_back(std::string{message.source} + ": " + std::string{message.text});
  }
  std::filesystem::path find_file(const std::string& name, const std::string& /*named_in*/) override {
    throw Error{ErrorCode::kNotFound, "there is no file '" + name + "'"};
  }
  std::string restart_command() const override { return "reset"; }
  std::string continue_command() const override { return "go on."; }

  /// What the loop of the simulator does, unless it is paused.
  bool do_step(WorldSession& world) {
    if (paused()) return false;
    now += step_ns();
    world.begin();
    world.before_physics();
    world.end();
    return true;
  }
  std::string all_lines() {
    const std::lock_guard<std::mutex> lock{mutex};
    std::string text;
    for (const std::string& line : lines)
      text += line + '\n';
    return text;
  }

  std::atomic<std::int64_t> now{0};
  double step{0.001};
  std::atomic<bool> is_paused{false}, ended{false};
  std::atomic<int> resets{0};
  WorldSession* session{nullptr};
  std::mutex mutex;
  std::vector<std::string> lines;
};

/// A model with one joint.
class FakeModel final : public ModelHost {
 public:
  explicit FakeModel(const std::string& model) : fake_{world_of(model)} {}
  std::string_view name() const noexcept override { return "fake"; }
  bool has(Capability capability) const noexcept override { return fake_.has(capability); }
  const WorldLayout& layout() const noexcept override { return fake_.layout(); }
  WorldState& state() noexcept override { return fake_.state(); }
  core::Rational step_size() const noexcept override { return {1, 1000}; }
  void prepare(const Needs& needs) override { driven = !needs.actuated.empty() || !needs.commanded.empty(); }
  void reset() override { fake_.reset(); }
  void refresh() override { ++refreshed; }
  void read_commands(std::int64_t /*now_ns*/) override {
    state().command[0] += others;
    state().applied[0] = state().command[0];
  }
  void write() override { written.push_back(state().applied[0]); }
  void write_nothing() override { written.push_back(0.0); }
  bool drives_joints() const override { return driven; }
  bool reads_contacts() const override { return false; }
  void note_model_reset() override { ++model_resets; }
  void renew() override {}
  bool is_complete() const override { return removed.empty(); }
  const std::vector<std::string>& find_removed() override { return removed; }

  bool driven{false};
  double others{0.0};  // what other controllers command
  int refreshed{0}, model_resets{0};
  std::vector<double> written;
  std::vector<std::string> removed;

 private:
  static fake::FakeWorld world_of(const std::string& model) {
    fake::FakeWorld world;
    world.joints.emplace_back();
    world.joints.back().name = model + "/joint";
    return world;
  }
  fake::FakeHost fake_;
};

/// A device made of functions.
class FunctionDevice final : public devices::Device {
 public:
  using Bind = std::function<void(devices::Binder&)>;
  using Run = std::function<core::Status(const devices::StepInfo&)>;
  FunctionDevice(std::string name, Bind bind, Run run)
      : name_{std::move(name)}, bind_{std::move(bind)}, run_{std::move(run)} {}
  const std::string& name() const noexcept override { return name_; }
  void bind(devices::Binder& binder) override { bind_(binder); }
  void reset(const devices::StepInfo& start) override { started.push_back(start.interval.from_s); }
  core::Status run(const devices::StepInfo& step) noexcept override { return run_(step); }
  void hold(const devices::StepInfo& /*step*/) noexcept override {}
  void make_safe(const devices::StepInfo& /*step*/) noexcept override {}
  std::string fault() const override { return "it broke"; }
  static inline std::vector<double> started;  // times of all resets, for tests that look at them

 private:
  std::string name_;
  Bind bind_;
  Run run_;
};

/// A kind whose plugins all make the same device.
inline devices::DeviceKind kind_of(std::string name, FunctionDevice::Bind bind, FunctionDevice::Run run,
                                   devices::DeviceOptions options = {}) {
  devices::DeviceKind kind;
  kind.type = name;
  kind.make = [=](const core::ConfigNode&, const devices::DeviceContext&) {
    std::vector<devices::MadeDevice> made;
    made.push_back({std::make_unique<FunctionDevice>(name, bind, run), options});
    return made;
  };
  return kind;
}

inline PluginPart plugin(const devices::DeviceKind& kind) {
  return {&kind,
          [&kind] {
            core::ConfigNode config{"plugin"};
            config.attributes.emplace_back("name", kind.type + " plugin");
            return config;
          },
          false};
}

/// A model of the world with these plugins, bound.
struct Loaded {
  Loaded(WorldSession& world, const std::string& name, std::vector<const devices::DeviceKind*> kinds) {
    auto made = std::make_unique<FakeModel>(name);
    host = made.get();
    session = std::make_unique<ModelSession>(world, name, std::move(made), ModelSession::MakeDisplay{});
    for (const devices::DeviceKind* kind : kinds)
      session->add(plugin(*kind));
    session->bind();
  }
  FakeModel* host;
  std::unique_ptr<ModelSession> session;
};

}  // namespace lockstep::hosts::shell::test
