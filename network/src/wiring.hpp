// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "component.hpp"
#include "lockstep/network/network_config.hpp"
#include "value_table.hpp"

namespace lockstep::network {

using Components = std::vector<std::unique_ptr<Component>>;

/// Elements of a variable of a component.
struct Endpoint {
  std::size_t component{0};
  const core::Variable* variable{nullptr};
  std::size_t first{0}, count{1};  ///< elements
  std::string name;                ///< as written
};

struct WiredSource {
  Endpoint from;
  double factor{1.0};  ///< with the conversion of units
};

/// A connection whose ends exist and fit each other.
struct Wire {
  std::vector<WiredSource> sources;
  Endpoint to;
  double offset{0.0};  ///< with the conversion of units
  ValueTable table;    ///< empty: there is none
  SourceLocation where;

  /// Float64 to Float64: the values a master extrapolates, iterates and watches.
  bool is_real() const noexcept;
  /// A connection of clocks: ticks instead of values.
  bool is_clock() const noexcept;
  /// "a.y -> b.u", sources joined by " + ".
  std::string text() const;
};

/// Finds "component.variable" or "component.variable[1,2]"; component names may have dots themselves. Empty
/// with a message otherwise.
class Names {
 public:
  explicit Names(const Components& components);
  bool find(const std::string& text, Endpoint& found, std::string& message) const;
  /// The component whose name and a dot begin the text; npos when there is none. `rest` is what follows.
  std::size_t component_of(const std::string& text, std::string& rest) const;

 private:
  const Components& components_;
  std::map<std::string, std::size_t, std::less<>> by_name_;
};

/// Resolves and checks all connections: ends exist, inputs are inputs and connected once, types, shapes and
/// dimensions of units fit. A connection between two terminals stands for those of their members. Throws
/// Error{kBadInput} with all that is wrong; `notes` gets what was accepted with a warning.
std::vector<Wire> wire_up(const std::vector<ConnectionConfig>& connections, const Components& components,
                          std::vector<Diagnostic>& notes);

/// Whether values of one type can become values of another one without loss.
bool is_lossless(core::VariableType from, core::VariableType to) noexcept;

}  // namespace lockstep::network
