// SPDX-License-Identifier: Apache-2.0
#include "device_order.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"

namespace lockstep::runtime::test {
namespace {

using core::Status;
using devices::Phase;
using hosts::fake::FakeHost;

constexpr std::array<bool, 3> kNever{};
constexpr std::array<bool, 3> kControl{true, false, false};
constexpr std::array<bool, 3> kActuate{false, true, false};
constexpr std::array<bool, 3> kObserve{false, false, true};
constexpr std::array<bool, 3> kControlAndObserve{true, false, true};
constexpr std::array<bool, 3> kActuateAndObserve{false, true, true};

using Order = std::vector<std::uint32_t>;

std::string message_of(const std::vector<OrderedDevice>& devices, const std::vector<SameStepRead>& reads) {
  try {
    static_cast<void>(order_devices(devices, reads));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadUsage);
    return error.what();
  }
  return "nothing was thrown";
}

// Without reads, and with reads that the file order serves already, devices keep the order of the file.
TEST(DeviceOrder, IsThatOfTheFileWherePossible) {
  const std::vector<OrderedDevice> devices{
      {"a", kControl}, {"b", kControlAndObserve}, {"c", kObserve}, {"d", kControl}};
  for (const auto& reads : {std::vector<SameStepRead>{}, {{1, 0, "x"}, {3, 1, "y"}, {2, 0, "x"}}}) {
    const DeviceOrder order = order_devices(devices, reads);
    EXPECT_EQ(order.phases[0], (Order{0, 1, 3}));
    EXPECT_EQ(order.phases[1], Order{});
    EXPECT_EQ(order.phases[2], (Order{1, 2}));
    EXPECT_EQ(order.reset, (Order{0, 1, 2, 3}));
  }
}

// A chain declared backwards is turned round; devices that have nothing to do with it keep their places, and
// a reader is moved behind its writer, never further.
TEST(DeviceOrder, TurnsAChainRound) {
  const std::vector<OrderedDevice> devices{{"third", kControl},
                                           {"other", kControl},
                                           {"second", kControl},
                                           {"first", kControl},
                                           {"last", kControl}};
  const DeviceOrder order = order_devices(devices, {{0, 2, "second/x"}, {2, 3, "first/x"}});
  EXPECT_EQ(order.phases[0], (Order{1, 3, 2, 0, 4}));
  EXPECT_EQ(order.reset, order.phases[0]);
}

// A device that reads two others waits for both; one signal read twice is one dependency.
TEST(DeviceOrder, WaitsForEveryWriter) {
  const std::vector<OrderedDevice> devices{{"sum", kControl}, {"a", kControl}, {"b", kControl}};
  EXPECT_EQ(order_devices(devices, {{0, 1, "a/x"}, {0, 2, "b/x"}, {0, 2, "b/x"}}).phases[0],
            (Order{1, 2, 0}));
}

// Every phase that reader and writer share is put in order, not only the first of each; the phases they do
// not share keep the order of the file.
TEST(DeviceOrder, LooksAtEveryPhase) {
  const std::vector<OrderedDevice> devices{
      {"reader", kActuateAndObserve}, {"writer", kControlAndObserve}, {"bystander", kActuate}};
  const DeviceOrder order = order_devices(devices, {{0, 1, "writer/x"}});
  EXPECT_EQ(order.phases[0], Order{1});
  EXPECT_EQ(order.phases[1], (Order{0, 2}));
  EXPECT_EQ(order.phases[2], (Order{1, 0}));
  EXPECT_EQ(order.reset, (Order{1, 0, 2}));
}

// Nobody waits for a device that runs in no phase: its signals change between steps only.
TEST(DeviceOrder, LetsDevicesWithoutPhasesBeReadAtAnyTime) {
  const std::vector<OrderedDevice> devices{{"reader", kControl}, {"lamp", kNever}};
  const DeviceOrder order = order_devices(devices, {{0, 1, "lamp/on"}, {1, 0, "reader/x"}});
  EXPECT_EQ(order.phases[0], Order{0});
  EXPECT_EQ(order.reset, (Order{0, 1}));
}

// In control, what is written in observe is that of the previous step: refused for every such read, also for
// a reader that runs in observe, too.
TEST(DeviceOrder, RefusesToReadBeforeTheWritersPhase) {
  const std::vector<OrderedDevice> devices{
      {"board", kControlAndObserve}, {"motor", kActuate}, {"imu", kObserve}};
  const std::string message =
      message_of(devices, {{0, 2, "imu/gyro"}, {1, 2, "imu/gyro"}, {2, 1, "motor/i"}});
  EXPECT_NE(message.find("board reads 'imu/gyro' of the same step in control, but imu writes it later in the "
                         "step, in observe; read it delayed"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("motor reads 'imu/gyro' of the same step in actuate, but imu writes"),
            std::string::npos)
      << message;
  EXPECT_EQ(message.find("motor/i"), std::string::npos) << message;
}

// A cycle is named with its devices and signals, without those that only wait for it.
TEST(DeviceOrder, NamesTheCycle) {
  const std::vector<OrderedDevice> devices{
      {"reader", kObserve}, {"a", kObserve}, {"b", kControlAndObserve}, {"c", kObserve}, {"free", kObserve}};
  const std::string message =
      message_of(devices, {{0, 1, "a/x"}, {1, 2, "b/x"}, {2, 2, "b/own"}, {1, 3, "c/x"}, {3, 1, "a/y"}});
  EXPECT_NE(message.find("devices wait for each other's signals in the same step: b reads 'b/own' of b; read "
                         "one of these signals delayed"),
            std::string::npos)
      << message;
  const std::string second =
      message_of(devices, {{0, 1, "a/x"}, {1, 4, "free/x"}, {1, 3, "c/x"}, {3, 1, "a/y"}});
  EXPECT_NE(
      second.find(
          "in the same step: a reads 'c/x' of c, c reads 'a/y' of a; read one of these signals delayed"),
      std::string::npos)
      << second;
}

std::unique_ptr<ScriptedDevice> device(
    const std::string& name, ScriptedDevice::Bind bind,
    ScriptedDevice::Run run = [](const devices::StepInfo&) { return Status::kOk; }) {
  return std::make_unique<ScriptedDevice>(name, std::move(bind), std::move(run));
}

// Who reads a signal of the same step runs after its writer, whatever the order of the file; delayed reading
// shows the value before the step. What is written in a later phase can be read delayed only.
TEST(DeviceOrder, RunsWritersBeforeReaders) {
  const auto build = [](devices::Timing timing, std::vector<double>& seen, Phase written_in) {
    auto host = std::make_unique<FakeHost>(hosts::fake::FakeWorld{});
    auto runtime = std::make_unique<Runtime>(*host);
    auto input = std::make_shared<Span<const double>>();
    auto output = std::make_shared<Span<double>>();
    runtime->add(device(
                     "reader",
                     [input, timing](devices::Binder& binder) {
                       binder.run_in(Phase::kControl);
                       *input = binder.input<double>("arm/writer/x", 1, timing);
                     },
                     [input, &seen](const devices::StepInfo&) {
                       seen.push_back((*input)[0]);
                       return Status::kOk;
                     }),
                 {}, "arm");
    runtime->add(device(
                     "writer",
                     [output, written_in](devices::Binder& binder) {
                       binder.run_in(written_in);
                       *output = binder.output<double>("x", "V");
                     },
                     [output](const devices::StepInfo& step) {
                       (*output)[0] = 10.0 + static_cast<double>(step.index);
                       return Status::kOk;
                     }),
                 {}, "arm");
    runtime->bind();
    runtime->start();
    for (int k = 0; k < 3; ++k)
      EXPECT_EQ(runtime->step(), Status::kOk);
  };
  std::vector<double> seen;
  build(devices::Timing::kSameStep, seen, Phase::kControl);
  EXPECT_EQ(seen, (std::vector<double>{10.0, 11.0, 12.0}));
  seen.clear();
  build(devices::Timing::kDelayed, seen, Phase::kControl);
  EXPECT_EQ(seen, (std::vector<double>{0.0, 10.0, 11.0}));
  std::string message = "nothing was thrown";
  try {
    build(devices::Timing::kSameStep, seen, Phase::kObserve);
  } catch (const Error& error) {
    message = error.what();
  }
  EXPECT_NE(message.find("arm/reader reads 'arm/writer/x' of the same step in control, but arm/writer writes "
                         "it later in the step, in observe; read it delayed"),
            std::string::npos)
      << message;
  seen.clear();
  build(devices::Timing::kDelayed, seen, Phase::kObserve);
  EXPECT_EQ(seen, (std::vector<double>{10.0, 11.0, 12.0}));
}

// A reader is reset after its writer: it may start from what that writes then.
TEST(DeviceOrder, ResetsWritersBeforeReaders) {
  FakeHost host{{}};
  Runtime runtime{host};
  std::vector<std::string> diary;
  auto reader = device("reader", [](devices::Binder& binder) {
    binder.run_in(Phase::kActuate);
    static_cast<void>(binder.input<double>("arm/writer/x"));
  });
  auto writer = device("writer", [](devices::Binder& binder) {
    binder.run_in(Phase::kControl);
    binder.output<double>("x");
  });
  reader->diary = writer->diary = &diary;
  runtime.add(std::move(reader), {}, "arm");
  runtime.add(std::move(writer), {}, "arm");
  runtime.bind();
  runtime.start();
  EXPECT_EQ(diary, (std::vector<std::string>{"writer reset", "reader reset"}));
}

}  // namespace
}  // namespace lockstep::runtime::test
