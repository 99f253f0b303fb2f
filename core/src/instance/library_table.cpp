// SPDX-License-Identifier: Apache-2.0
#include "instance/library_table.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "instance/private_copy.hpp"
#include "instance/process_state_guard.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core {

void LibraryFate::mark_fatal() noexcept {
  const std::lock_guard lock{mutex_};
  fatal_.store(true);
  for (const Watcher& watcher : watchers_)
    watcher.word->fetch_or(watcher.bit);
}

void LibraryFate::watch(std::atomic<std::uint32_t>& word, std::uint32_t bit) {
  const std::lock_guard lock{mutex_};
  watchers_.push_back({&word, bit});
  if (fatal()) word.fetch_or(bit);
}

void LibraryFate::unwatch(const std::atomic<std::uint32_t>& word) noexcept {
  const std::lock_guard lock{mutex_};
  const auto found = std::find_if(watchers_.begin(), watchers_.end(),
                                  [&](const Watcher& watcher) { return watcher.word == &word; });
  if (found == watchers_.end()) return;
  *found = watchers_.back();
  watchers_.pop_back();
}

const Fmi1Functions& LoadedLibrary::fmi1(const std::string& model_identifier) {
  const std::lock_guard lock{mutex_};
  auto found = fmi1_.find(model_identifier);
  if (found == fmi1_.end()) {
    found = fmi1_.emplace(model_identifier, bind_fmi1(library_, model_identifier)).first;
  }
  return found->second;
}

const Fmi2Functions& LoadedLibrary::fmi2() {
  const std::lock_guard lock{mutex_};
  if (fmi2_ == nullptr) fmi2_ = std::make_unique<const Fmi2Functions>(bind_fmi2(library_));
  return *fmi2_;
}

const Fmi3Functions& LoadedLibrary::fmi3() {
  const std::lock_guard lock{mutex_};
  if (fmi3_ == nullptr) fmi3_ = std::make_unique<const Fmi3Functions>(bind_fmi3(library_));
  return *fmi3_;
}

std::vector<std::string> LoadedLibrary::take_warnings() {
  const std::lock_guard lock{mutex_};
  return std::exchange(warnings_, {});
}

void LoadedLibrary::bury(std::shared_ptr<void> remains) {
  const std::lock_guard lock{mutex_};
  buried_.push_back(std::move(remains));
}

LibraryLease::~LibraryLease() {
  if (library_ == nullptr) return;
  LibraryTable& table = LibraryTable::of_process();
  const std::lock_guard lock{table.mutex_};
  --library_->instances_;
}

LibraryTable& LibraryTable::of_process() {
  // Never destroyed: FMU threads may still log while the process ends.
  static LibraryTable& table = *new LibraryTable;
  return table;
}

LoadedLibrary& LibraryTable::load(Family& family, const std::filesystem::path& path, bool as_copy) {
  std::vector<std::string> warnings;
  ProcessStateGuard guard;  // constructors of the library are foreign code
  const auto load_file = [&](const std::filesystem::path& file) {
    return SharedLibrary::load(file, warnings);
  };
  SharedLibrary library = as_copy ? load_file(PrivateCopy{path}.path()) : load_file(path);
  if (const std::string changes = guard.restore(); !changes.empty()) {
    warnings.push_back(
        fmt::format("loading '{}' changed the {} of this process; restored", path.string(), changes));
  }
  family.loadings.push_back(std::make_unique<LoadedLibrary>(library, family.fate, std::move(warnings)));
  return *family.loadings.back();
}

bool LibraryTable::in_use(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return false;
  const std::lock_guard lock{mutex_};
  const auto found = by_file_.find({status.st_dev, status.st_ino});
  if (found == by_file_.end()) return false;
  const auto& loadings = found->second->loadings;
  return std::any_of(loadings.begin(), loadings.end(),
                     [](const auto& loading) { return loading->instances_ > 0; });
}

LibraryLease LibraryTable::acquire(const std::filesystem::path& path, bool once_per_process) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    throw Error{ErrorCode::kLoadFailed,
                fmt::format("cannot load '{}': {}", path.string(), std::strerror(errno))};
  }
  const std::lock_guard lock{mutex_};
  const FileKey key{status.st_dev, status.st_ino};
  auto found = by_file_.find(key);
  if (found == by_file_.end()) {
    // The same path with a new inode: the loader would answer with the old library, so load a copy by another
    // name.
    auto family = std::make_unique<Family>();
    LoadedLibrary& first = load(*family, path, false);
    const auto stale = [&](const auto& other) {
      return other->loadings.front()->library_.handle() == first.library_.handle();
    };
    if (std::any_of(families_.begin(), families_.end(), stale)) {
      family->loadings.clear();
      load(*family, path, true);
      // Loaded files keep their inodes busy; this one is not loaded, so it is held open for the table's key
      // to stay its own.
      family->held_open = ::open(path.c_str(), O_PATH | O_CLOEXEC);
    }
    families_.push_back(std::move(family));
    found = by_file_.emplace(key, families_.back().get()).first;
  }
  Family& family = *found->second;
  if (family.fate->fatal()) {
    throw Error{
        ErrorCode::kFmuFailed,
        fmt::format(
            "'{}' returned Fatal earlier in this process; the standard forbids any further call of it. "
            "Start a new process",
            path.string())};
  }
  LoadedLibrary* free_one = family.loadings.front().get();
  if (once_per_process) {
    const auto idle = std::find_if(family.loadings.begin(), family.loadings.end(),
                                   [](const auto& loading) { return loading->instances_ == 0; });
    free_one = idle != family.loadings.end() ? idle->get() : &load(family, path, true);
  }
  ++free_one->instances_;
  return LibraryLease{*free_one};
}

void LibraryTable::register_component(void* component, const std::string& instance_name, void* environment) {
  const std::lock_guard lock{components_mutex_};
  for (Component& known : components_) {
    if (known.environment != environment) continue;
    known.component = component;
    return;
  }
  components_.push_back({component, instance_name, environment});
}

void LibraryTable::unregister_environment(void* environment) {
  const std::lock_guard lock{components_mutex_};
  const auto is_it = [&](const Component& known) { return known.environment == environment; };
  components_.erase(std::remove_if(components_.begin(), components_.end(), is_it), components_.end());
}

void* LibraryTable::environment_of(void* component, const char* instance_name) {
  const std::lock_guard lock{components_mutex_};
  void* being_made = nullptr;
  bool by_name = false;
  for (const Component& known : components_) {
    if (component != nullptr && known.component == component) return known.environment;
    if (known.component != nullptr || by_name) continue;
    by_name = instance_name != nullptr && known.instance_name == instance_name;
    if (by_name || being_made == nullptr) being_made = known.environment;
  }
  return being_made;
}

}  // namespace lockstep::core
