// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/error.hpp"

namespace lockstep::core {

/// Collects the findings about one FMU in the order they are seen. A defect that repeats in every one of a
/// million variables is listed `limit_per_id` times and then counted: memory stays bounded.
class DiagnosticSink {
 public:
  explicit DiagnosticSink(std::size_t limit_per_id) : limit_per_id_{limit_per_id} {}

  void add(Severity severity, std::string_view id, std::string message, std::string fix,
           SourceLocation where);
  /// Adds one note for each id that was cut short, sorts by file and line and hands everything over.
  std::vector<Diagnostic> take();

 private:
  struct Count {
    std::size_t seen{0};
    Severity severity{Severity::kNote};
  };
  std::size_t limit_per_id_;
  std::map<std::string, Count, std::less<>> counts_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace lockstep::core
