// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::core {

/// A library loaded by dlopen. It is never unloaded: OpenMP, Python and several FMU runtimes crash when their
/// code disappears, so a SharedLibrary is a plain handle and copies are free.
class SharedLibrary {
 public:
  /// Loads by absolute path with RTLD_LOCAL | RTLD_NOW (all FMUs export the same names, so none may be
  /// global).
  /// - A needed library that the system does not have but that lies beside the file is loaded first.
  /// - An undefined symbol leads to a second try with RTLD_LAZY; `warnings` then names the symbol, and the
  /// process
  ///   ends if the FMU ever calls it.
  /// Runs the library's constructors. Throws Error{kLoadFailed} naming the file and every library, symbol or
  /// symbol version that is missing.
  static SharedLibrary load(const std::filesystem::path& path, std::vector<std::string>& warnings);

  /// Address of an exported symbol; null when the library has none of that name.
  void* symbol(const char* name) const noexcept;
  /// Equal for two SharedLibrary that are the same loaded library.
  void* handle() const noexcept { return handle_; }

 private:
  explicit SharedLibrary(void* handle) noexcept : handle_{handle} {}
  void* handle_;
};

/// Libraries the file needs, directly or through another one, that neither this machine nor the file's own
/// folders have. Asks the loader: what the machine has is loaded on the way.
std::vector<std::string> missing_libraries(const std::filesystem::path& path);

}  // namespace lockstep::core
