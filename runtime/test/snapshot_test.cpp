// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/snapshot.hpp"

#include <gtest/gtest.h>

#include <array>

#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;

/// Everything a device may register.
struct Memory {
  struct Plain {
    int count{0};
    bool on{false};
  } plain;
  Eigen::Vector3d vector{Eigen::Vector3d::Zero()};
  description::Quaternion turn{1.0, 0.0, 0.0, 0.0};
  std::array<double, 2> pair{};
  std::vector<float> history = std::vector<float>(3);
  double gain{2.0};
  double not_kept{0.0};

  void change(double by) {
    ++plain.count;
    plain.on = !plain.on;
    vector.x() += by;
    turn.z() += by;
    pair[1] += by;
    history[2] += static_cast<float>(by);
    not_kept += by;
  }
};

/// A world with two devices that change all of their memory in each step.
struct MemoryWorld {
  MemoryWorld() : host{{}}, runtime{host} {
    for (Memory& memory : memories) {
      runtime.add(std::make_unique<ScriptedDevice>(
                      "memory",
                      [&memory](devices::Binder& binder) {
                        binder.run_in(devices::Phase::kControl);
                        binder.keep(memory.plain);
                        binder.keep(memory.vector);
                        binder.keep(memory.turn.coeffs());
                        binder.keep(memory.pair);
                        Span<float> history{memory.history};
                        binder.keep(history);
                        binder.declare_parameter({"gain", &memory.gain, "", "", true});
                      },
                      [&memory](const devices::StepInfo&) {
                        memory.change(memory.gain);
                        return Status::kOk;
                      }),
                  {}, "arm");
    }
    runtime.bind();
    runtime.start();
  }

  void set_gain(const char* request, double value) {
    static_cast<void>(runtime.doors().submit(request, {devices::value_of(value)}));
  }

  Memory memories[2];
  hosts::fake::FakeHost host;
  Runtime runtime;
};

// Plain values, vectors, arrays and tunable parameters of every device come back; what was not registered
// stays as it is.
TEST(WorldSnapshot, RestoresRegisteredMemoryAndTunables) {
  MemoryWorld world;
  world.set_gain("arm/memory_2/gain", 5.0);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  const auto snapshot = world.runtime.save();
  world.set_gain("arm/memory/gain", 100.0);
  world.set_gain("arm/memory_2/gain", 200.0);
  ASSERT_EQ(world.runtime.step(), Status::kOk);
  world.runtime.restore(*snapshot);
  const double gains[] = {2.0, 5.0};
  for (std::size_t i = 0; i < 2; ++i) {
    const Memory& memory = world.memories[i];
    EXPECT_EQ(memory.plain.count, 1);
    EXPECT_TRUE(memory.plain.on);
    EXPECT_EQ(memory.vector, Eigen::Vector3d(gains[i], 0.0, 0.0));
    EXPECT_EQ(memory.turn.coeffs(), Eigen::Vector4d(0.0, 0.0, gains[i], 1.0));
    EXPECT_EQ(memory.pair, (std::array<double, 2>{0.0, gains[i]}));
    EXPECT_EQ(memory.history, (std::vector<float>{0.0F, 0.0F, static_cast<float>(gains[i])}));
    EXPECT_EQ(memory.gain, gains[i]);
    EXPECT_GT(memory.not_kept, 100.0);
  }
}

// A device may save what is not plain memory itself; it gets that back before its registered memory is
// written, and a device without it is never asked to restore.
TEST(WorldSnapshot, CallsRestoreOnlyForWhatTheDeviceSaved) {
  struct Stepper final : devices::Device {
    struct Saved final : devices::DeviceState {
      int value{0};
    };
    const std::string& name() const noexcept override { return name_; }
    void bind(devices::Binder& binder) override { binder.keep(last); }
    void reset(const devices::StepInfo& /*start*/) override {}
    Status run(const devices::StepInfo& /*step*/) noexcept override { return Status::kOk; }
    void hold(const devices::StepInfo& /*step*/) noexcept override {}
    void make_safe(const devices::StepInfo& /*step*/) noexcept override {}
    std::string fault() const override { return {}; }
    std::unique_ptr<devices::DeviceState> save() override {
      if (nothing_to_save) return nullptr;
      auto saved = std::make_unique<Saved>();
      saved->value = value;
      return saved;
    }
    void restore(const devices::DeviceState& state) override {
      ++restores;
      value = dynamic_cast<const Saved&>(state).value;
      last = -1.0;
    }
    std::string name_{"stepper"};
    bool nothing_to_save{false};
    int value{3}, restores{0};
    double last{0.5};
  };
  hosts::fake::FakeHost host{{}};
  Runtime runtime{host};
  auto made = std::make_unique<Stepper>();
  Stepper& stepper = *made;
  runtime.add(std::move(made), {}, "arm");
  runtime.bind();
  runtime.start();
  const auto snapshot = runtime.save();
  stepper.nothing_to_save = true;
  const auto empty = runtime.save();
  stepper.value = 4;
  stepper.last = 0.75;
  runtime.restore(*empty);
  EXPECT_EQ(stepper.restores, 0);
  EXPECT_EQ(stepper.value, 4);
  runtime.restore(*snapshot);
  EXPECT_EQ(stepper.restores, 1);
  EXPECT_EQ(stepper.value, 3);
  EXPECT_EQ(stepper.last, 0.5);
}

}  // namespace
}  // namespace lockstep::runtime::test
