// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/model_description.hpp"

/// Short ways to parse a description written in a test and to look for a finding in the result.
namespace lockstep::test {}

namespace lockstep::core::test {

using namespace lockstep::test;

inline std::vector<char> bytes(std::string_view text) {
  return {text.begin(), text.end()};
}

inline ParsedDescription parse(std::string_view xml, const DescriptionLimits& limits = {}) {
  DescriptionFiles files;
  files.model_description = bytes(xml);
  return parse_description(std::move(files), limits);
}

/// The first finding with this id; null when there is none.
inline const Diagnostic* find(const std::vector<Diagnostic>& diagnostics, std::string_view id) {
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.id == id) return &diagnostic;
  return nullptr;
}

inline std::size_t count(const std::vector<Diagnostic>& diagnostics, std::string_view id) {
  std::size_t result = 0;
  for (const Diagnostic& diagnostic : diagnostics)
    result += diagnostic.id == id ? 1 : 0;
  return result;
}

/// All findings as one text, for failure messages.
inline std::string all(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics)
    text += to_string(diagnostic) + '\n';
  return text;
}

/// The error message of a description that must be refused.
inline std::string refusal(std::string_view xml, const DescriptionLimits& limits = {}) {
  try {
    parse(xml, limits);
  } catch (const Error& error) {
    return error.message();
  }
  return "accepted";
}

/// An FMI 2 Co-Simulation description around the given variables, with a structure that may be replaced.
inline std::string fmi2(const std::string& variables, const std::string& structure = "<ModelStructure/>",
                        const std::string& before = "") {
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="M" guid="{1}">
<CoSimulation modelIdentifier="M"/>
)" + before +
         "<ModelVariables>\n" + variables + "\n</ModelVariables>\n" + structure +
         "\n</fmiModelDescription>\n";
}

}  // namespace lockstep::core::test
