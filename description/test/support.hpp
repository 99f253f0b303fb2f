// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lockstep/description/reader.hpp"

namespace lockstep::description {

/// Options that do not depend on who runs the tests.
inline ReadOptions alone() {
  ReadOptions options;
  options.use_environment = false;
  return options;
}

/// What is repaired otherwise is an error.
inline ReadOptions strict() {
  ReadOptions options = alone();
  options.strict = true;
  return options;
}

inline ReadResult read(const std::string& text, const ReadOptions& options = alone()) {
  return read_world_text(text, "/nowhere/w.sdf", options);
}

/// A model `m` in a world, of the given SDF version.
inline std::string in_model(const std::string& content, const std::string& version = "1.9") {
  return "<sdf version='" + version + "'><world name='w'><model name='m'>" + content +
         "</model></world></sdf>";
}

inline Model read_model(const std::string& content, const std::string& version = "1.9") {
  return read(in_model(content, version)).world.models.at(0);
}

/// The whole text of the error, "no error" without one.
inline std::string error_of(const std::string& text, const ReadOptions& options = alone()) {
  try {
    read(text, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

inline std::vector<std::string> ids_of(const std::vector<Diagnostic>& findings) {
  std::vector<std::string> ids;
  for (const Diagnostic& one : findings)
    ids.push_back(one.id);
  return ids;
}

inline bool has_id(const std::vector<Diagnostic>& findings, const std::string& id) {
  const std::vector<std::string> ids = ids_of(findings);
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

}  // namespace lockstep::description

#define EXPECT_CONTAINS(text, part)                          \
  EXPECT_NE(std::string{text}.find(part), std::string::npos) \
      << "text: " << (text) << "\nexpected in it: " << (part)
