// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "instance/call_watch.hpp"
#include "instance/function_table.hpp"
#include "instance/shared_library.hpp"

namespace lockstep::core {

/// Whether an FMU's binary went fatal, common to all loadings of it: FMI forbids to call any instance of that
/// FMU again then, freeing included.
class LibraryFate {
 public:
  bool fatal() const noexcept { return fatal_.load(std::memory_order_relaxed); }
  /// Sets `bit` in every word that is watched, so that instances need not look here before each call.
  void mark_fatal() noexcept;
  void watch(std::atomic<std::uint32_t>& word, std::uint32_t bit);
  void unwatch(const std::atomic<std::uint32_t>& word) noexcept;

 private:
  struct Watcher {
    std::atomic<std::uint32_t>* word;
    std::uint32_t bit;
  };
  std::atomic<bool> fatal_{false};
  std::mutex mutex_;
  std::vector<Watcher> watchers_;
};

/// One loading of an FMU's binary into this process. Lives until the process ends, as the library itself
/// does.
class LoadedLibrary {
 public:
  LoadedLibrary(SharedLibrary library, std::shared_ptr<LibraryFate> fate, std::vector<std::string> warnings)
      : library_{library}, fate_{std::move(fate)}, warnings_{std::move(warnings)} {}

  LibraryFate& fate() noexcept { return *fate_; }

  /// Bound at first use.
  const Fmi1Functions& fmi1(const std::string& model_identifier);
  const Fmi2Functions& fmi2();
  const Fmi3Functions& fmi3();

  /// What loading it brought up; for the log of its first instance. Empties the list.
  std::vector<std::string> take_warnings();

  /// Instances are made and freed one at a time: the standard promises nothing about doing it in parallel.
  std::mutex& lifecycle_mutex() noexcept { return lifecycle_mutex_; }

  /// Keeps what a fatal FMU may still use from threads of its own: callbacks, names.
  void bury(std::shared_ptr<void> remains);

 private:
  friend class LibraryTable;
  friend class LibraryLease;
  SharedLibrary library_;
  std::shared_ptr<LibraryFate> fate_;
  std::mutex mutex_;
  std::mutex lifecycle_mutex_;
  std::vector<std::string> warnings_;
  std::map<std::string, Fmi1Functions> fmi1_;
  std::unique_ptr<const Fmi2Functions> fmi2_;
  std::unique_ptr<const Fmi3Functions> fmi3_;
  std::vector<std::shared_ptr<void>> buried_;
  std::uint32_t instances_{0};  // guarded by the table's mutex
};

/// The use of a loaded library by one instance; given back with the destructor.
class LibraryLease {
 public:
  LibraryLease() noexcept = default;
  LibraryLease(LibraryLease&& other) noexcept : library_{std::exchange(other.library_, nullptr)} {}
  LibraryLease& operator=(LibraryLease&& other) noexcept {
    std::swap(library_, other.library_);
    return *this;
  }
  ~LibraryLease();
  LoadedLibrary& operator*() const noexcept { return *library_; }
  LoadedLibrary* operator->() const noexcept { return library_; }

 private:
  friend class LibraryTable;
  explicit LibraryLease(LoadedLibrary& library) noexcept : library_{&library} {}
  LoadedLibrary* library_{nullptr};
};

/// All FMU binaries loaded by this process: the one piece of global state of core, because Fatal, "once per
/// process" and dlopen are per process. Thread-safe.
class LibraryTable {
 public:
  static LibraryTable& of_process();

  /// Loads the file, or finds it loaded. With `once_per_process` (canBeInstantiatedOnlyOncePerProcess) no two
  /// living instances share a loading: the second gets a private copy of the library. Throws Error:
  /// kLoadFailed, kSystem; kFmuFailed when the binary went fatal earlier in this process.
  LibraryLease acquire(const std::filesystem::path& path, bool once_per_process);
  /// Whether an instance of this file lives.
  bool in_use(const std::filesystem::path& path);

  /// Of all instances of this process.
  CallWatch& call_watch() noexcept { return call_watch_; }

  // FMI 1 callbacks get no environment, only the component, which is not yet known while it is made. So FMI 1
  // instances register here; `environment_of` falls back to the instance of that name being made on any
  // thread.
  void register_component(void* component, const std::string& instance_name, void* environment);
  void unregister_environment(void* environment);
  void* environment_of(void* component, const char* instance_name);

 private:
  friend class LibraryLease;
  struct FileKey {
    std::uint64_t device, inode;
    bool operator<(const FileKey& other) const noexcept {
      return device != other.device ? device < other.device : inode < other.inode;
    }
  };
  /// All loadings of one file. The first is the file itself, the others are private copies.
  struct Family {
    std::shared_ptr<LibraryFate> fate{std::make_shared<LibraryFate>()};
    std::vector<std::unique_ptr<LoadedLibrary>> loadings;
    int held_open{-1};
  };
  struct Component {
    void* component;
    std::string instance_name;
    void* environment;
  };

  LoadedLibrary& load(Family& family, const std::filesystem::path& path, bool as_copy);

  CallWatch call_watch_;
  std::mutex mutex_;
  std::map<FileKey, Family*> by_file_;
  std::vector<std::unique_ptr<Family>> families_;
  std::mutex components_mutex_;
  std::vector<Component> components_;
};

}  // namespace lockstep::core
