// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "lockstep/devices/api/device.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::test {}

namespace lockstep::middlewares::test {

using namespace lockstep::test;

/// A joint "arm/knee" of 1 kg.m2 and a device "arm/board": inlets "target" (N.m, what acts on the knee),
/// "pair" (two numbers, at first 1 and 2) and "label"; outputs "shown" (the target), "sum" (of the pair) and
/// "count" (steps, Int32); request "trim" (offsets, reason). Bound, not started; steps of 1 ms.
class BoardWorld {
 public:
  BoardWorld() : host{world()}, runtime{host} {
    runtime.add(std::make_unique<Board>(), {}, "arm");
    runtime.bind();
  }
  void step(int count = 1) {
    for (int i = 0; i < count; ++i)
      last = runtime.step();
  }

  hosts::fake::FakeHost host;
  runtime::Runtime runtime;
  core::Status last{core::Status::kOk};

 private:
  static hosts::fake::FakeWorld world() {
    hosts::fake::FakeWorld made;
    made.joints.emplace_back();
    made.joints[0].name = "arm/knee";
    return made;
  }

  class Board final : public devices::Device {
   public:
    const std::string& name() const noexcept override { return name_; }
    void bind(devices::Binder& binder) override {
      binder.run_in(devices::Phase::kControl);
      command_ = binder.claim_command(binder.find_joint("knee"));
      devices::InletInfo info;
      info.name = "target";
      info.unit = "N.m";
      target_ = binder.inlet<double>(info);
      info.name = "pair";
      info.count = 2;
      info.initial = std::vector<double>{1.0, 2.0};
      pair_ = binder.inlet<double>(info);
      devices::InletInfo label;
      label.name = "label";
      label_ = binder.inlet<std::string>(label);
      shown_ = binder.output<double>("shown", "N.m");
      sum_ = binder.output<double>("sum");
      count_ = binder.output<std::int32_t>("count");
      devices::RequestInfo trim;
      trim.name = "trim";
      trim.arguments = {{"offsets", core::VariableType::kFloat64, "N.m", 2},
                        {"reason", core::VariableType::kString, ""}};
      trim.reply = {{"offset", core::VariableType::kFloat64, "N.m"},
                    {"echo", core::VariableType::kString, ""}};
      trim.handler = [this](devices::RequestCall& call) {
        if (call.text(1).empty()) return call.refuse("a reason is needed");
        offset_ += call.numbers(0)[0] + call.numbers(0)[1];
        call.reply_number(0, offset_);
        call.reply_text(1, call.text(1));
      };
      binder.declare_request(std::move(trim));
    }
    void reset(const devices::StepInfo&) override {
      offset_ = 0.0;
      count_[0] = 0;
    }
    void hold(const devices::StepInfo&) noexcept override {}
    void make_safe(const devices::StepInfo&) noexcept override {}
    std::string fault() const override { return {}; }
    core::Status run(const devices::StepInfo&) noexcept override {
      command_.add(target_.value() + offset_);
      shown_[0] = target_.value();
      sum_[0] = pair_.values()[0] + pair_.values()[1];
      ++count_[0];
      return core::Status::kOk;
    }

   private:
    std::string name_{"board"};
    devices::JointCommand command_;
    devices::InletReading<double> target_, pair_;
    devices::InletReading<std::string> label_;
    Span<double> shown_, sum_;
    Span<std::int32_t> count_;
    double offset_{0.0};
  };
};

}  // namespace lockstep::middlewares::test
