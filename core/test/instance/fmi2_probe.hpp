// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "instance/fmi2_instance.hpp"
#include "test_library.hpp"

namespace lockstep::core {

/// An instance of the library in ../fmus/fmi2_probe.c, with everything it can do declared.
struct Fmi2Probe {
  /// What the next step does; the numbers are those of the library.
  enum Deed {
    kGood,
    kWarn,
    kDiscardHalfway,
    kFail,
    kBeFatal,
    kPend,
    kRound,
    kDisturb,
    kUnknownStatus,
    kEndHalfway,
    kPendWithCallback
  };

  InterfaceCapabilities capabilities;
  InstanceOptions options;
  InterfaceKind kind{InterfaceKind::kCoSimulation};
  std::string token{"{probe}"};
  std::vector<std::string> lines;  ///< "level|category|text" of the log
  std::unique_ptr<Fmi2Instance> instance;

  Fmi2Probe() {
    capabilities.can_get_and_set_state = true;
    capabilities.can_serialize_state = true;
    capabilities.provides_directional_derivatives = true;
    capabilities.can_interpolate_inputs = true;
    capabilities.max_output_derivative_order = 1;
  }

  Fmi2Instance& make(const std::filesystem::path& library = built_library("fmi2_probe")) {
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
    instance = std::make_unique<Fmi2Instance>(std::move(spec));
    return *instance;
  }

  void set_integer(ValueReference reference, std::int32_t value) {
    if (instance->set(Span<const ValueReference>{&reference, 1}, Span<const std::int32_t>{&value, 1}) !=
        Status::kOk) {
      throw std::runtime_error{"the probe refused an integer"};
    }
  }
  std::int32_t integer(ValueReference reference) {
    std::int32_t value = -1;
    static_cast<void>(
        instance->get(Span<const ValueReference>{&reference, 1}, Span<std::int32_t>{&value, 1}));
    return value;
  }
  double real(ValueReference reference) {
    double value = -1;
    static_cast<void>(instance->get(Span<const ValueReference>{&reference, 1}, Span<double>{&value, 1}));
    return value;
  }
  bool boolean(ValueReference reference) {
    bool value = false;
    static_cast<void>(instance->get(Span<const ValueReference>{&reference, 1}, Span<bool>{&value, 1}));
    return value;
  }
  std::string string(ValueReference reference) {
    std::string value = "unset";
    static_cast<void>(instance->get(Span<const ValueReference>{&reference, 1}, Span<std::string>{&value, 1}));
    return value;
  }
  void next(Deed deed) { set_integer(100, deed); }

  bool logged(const std::string& part) const {
    for (const std::string& line : lines) {
      if (line.find(part) != std::string::npos) return true;
    }
    return false;
  }
};

}  // namespace lockstep::core
