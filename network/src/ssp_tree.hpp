// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/fmu.hpp"
#include "ssp_files.hpp"
#include "ssp_types.hpp"
#include "unit_conversion.hpp"
#include "value_table.hpp"

namespace lockstep::network {

/// Mistakes, collected.
class SspProblems {
 public:
  template <class Body>
  void guard(Body&& body) {
    try {
      body();
    } catch (const Error& error) {
      if (error.diagnostics().empty()) throw;
      all.insert(all.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  bool any_error() const noexcept {
    return std::any_of(all.begin(), all.end(),
                       [](const Diagnostic& one) { return one.severity == Severity::kError; });
  }
  std::vector<Diagnostic> all;
};

struct SspConnector {
  std::string name, kind, unit;
  core::ConfigNode where;
};

/// value' = factor * value + offset, or a table from text to text. Booleans in a table are "true" and
/// "false", integers as to_string() writes them.
struct SspTransformation {
  enum class Kind : std::uint8_t { kLinear, kBooleans, kIntegers, kEnumerations };
  Kind kind{Kind::kLinear};
  double factor{1.0}, offset{0.0};
  TextTable entries;

  bool is_mapping() const noexcept { return kind != Kind::kLinear; }
};

/// A signal dictionary. Without entries (a file that has none, or another type of file) every name is good.
struct SspDictionary {
  std::string name;
  std::vector<SspConnector> entries;
  SspTypes types;

  const SspConnector* find(const std::string& entry) const noexcept;
};

struct SspConnection {
  std::string start_element, start_connector, end_element, end_connector;
  bool suppress_unit_conversion{false};
  SspTransformation transformation;
  core::ConfigNode where;
};

/// A parameter set with its mapping, as a list of values.
struct SspValue {
  std::string name, text, unit;
  std::string enumeration;                ///< that the text is an item of
  std::shared_ptr<const SspTypes> types;  ///< of the file it comes from
  bool suppress_unit_conversion{false};
  core::ConfigNode where;
};

/// A component, a system or a reference to a signal dictionary.
struct SspElement {
  enum class Kind : std::uint8_t { kSystem, kComponent, kDictionary };
  Kind kind{Kind::kSystem};
  std::string name, path;  ///< path: names from the root on, without the root's, joined by '.'
  std::vector<SspConnector> connectors;
  std::vector<SspValue> values;  ///< of its parameter bindings, in order
  // Systems
  std::vector<SspElement> elements;
  std::vector<SspConnection> connections;
  std::vector<SspDictionary> dictionaries;  ///< that are defined here
  // Components
  std::shared_ptr<const core::Fmu> fmu;
  std::shared_ptr<const SspFiles> files;  ///< hold the FMU's file in the cache
  std::optional<core::InterfaceKind> interface;
  core::IsolationOptions isolation;
  std::string dictionary;  ///< of a reference
  core::ConfigNode where;

  const SspElement* find(const std::string& element) const noexcept;
  const SspConnector* connector(const std::string& connector_name) const noexcept;
};

/// A system structure as it is written, FMUs opened, parameter sets and mappings read.
struct SspTree {
  SspElement root;
  std::string name;
  SspTypes types;
  core::DefaultExperiment experiment;
  std::optional<double> step_size_s;
};

/// Depth: how many SSPs this one is in.
SspTree read_ssp_tree(std::shared_ptr<const SspFiles> files, const SspOptions& options, SspProblems& problems,
                      int depth = 0);

/// The values of the `ParameterBindings` of an element.
std::vector<SspValue> read_bindings(const core::ConfigNode& element, const SspFiles& files,
                                    const std::filesystem::path& component_source, SspProblems& problems);

/// The signal dictionary of an SSB file or inline; `node` is its element in the system structure.
SspDictionary read_dictionary(const core::ConfigNode& node, const SspFiles& files, SspProblems& problems);

/// The transformation of a connection or mapping entry.
SspTransformation read_transformation(const core::ConfigNode& node);

/// The numbers of a text (arrays have blanks between their elements), each as factor * number + offset; empty
/// when one is no number.
std::optional<std::string> linear_text(const std::string& text, double factor, double offset);
std::vector<std::string> words_of(std::string_view text);

/// Fails for children whose names are not among `known`; annotations, meta data and signatures are always
/// known.
void check_children(const core::ConfigNode& node, const std::vector<std::string_view>& known,
                    SspProblems& problems);
/// The same for attributes, as warnings: they do no harm. Those with a prefix are somebody else's.
void check_attributes(const core::ConfigNode& node, const std::vector<std::string_view>& known,
                      SspProblems& problems);

/// An attribute that may be missing; an empty one is as good as none.
std::string optional_text(const core::ConfigNode& node, std::string_view attribute,
                          std::string_view fallback = {});

}  // namespace lockstep::network
