// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/core/model_description.hpp"
#include "lockstep/core/value.hpp"

namespace lockstep::core {

/// One variable of a model that has no modelDescription.xml.
struct VariableSpec {
  std::string name;  ///< required, unique
  VariableType type{VariableType::kFloat64};
  Causality causality{Causality::kOutput};
  /// Empty: fixed for parameters, continuous for other Float32/64, else discrete.
  std::optional<Variability> variability{};
  std::string unit{};  ///< name; described before by add_unit(), or known by its name alone
  std::string description{};
  std::vector<std::uint64_t> dimensions{};  ///< empty: a scalar
  /// The alternative of Value that fits the type; one element for each of the array, or one for all of them.
  std::optional<Value> start{};
  std::vector<std::pair<std::string, std::int64_t>> items{};  ///< of an enumeration: names and values
};

/// Makes the ModelDescription of a model written in C++ or of a coupled system, so that whatever is written
/// for FMUs finds names, types, units and start values in the same place. It has FMI version 3.0, no
/// interface (ModelDescription::interface answers null), and outputs that may depend on everything.
///
///     DescriptionBuilder builder{"Decay"};
///     builder.add({"k", VariableType::kFloat64, Causality::kParameter});
///     builder.add({"x"});
///     const auto description = builder.build();
///
/// Value references are 0, 1, 2, ... in the order of add(). Order: any number of add_*, then build() once.
class LOCKSTEP_CORE_EXPORT DescriptionBuilder {
 public:
  explicit DescriptionBuilder(std::string_view model_name, std::string_view description = {});
  ~DescriptionBuilder();
  DescriptionBuilder(const DescriptionBuilder&) = delete;
  DescriptionBuilder& operator=(const DescriptionBuilder&) = delete;

  void set_default_experiment(const DefaultExperiment& experiment);
  void add_unit(std::string_view name, const SiBaseUnit& base);
  /// Throws Error{kBadUsage} for an empty name and for a start value that does not fit, Error{kUnsupported}
  /// for clocks.
  ValueReference add(const VariableSpec& spec);
  /// Throws Error{kBadUsage} naming a name that two variables have.
  std::shared_ptr<const ModelDescription> build();

 private:
  TableIndex unit_index(std::string_view name);
  TableIndex enumeration_index(const VariableSpec& spec);

  std::unique_ptr<ModelDescription::Impl> model_;
  std::vector<TableIndex> outputs_;
};

}  // namespace lockstep::core
