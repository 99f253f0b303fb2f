// SPDX-License-Identifier: Apache-2.0
#include "findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace lockstep::description {
namespace {

// More than anybody reads; a hostile file must not fill the memory with complaints.
constexpr std::size_t kMost = 1000;

bool contains(const std::vector<std::string_view>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

void Findings::error(const core::ConfigNode& at, std::string id, std::string message, std::string fix) {
  add(at.finding(Severity::kError, std::move(id), std::move(message), std::move(fix)));
}

void Findings::warning(const core::ConfigNode& at, std::string id, std::string message, std::string fix) {
  add(at.finding(Severity::kWarning, std::move(id), std::move(message), std::move(fix)));
}

void Findings::note(const core::ConfigNode& at, std::string id, std::string message, std::string fix) {
  add(at.finding(Severity::kNote, std::move(id), std::move(message), std::move(fix)));
}

void Findings::tolerate(const core::ConfigNode& at, std::string id, const std::string& message,
                        const std::string& repair, std::string fix) {
  if (strict_)
    error(at, std::move(id), message, std::move(fix));
  else
    warning(at, std::move(id), message + "; " + repair, std::move(fix));
}

void Findings::missing_visual(const core::ConfigNode& at, const std::string& message) {
  if (missing_visuals_.size() < kMost)
    missing_visuals_.push_back(at.finding(Severity::kWarning, "mesh-missing", message));
}

std::vector<Diagnostic> Findings::take() {
  if (!missing_visuals_.empty()) {
    Diagnostic first = std::move(missing_visuals_.front());
    if (missing_visuals_.size() > 1)
      first.message += fmt::format("; nor do {} others", missing_visuals_.size() - 1);
    first.message += "; they are only seen, and the world runs without them";
    missing_visuals_.clear();
    remarks_.push_back(std::move(first));
  }
  return std::move(remarks_);
}

void Findings::collect(const Error& error) {
  if (error.diagnostics().empty()) {
    add({Severity::kError, std::string{to_string(error.code())}, error.message(), "", {}});
    return;
  }
  for (Diagnostic diagnostic : error.diagnostics()) {
    diagnostic.severity = Severity::kError;
    add(std::move(diagnostic));
  }
}

void Findings::add(Diagnostic diagnostic) {
  std::vector<Diagnostic>& list = diagnostic.severity == Severity::kError ? errors_ : remarks_;
  // A name that is missing is met when names are collected and again when the element is read.
  const auto same = [&](const Diagnostic& other) {
    return other.where.line == diagnostic.where.line && other.where.column == diagnostic.where.column &&
           other.message == diagnostic.message && other.where.file == diagnostic.where.file;
  };
  if (list.size() < kMost && std::none_of(list.begin(), list.end(), same))
    list.push_back(std::move(diagnostic));
}

std::vector<core::ConfigNode> Findings::list_rest(const core::ConfigNode& node,
                                                  const std::vector<std::string_view>& read,
                                                  const std::vector<std::string_view>& unused) {
  std::vector<core::ConfigNode> rest;
  for (const core::ConfigNode& child : node.children) {
    if (contains(read, child.name)) continue;
    rest.push_back(child);
    const std::string what = fmt::format("<{}> in <{}>", child.name, node.name);
    if (contains(unused, child.name))
      note(child, "description-unused", what + " has no effect here");
    else if (child.name.find(':') != std::string::npos)
      note(child, "description-custom", what + " is kept for devices");
    else
      warning(child, "description-unknown", what + " is not known and has no effect", "check the spelling");
  }
  return rest;
}

void Findings::throw_if_errors(const std::string& file) const {
  if (errors_.empty()) return;
  std::string message =
      fmt::format("'{}' cannot be used: {} problem{}", file, errors_.size(), errors_.size() == 1 ? "" : "s");
  if (errors_.size() >= kMost) message += " shown, there are more";
  throw Error{ErrorCode::kBadInput, message, errors_};
}

std::string mesh_file(const core::ConfigNode& shape, const std::string& uri, ShapeUse use,
                      const FileSearch& search, Findings& findings) {
  const std::string folder = std::filesystem::path{shape.where.file}.parent_path().string();
  if (std::string found = search.find_model_file(uri, folder); !found.empty()) return found;
  if (std::string found = search.find_renamed(uri, folder); !found.empty()) {
    findings.tolerate(shape, "mesh-renamed", fmt::format("mesh '{}' does not exist", uri),
                      fmt::format("'{}' is taken for it", found),
                      "correct the name of the package or folder");
    return found;
  }
  const std::string message =
      fmt::format("mesh '{}' does not exist; looked in {}", uri, search.model_places(folder));
  const char* const fix = "add the folder that holds it to GAZEBO_MODEL_PATH or ROS_PACKAGE_PATH";
  if (use == ShapeUse::kCollision) shape.fail("mesh-missing", message, fix);
  findings.missing_visual(shape, message);
  return {};
}

}  // namespace lockstep::description
