// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "instance/fmi1_instance.hpp"
#include "test_library.hpp"

namespace lockstep::core {

/// An instance of the library in ../fmus/fmi1_probe.c.
struct Fmi1Probe {
  enum Deed { kGood, kDiscardHalfway, kFail, kPend, kBeFatal };

  InterfaceCapabilities capabilities;
  InstanceOptions options;
  InterfaceKind kind{InterfaceKind::kCoSimulation};
  std::string token{"{probe}"};
  std::vector<std::string> lines;  ///< "level|category|text" of the log
  std::unique_ptr<Fmi1Instance> instance;

  Fmi1Probe() { capabilities.model_identifier = "Probe"; }

  Fmi1Instance& make(const std::filesystem::path& library = built_library("fmi1_probe")) {
    options.log = [this](const LogMessage& message) {
      lines.push_back(std::string{to_string(message.level)} + '|' + std::string{message.category} + '|' +
                      std::string{message.text});
    };
    InstanceSpec spec;
    spec.kind = kind;
    spec.capabilities = &capabilities;
    spec.model_name = "Probe";
    spec.token = token;
    spec.library = library;
    spec.root = "/unpacked/my fmu";
    spec.options = options;
    instance = std::make_unique<Fmi1Instance>(std::move(spec));
    return *instance;
  }

  template <class T>
  T value(ValueReference reference) {
    T got{};
    static_cast<void>(instance->get(Span<const ValueReference>{&reference, 1}, Span<T>{&got, 1}));
    return got;
  }
  void next(Deed deed) {
    const ValueReference reference = 100;
    const std::int32_t number = deed;
    static_cast<void>(
        instance->set(Span<const ValueReference>{&reference, 1}, Span<const std::int32_t>{&number, 1}));
  }
};

}  // namespace lockstep::core
