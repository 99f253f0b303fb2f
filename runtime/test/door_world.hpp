// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"
#include "scripted_device.hpp"

namespace lockstep::test {}

namespace lockstep::runtime::test {

using namespace lockstep::test;

/// One joint "arm/knee" and a board that commands it: inlets for a target (number) and a label (text), a
/// request with an array and a text, and outputs that show what was latched.
struct DoorWorld {
  explicit DoorWorld(const devices::InletInfo& target_inlet = target_info(),
                     RuntimeOptions options = all_signals())
      : host{world()}, runtime{host, std::move(options)} {
    runtime.add(std::make_unique<ScriptedDevice>(
                    "board", [this, target_inlet](devices::Binder& binder) { bind(binder, target_inlet); },
                    [this](const devices::StepInfo&) {
                      command.add(target.value() + offset);
                      shown[0] = target.value();
                      shown_label[0] = label.value();
                      return core::Status::kOk;
                    }),
                {}, "arm");
    runtime.bind();
    runtime.start();
  }

  static hosts::fake::FakeWorld world() {
    hosts::fake::FakeWorld made;
    made.joints.emplace_back();
    made.joints[0].name = "arm/knee";
    return made;
  }
  static devices::InletInfo target_info() {
    devices::InletInfo info;
    info.name = "target";
    info.unit = "N.m";
    info.description = "Effort";
    return info;
  }
  static RuntimeOptions all_signals() {
    RuntimeOptions options;
    options.keep_all_signals = true;
    return options;
  }

  hosts::fake::FakeHost host;
  devices::InletReading<double> target;
  devices::InletReading<std::string> label;
  devices::JointCommand command;
  double offset{0.0};
  std::string last_text;
  std::shared_ptr<devices::RequestCall> kept;
  Span<double> shown;
  Span<std::string> shown_label;
  Runtime runtime;

 private:
  void bind(devices::Binder& binder, const devices::InletInfo& info) {
    using core::VariableType;
    binder.run_in(devices::Phase::kControl);
    command = binder.claim_command(binder.find_joint("knee"));
    target = binder.inlet<double>(info);
    devices::InletInfo text;
    text.name = "label";
    label = binder.inlet<std::string>(text);
    shown = binder.output<double>("shown", "N.m");
    shown_label = binder.output<std::string>("shown_label");
    devices::RequestInfo request;
    request.name = "trim";
    request.description = "Adds the sum of numbers to the command";
    request.arguments = {{"offsets", VariableType::kFloat64, "N.m", devices::RequestField::kAnyCount},
                         {"reason", VariableType::kString, ""}};
    request.reply = {{"offset", VariableType::kFloat64, "N.m"}, {"echo", VariableType::kString, ""}};
    request.handler = [this](devices::RequestCall& call) {
      if (call.text(1).empty()) return call.refuse("a reason is needed");
      for (const double one : call.numbers(0))
        offset += one;
      last_text = call.text(1);
      call.reply_number(0, offset);
      call.reply_text(1, last_text);
    };
    binder.declare_request(std::move(request));
    devices::RequestInfo later;
    later.name = "later";
    later.reply = {{"answer", VariableType::kInt64, ""}};
    later.handler = [this](devices::RequestCall& call) { kept = call.defer(); };
    binder.declare_request(std::move(later));
  }
};

}  // namespace lockstep::runtime::test
