// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/simulation.hpp"
#include "placement.hpp"

namespace lockstep::test {

/// One of our FMUs: `version` "2.0" or "3.0".
inline std::shared_ptr<const core::Fmu> open_model(const std::string& version, const std::string& model) {
  return core::Fmu::open(std::string{LOCKSTEP_TEST_FMUS} + '/' + version + '/' + model + ".fmu");
}

/// Fails the test on any warning or error the FMU or the runtime logs.
inline core::LogSink strict_log() {
  return [](const core::LogMessage& message) {
    if (message.level >= core::LogLevel::kWarning) {
      ADD_FAILURE() << to_string(message.level) << " [" << message.category << "] " << message.text;
    }
  };
}

inline std::unique_ptr<core::Stepper> make_stepper(const std::string& version, const std::string& model,
                                                   core::InterfaceKind kind,
                                                   core::StepperOptions options = {}) {
  options.kind = kind;
  if (!options.instance.log) options.instance.log = strict_log();
  return core::Stepper::create(open_model(version, model), placed(std::move(options)));
}

/// Keeps every row as doubles, by column name.
class Table : public core::RowSink {
 public:
  void begin(Span<const core::RecordColumn> columns) override {
    columns_.assign(columns.begin(), columns.end());
  }
  bool row(double time_s) noexcept override {
    time.push_back(time_s);
    for (const core::RecordColumn& column : columns_)
      data[column.name].push_back(number(column));
    return true;
  }
  void end() override { ++ended; }

  std::vector<double> time;
  std::map<std::string, std::vector<double>> data;
  int ended{0};

 private:
  static double number(const core::RecordColumn& column) noexcept {
    switch (column.type) {
      case core::VariableType::kFloat64:
        return *static_cast<const double*>(column.element);
      case core::VariableType::kFloat32:
        return static_cast<double>(*static_cast<const float*>(column.element));
      case core::VariableType::kInt32:
        return *static_cast<const std::int32_t*>(column.element);
      case core::VariableType::kUInt32:
        return *static_cast<const std::uint32_t*>(column.element);
      case core::VariableType::kInt64:
      case core::VariableType::kEnumeration:
        return static_cast<double>(*static_cast<const std::int64_t*>(column.element));
      case core::VariableType::kBoolean:
      case core::VariableType::kClock:
        return *static_cast<const bool*>(column.element) ? 1.0 : 0.0;
      default:
        return 0.0;
    }
  }
  std::vector<core::RecordColumn> columns_;
};

struct Form {
  const char* version;
  core::InterfaceKind kind;
};
inline constexpr Form kForms[] = {{"2.0", core::InterfaceKind::kCoSimulation},
                                  {"2.0", core::InterfaceKind::kModelExchange},
                                  {"3.0", core::InterfaceKind::kCoSimulation},
                                  {"3.0", core::InterfaceKind::kModelExchange}};
inline std::string to_text(const Form& form) {
  return std::string{form.version} + ' ' + std::string{to_string(form.kind)};
}

inline Table run(const Form& form, const std::string& model, core::SimulationOptions options = {},
                 core::StepperOptions stepper_options = {}) {
  Table table;
  options.sinks = {&table};
  const auto stepper = make_stepper(form.version, model, form.kind, std::move(stepper_options));
  static_cast<void>(core::simulate(*stepper, options));
  return table;
}

}  // namespace lockstep::test
