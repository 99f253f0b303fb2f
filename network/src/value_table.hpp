// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/core/model_description.hpp"

namespace lockstep::network {

/// What a connection makes of single values, as texts: ConnectionConfig::map.
using TextTable = std::vector<std::pair<std::string, std::string>>;

/// The same as numbers: items of enumerations by their values, Booleans as 0 and 1. Values that are not in
/// the table pass unchanged.
using ValueTable = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// One end of a connection with a table.
struct TableEnd {
  const core::ModelDescription& description;
  const core::Variable& variable;
  const std::string& name;
};

/// Booleans, integers up to 63 bits and enumerations: types a table can have on either side.
bool is_tabular(core::VariableType type) noexcept;

/// Reads the texts with the types of both ends: items by their names, else numbers. False with a message when
/// a text is neither, or when a value does not fit the type.
bool read_table(const TextTable& texts, const TableEnd& from, const TableEnd& to, ValueTable& table,
                std::string& message);

/// Names of the values of `from` that the table does not have: items of an enumeration, `true`, `false`.
/// Always empty for integers.
std::vector<std::string> not_in_table(const ValueTable& table, const TableEnd& from);

/// First one table, then the other one.
TextTable chained(const TextTable& first, const TextTable& second);

}  // namespace lockstep::network
