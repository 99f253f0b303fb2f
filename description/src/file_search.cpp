// SPDX-License-Identifier: Apache-2.0
#include "lockstep/description/file_search.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
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

/// The file below `folder` whose path ends with `end`, if there is exactly one.
std::string only_end_below(const fs::path& folder, std::string_view end) {
  constexpr int kDeepest = 4, kMostFiles = 10'000;
  const std::string wanted = '/' + std::string{end};
  std::string found;
  std::error_code error;
  int files = 0;
  for (fs::recursive_directory_iterator entry{folder, error}, none;
       !error && entry != none && ++files < kMostFiles; entry.increment(error)) {
    if (entry.depth() >= kDeepest) entry.disable_recursion_pending();
    const std::string path = entry->path().string();
    if (path.size() < wanted.size() ||
        path.compare(path.size() - wanted.size(), wanted.size(), wanted) != 0 || !is_file(entry->path()))
      continue;
    if (!found.empty()) return {};
    found = full_path(entry->path());
  }
  return found;
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

/// "pkg" in `<name>pkg</name>` of a package.xml; empty when it has none.
std::string package_name(const fs::path& manifest) {
  std::ifstream file{manifest};
  std::string text(1U << 14U, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  const std::size_t begin = text.find("<name>");
  const std::size_t end = text.find("</name>");
  if (begin == std::string::npos || end == std::string::npos || end < begin) return {};
  const std::string name = text.substr(begin + 6, end - begin - 6);
  const std::size_t first = name.find_first_not_of(" \t\r\n");
  const std::size_t last = name.find_last_not_of(" \t\r\n");
  return first == std::string::npos ? std::string{} : name.substr(first, last - first + 1);
}

}  // namespace

/// The packages of ROS by name. Threads: any.
class FileSearch::Packages {
 public:
  Packages() {
    add_from_environment("ROS_PACKAGE_PATH", roots_);
    add_from_environment("AMENT_PREFIX_PATH", prefixes_);
  }

  /// The folder of a package; empty when there is none.
  std::string folder_of(const std::string& name) const {
    for (const std::string& prefix : prefixes_)
      if (is_there(fs::path{prefix} / "share" / name)) return (fs::path{prefix} / "share" / name).string();
    std::call_once(looked_, [this] {
      for (const std::string& root : roots_)
        look_through(root, 0);
    });
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? std::string{} : found->second;
  }

 private:
  static constexpr int kDeepest = 8;

  /// A package does not hold others; the first of a name counts, as in ROS.
  void look_through(const fs::path& folder, int depth) const {
    if (is_file(folder / "package.xml")) {
      std::string name = package_name(folder / "package.xml");
      if (name.empty()) name = folder.filename().string();
      by_name_.emplace(std::move(name), folder.string());
      return;
    }
    if (depth == kDeepest || is_there(folder / "CATKIN_IGNORE") || is_there(folder / "COLCON_IGNORE")) return;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator{folder, error})
      if (entry.is_directory(error) && entry.path().filename().string()[0] != '.')
        look_through(entry.path(), depth + 1);
  }

  std::vector<std::string> roots_, prefixes_;
  mutable std::once_flag looked_;
  mutable std::map<std::string, std::string> by_name_;
};

FileSearch::FileSearch(const std::string& world_file, std::vector<std::string> model_folders,
                       bool use_environment)
    : model_folders_{std::move(model_folders)} {
  const std::string folder = fs::path{full_path(world_file)}.parent_path().string();
  model_folders_.insert(model_folders_.begin(), folder);
  fmu_folders_.push_back(folder);
  if (use_environment) {
    add_from_environment("GAZEBO_MODEL_PATH", model_folders_);
    for (const char* variable : {"SDF_PATH", "GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH"})
      add_from_environment(variable, model_folders_);
    packages_ = std::make_shared<const Packages>();
    add_from_environment("GAZEBO_RESOURCE_PATH", fmu_folders_);
    add_installed_fmus(fmu_folders_);
  }
}

std::string FileSearch::find_model_file(std::string_view uri, const std::string& from_folder) const {
  std::string_view name = uri;
  bool is_named = false;  // after a model or a package, not a path
  for (const std::string_view scheme : {"model://", "package://", "file://"}) {
    if (!starts_with(name, scheme)) continue;
    name.remove_prefix(scheme.size());
    is_named = scheme != "file://";
    break;
  }
  if (name.find("://") != std::string_view::npos) return {};  // http and the like: nothing is fetched
  if (name.empty()) return {};
  const fs::path wanted{name};
  if (wanted.is_absolute()) return is_there(wanted) ? full_path(wanted) : std::string{};
  if (is_there(fs::path{from_folder} / wanted)) return full_path(fs::path{from_folder} / wanted);
  for (const std::string& folder : model_folders_)
    if (is_there(fs::path{folder} / wanted)) return full_path(fs::path{folder} / wanted);
  return is_named ? find_named(name, from_folder) : std::string{};
}

std::string FileSearch::find_named(std::string_view name, const std::string& from_folder) const {
  const std::size_t slash = name.find('/');
  const std::string owner{name.substr(0, slash)};
  const fs::path rest{slash == std::string_view::npos ? std::string_view{} : name.substr(slash + 1)};
  // A checkout without any environment: the file lies in the package, or in one beside it.
  constexpr int kLevels = 6;
  fs::path above{full_path(from_folder)};
  for (int level = 0; level < kLevels && above.has_relative_path(); ++level, above = above.parent_path()) {
    if (above.filename() == owner && is_there(above / rest)) return full_path(above / rest);
    if (is_there(above / owner / rest)) return full_path(above / owner / rest);
  }
  if (!packages_) return {};
  const std::string package = packages_->folder_of(owner);
  return !package.empty() && is_there(package / rest) ? full_path(package / rest) : std::string{};
}

std::string FileSearch::find_renamed(std::string_view uri, const std::string& from_folder) const {
  const std::size_t scheme = uri.find("://");
  const bool relative = scheme == std::string_view::npos && !starts_with(uri, "/");
  if (from_folder.empty()) return {};
  if (!relative && !starts_with(uri, "model://") && !starts_with(uri, "package://")) return {};
  std::string_view rest = relative ? uri : uri.substr(scheme + 3);
  while (starts_with(rest, "./") || starts_with(rest, "../"))
    rest.remove_prefix(rest.find('/') + 1);
  constexpr int kLevels = 4;
  std::vector<fs::path> above{full_path(from_folder)};
  while (above.size() < kLevels && above.back().parent_path().has_relative_path())
    above.push_back(above.back().parent_path());
  // The longest end first: the fewer parts of a name are left out, the surer it is the one that was meant.
  for (; rest.find('/') != std::string_view::npos; rest.remove_prefix(rest.find('/') + 1)) {
    for (const fs::path& folder : above)
      if (is_file(folder / rest)) return full_path(folder / rest);
    for (const fs::path& folder : above)
      if (const std::string found = only_end_below(folder / "meshes", rest); !found.empty()) return found;
  }
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
