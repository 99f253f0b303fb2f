// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/file_search.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace lockstep::description {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::string full_path(const fs::path& path) {
  std::error_code error;
  const fs::path result = fs::absolute(path, error);
  return (error ? path : result).lexically_normal().string();
}

void add_from_environment(const char* variable, std::vector<std::string>& folders) {
  const char* const value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): read once, at setup
  if (value == nullptr) return;
  std::string_view rest{value};
  while (!rest.empty()) {
    const std::size_t end = rest.find(':');
    const std::string_view one = rest.substr(0, end);
    if (!one.empty()) folders.emplace_back(one);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  }
}

/// Where the FMUs lie that came with this program: installed beside it, or in its build folder.
void add_installed_fmus(std::vector<std::string>& folders) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return;
  const fs::path prefix = program.parent_path().parent_path();
  for (const char* root : {"share/lockstep/fmus", "fmus"})
    for (const char* version : {"3.0", "2.0", "1.0"})
      if (is_there(prefix / root / version)) folders.push_back((prefix / root / version).string());
}

std::string list(const std::vector<std::string>& folders) {
  std::string text;
  for (const std::string& folder : folders)
    text += (text.empty() ? "" : ", ") + folder;
  return text.empty() ? "nowhere" : text;
}

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

}  // namespace

FileSearch::FileSearch(const std::string& world_file, std::vector<std::string> model_folders,
                       bool use_environment)
    : model_folders_{std::move(model_folders)} {
  const std::string folder = fs::path{full_path(world_file)}.parent_path().string();
  model_folders_.insert(model_folders_.begin(), folder);
  fmu_folders_.push_back(folder);
  if (use_environment) {
    add_from_environment("GAZEBO_MODEL_PATH", model_folders_);
    add_from_environment("SDF_PATH", model_folders_);
    add_from_environment("GAZEBO_RESOURCE_PATH", fmu_folders_);
    add_installed_fmus(fmu_folders_);
  }
}

std::string FileSearch::find_model_file(std::string_view uri, const std::string& from_folder) const {
  std::string_view name = uri;
  for (const std::string_view scheme : {"model://", "package://", "file://"}) {
    if (!starts_with(name, scheme)) continue;
    name.remove_prefix(scheme.size());
    break;
  }
  if (name.find("://") != std::string_view::npos) return {};  // http and the like: nothing is fetched
  if (name.empty()) return {};
  const fs::path wanted{name};
  if (wanted.is_absolute()) return is_there(wanted) ? full_path(wanted) : std::string{};
  if (is_there(fs::path{from_folder} / wanted)) return full_path(fs::path{from_folder} / wanted);
  for (const std::string& folder : model_folders_)
    if (is_there(fs::path{folder} / wanted)) return full_path(fs::path{folder} / wanted);
  return {};
}

std::string FileSearch::find_fmu(std::string_view name) const {
  if (starts_with(name, "file://")) name.remove_prefix(std::string_view{"file://"}.size());
  if (name.empty()) return {};
  for (const char* suffix : {"", ".fmu"}) {
    const fs::path wanted{std::string{name} + suffix};
    if (wanted.is_absolute()) {
      if (is_file(wanted)) return full_path(wanted);
      continue;
    }
    for (const std::string& folder : fmu_folders_)
      if (is_file(fs::path{folder} / wanted)) return full_path(fs::path{folder} / wanted);
  }
  return {};
}

std::string FileSearch::model_places(const std::string& from_folder) const {
  std::vector<std::string> places;
  if (!from_folder.empty()) places.push_back(from_folder);
  for (const std::string& folder : model_folders_)
    if (folder != from_folder) places.push_back(folder);
  return list(places);
}

std::string FileSearch::fmu_places() const {
  return list(fmu_folders_);
}

}  // namespace lockstep::description
