// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "instance/fmi3_instance.hpp"
#include "test_library.hpp"

namespace lockstep::core {

/// An instance of the library in ../fmus/fmi3_probe.cpp, with everything it can do declared.
struct Fmi3Probe {
  /// What the next step does; the numbers are those of the library.
  enum Deed { kGood, kWarn, kDiscard, kFail, kBeFatal, kRound, kEvent, kEarly, kEnd, kUpdate, kThrow };

  InterfaceCapabilities capabilities;
  InstanceOptions options;
  InterfaceKind kind{InterfaceKind::kCoSimulation};
  std::string token{"{probe}"};
  std::shared_ptr<const ModelDescription> description;
  bool has_resources{true};
  std::vector<std::string> lines;  ///< "level|category|text" of the log
  std::unique_ptr<Fmi3Instance> instance;

  Fmi3Probe() {
    capabilities.can_get_and_set_state = true;
    capabilities.can_serialize_state = true;
    capabilities.provides_directional_derivatives = true;
    capabilities.provides_adjoint_derivatives = true;
    capabilities.max_output_derivative_order = 1;
    capabilities.has_event_mode = true;
    capabilities.might_return_early = true;
    capabilities.provides_intermediate_update = true;
    capabilities.provides_evaluate_discrete_states = true;
  }

  Fmi3Instance& make(const std::filesystem::path& library = built_library("fmi3_probe")) {
    options.log = [this](const LogMessage& message) {
      lines.push_back(std::string{to_string(message.level)} + '|' + std::string{message.category} + '|' +
                      std::string{message.text});
    };
    InstanceSpec spec;
    spec.description = description;
    spec.kind = kind;
    spec.capabilities = &capabilities;
    spec.model_name = "Probe";
    spec.token = token;
    spec.library = library;
    spec.root = "/unpacked/my fmu";
    spec.has_resources = has_resources;
    spec.options = options;
    instance = std::make_unique<Fmi3Instance>(std::move(spec));
    return *instance;
  }

  template <class T>
  T value(ValueReference reference) {
    T got{};
    if (instance->get(Span<const ValueReference>{&reference, 1}, Span<T>{&got, 1}) != Status::kOk) {
      throw std::runtime_error{"the probe refused to be read: " + instance->failure()};
    }
    return got;
  }
  template <class T>
  Status set(ValueReference reference, const T& given) {
    return instance->set(Span<const ValueReference>{&reference, 1}, Span<const T>{&given, 1});
  }
  void next(Deed deed) {
    if (set<std::int32_t>(100, deed) != Status::kOk) throw std::runtime_error{"the probe refused an integer"};
  }
};

}  // namespace lockstep::core
