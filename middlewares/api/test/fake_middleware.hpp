// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "lockstep/core/error.hpp"
#include "lockstep/middlewares/api/node_core.hpp"

namespace lockstep::test {}

namespace lockstep::middlewares::test {

using namespace lockstep::test;

inline std::string fmu_path(const std::string& model, const std::string& version = "2.0") {
  return std::string{LOCKSTEP_TEST_FMUS} + "/" + version + "/" + model + ".fmu";
}
inline SimTime seconds(double value) {
  return SimTime{static_cast<std::int64_t>(std::llround(value * 1e9))};
}

/// A node of this FMU whose calls do all their work, however slow the machine is.
inline NodeConfig config_for(const std::string& model, const std::string& version = "2.0") {
  NodeConfig config;
  config.fmu_path = fmu_path(model, version);
  config.slice = std::chrono::hours{1};
  return config;
}

/// A middleware with a handful of message types.
class FakeCatalogue : public MessageCatalogue {
 public:
  const MessageType* find(std::string_view name) const override {
    for (const MessageType& type : types_) {
      if (type.name == name) return &type;
    }
    return nullptr;
  }
  const ServiceType* find_service(std::string_view name) const override {
    return name == service_.name ? &service_ : nullptr;
  }
  std::string known_services() const override { return service_.name; }
  std::string known_types() const override { return "Number, Twist, Joints, Label"; }
  const MessageType* natural_type(core::VariableType type, bool is_array) const override {
    if (type == core::VariableType::kString) return is_array ? nullptr : find("Label");
    return find(is_array ? "Numbers" : "Number");
  }

 private:
  ServiceType service_{"Flagged", {"Flagged", false, {{"data", FieldKind::kFlag, false}}}};
  std::vector<MessageType> types_{
      {"Number", false, {{"data", FieldKind::kReal, false}}},
      {"Numbers", false, {{"data", FieldKind::kReal, true}}},
      {"Label", false, {{"data", FieldKind::kText, false}}},
      {"Twist",
       true,
       {{"linear.x", FieldKind::kReal, false},
        {"angular.z", FieldKind::kReal, false},
        {"frame", FieldKind::kText, false},
        {"count", FieldKind::kSigned, false}}},
      {"Small",
       false,
       {{"byte", FieldKind::kUnsigned, false, 8},
        {"short", FieldKind::kSigned, false, 16},
        {"single", FieldKind::kReal, false, 32},
        {"shorts", FieldKind::kSigned, true, 16}}},
      {"JointStates",
       true,
       {{"name", FieldKind::kText, true},
        {"position", FieldKind::kReal, true},
        {"velocity", FieldKind::kReal, true},
        {"effort", FieldKind::kReal, true}}},
      {"Joints", true, {{"name", FieldKind::kText, true}, {"position", FieldKind::kReal, true}}},
  };
};

/// What a node published and logged.
class FakeOutlet : public Outlet {
 public:
  struct Message {
    std::size_t channel;
    SimTime stamp;
    std::vector<core::Value> fields;
    double number(std::size_t field = 0) const {
      return std::get<std::vector<double>>(fields[field]).front();
    }
  };
  void publish(std::size_t channel, SimTime stamp, const std::vector<core::Value>& fields) override {
    messages.push_back({channel, stamp, fields});
  }
  void log(core::LogLevel, const std::string& text) override { logged.push_back(text); }
  std::string resolve(const std::string& topic) const override {
    return topic.front() == '/' ? topic : "/node/" + topic;
  }

  std::vector<Message> messages;
  std::vector<std::string> logged;
};

/// When nodes of tests are activated.
inline const SimTime kT0 = seconds(100.0);

/// A node between a fake catalogue and a fake outlet, not configured yet.
struct BareNode {
  explicit BareNode(const NodeConfig& config) : core{config, catalogue, outlet} {}
  FakeCatalogue catalogue;
  FakeOutlet outlet;
  NodeCore core;
};

/// The same, active since kT0.
struct ActiveNode : BareNode {
  explicit ActiveNode(const NodeConfig& config) : BareNode{config} {
    core.configure();
    core.activate(kT0);
  }
};

/// The whole text of the Error that `body` throws.
template <class Body>
std::string error_of(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace lockstep::middlewares::test
