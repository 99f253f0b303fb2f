// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/description/file_search.hpp"

namespace lockstep::description {

/// What there is to say about the files of a world: errors are thrown once, at the end; the rest is handed
/// out.
class Findings {
 public:
  /// With `strict` what tolerate() reports is an error.
  explicit Findings(bool strict = false) : strict_{strict} {}

  void error(const core::ConfigNode& at, std::string id, std::string message, std::string fix = {});
  void warning(const core::ConfigNode& at, std::string id, std::string message, std::string fix = {});
  void note(const core::ConfigNode& at, std::string id, std::string message, std::string fix = {});
  /// Something wrong that is repaired as `repair` says: a warning with both, or an error without it.
  void tolerate(const core::ConfigNode& at, std::string id, const std::string& message,
                const std::string& repair, std::string fix = {});
  /// A mesh that is only seen and does not exist; all of them become one warning.
  void missing_visual(const core::ConfigNode& at, const std::string& message);

  /// Runs `body`; what it throws about the input is collected, so that the next element is still looked at.
  template <class Body>
  void guard(Body&& body) {
    try {
      std::forward<Body>(body)();
    } catch (const Error& error) {
      collect(error);
    }
  }

  /// Lists the children nobody reads: a note for names in `unused` (known, without effect here), a warning
  /// for all others except those in `read`, names with a prefix ("custom:x") a note. Returns copies of them.
  std::vector<core::ConfigNode> list_rest(const core::ConfigNode& node,
                                          const std::vector<std::string_view>& read,
                                          const std::vector<std::string_view>& unused);

  bool has_errors() const noexcept { return !errors_.empty(); }
  /// Throws Error{kBadInput} with all errors when there are any.
  void throw_if_errors(const std::string& file) const;
  /// Warnings and notes in the order they came.
  std::vector<Diagnostic> take();

 private:
  void collect(const Error& error);
  void add(Diagnostic diagnostic);

  bool strict_;
  std::vector<Diagnostic> errors_;
  std::vector<Diagnostic> remarks_;
  std::vector<Diagnostic> missing_visuals_;
};

/// What a shape is for: a mesh that is missing matters for collisions only.
enum class ShapeUse : std::uint8_t { kCollision, kVisual };

/// The file of a mesh that `shape` names. One of a package that has another name here is tolerated. Where
/// there is none: an error at `shape` for collisions; a warning for what is only seen, and an empty path.
std::string mesh_file(const core::ConfigNode& shape, const std::string& uri, ShapeUse use,
                      const FileSearch& search, Findings& findings);

}  // namespace lockstep::description
