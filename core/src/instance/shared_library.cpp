// SPDX-License-Identifier: Apache-2.0
#include "instance/shared_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "binary/elf_file.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core {

namespace fs = std::filesystem;

namespace {

std::string last_error() {
  const char* text = dlerror();
  return text != nullptr ? text : "unknown reason";
}

/// "libx.so.1: cannot open shared object file: No such file or directory" names what could not be found.
std::optional<std::string> missing_library(std::string_view error) {
  const std::size_t end = error.find(": cannot open shared object file");
  if (end == std::string_view::npos) return std::nullopt;
  return std::string{error.substr(0, end)};
}

/// "/a/b.so: undefined symbol: foo" or "... undefined symbol: foo, version X".
std::optional<std::string> undefined_symbol(std::string_view error) {
  constexpr std::string_view kMark = "undefined symbol: ";
  const std::size_t begin = error.find(kMark);
  if (begin == std::string_view::npos) return std::nullopt;
  return std::string{error.substr(begin + kMark.size())};
}

/// Loads one file and, as long as what it misses lies beside it, that first.
class Loader {
 public:
  Loader(fs::path folder, std::vector<std::string>& warnings)
      : folder_{std::move(folder)}, warnings_{warnings} {}

  void* load(const fs::path& path) {
    if (const std::string reason = why_not_loadable(path); !reason.empty()) {
      error_ = fmt::format("it {}; export or download the FMU again", reason);
      return nullptr;
    }
    for (;;) {
      if (void* handle = dlopen(path.c_str(), RTLD_LOCAL | RTLD_NOW)) return handle;
      error_ = last_error();
      if (const auto symbol = undefined_symbol(error_)) return load_lazily(path, *symbol);
      const auto missing = missing_library(error_);
      if (!missing || !load_sibling(*missing)) return nullptr;
    }
  }

  const std::string& error() const noexcept { return error_; }

 private:
  void* load_lazily(const fs::path& path, const std::string& symbol) {
    void* handle = dlopen(path.c_str(), RTLD_LOCAL | RTLD_LAZY);
    if (handle == nullptr) {
      error_ = last_error();
      return nullptr;
    }
    warnings_.push_back(
        fmt::format("'{}' needs the symbol '{}', which no library on this machine offers; it was loaded "
                    "nevertheless and the "
                    "process will end if the FMU ever calls it. Install the library that has the symbol, or "
                    "export the FMU anew",
                    path.string(), symbol));
    return handle;
  }

  bool load_sibling(const std::string& name) {
    const fs::path sibling = folder_ / name;
    std::error_code ignored;
    if (name.find('/') != std::string::npos || !fs::is_regular_file(sibling, ignored)) return false;
    // Each file once: one that is loaded and still reported missing has no SONAME to be found by.
    if (std::find(tried_.begin(), tried_.end(), name) != tried_.end()) return false;
    tried_.push_back(name);
    return load(sibling) != nullptr;
  }

  fs::path folder_;
  std::vector<std::string>& warnings_;
  std::vector<std::string> tried_;
  std::string error_;
};

/// Whether a folder of a colon-separated DT_RUNPATH or DT_RPATH holds the file.
bool path_holds(std::string_view list, const std::string& name, const fs::path& origin) {
  while (!list.empty()) {
    const std::size_t end = list.find(':');
    std::string folder{list.substr(0, end)};
    list = end == std::string_view::npos ? std::string_view{} : list.substr(end + 1);
    for (const std::string_view token : {"${ORIGIN}", "$ORIGIN"}) {
      const std::size_t at = folder.find(token);
      if (at != std::string::npos) folder.replace(at, token.size(), origin.string());
    }
    std::error_code ignored;
    if (!folder.empty() && fs::exists(fs::path{folder} / name, ignored)) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> missing_libraries(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  const std::string image{std::istreambuf_iterator<char>{file}, {}};
  Bytes bytes{image.size()};
  std::copy(image.begin(), image.end(), bytes.data());
  std::string ignored;
  const std::optional<ElfFile> elf = ElfFile::parse(std::move(bytes), ignored);
  std::vector<std::string> missing;
  if (!elf) return missing;
  const std::string own_folder = path.parent_path().string();
  for (const std::string_view view : elf->needed()) {
    const std::string name{view};
    if (path_holds(own_folder, name, own_folder) || path_holds(elf->runpath(), name, own_folder) ||
        path_holds(elf->rpath(), name, own_folder)) {
      continue;
    }
    if (dlopen(name.c_str(), RTLD_LOCAL | RTLD_LAZY) != nullptr) continue;
    const std::optional<std::string> lacking =
        missing_library(last_error());  // the library itself, or one it needs
    if (lacking && std::find(missing.begin(), missing.end(), *lacking) == missing.end())
      missing.push_back(*lacking);
  }
  return missing;
}

namespace {

std::string explain(const fs::path& path, const std::string& error) {
  if (const auto library = missing_library(error)) {
    if (*library == path.string()) return fmt::format("cannot load '{}': {}", path.string(), error);
    // The loader names the first one it misses; people want to install all of them at once.
    std::vector<std::string> missing = missing_libraries(path);
    if (missing.empty()) missing = {*library};
    return fmt::format(
        "cannot load '{}': it needs '{}', which {} neither on this machine nor beside the FMU's binary; "
        "install {}, "
        "or put the folder into LD_LIBRARY_PATH",
        path.string(), fmt::join(missing, "', '"), missing.size() == 1 ? "is" : "are",
        missing.size() == 1 ? "it" : "them");
  }
  if (error.find("version `") != std::string::npos) {
    return fmt::format(
        "cannot load '{}': it was built for a newer system ({}); run it on a newer distribution, or export "
        "the FMU on an older one",
        path.string(), error);
  }
  return fmt::format("cannot load '{}': {}", path.string(), error);
}

}  // namespace

SharedLibrary SharedLibrary::load(const fs::path& path, std::vector<std::string>& warnings) {
  const fs::path absolute = fs::absolute(path);
  Loader loader{absolute.parent_path(), warnings};
  void* handle = loader.load(absolute);
  if (handle == nullptr) throw Error{ErrorCode::kLoadFailed, explain(absolute, loader.error())};
  return SharedLibrary{handle};
}

void* SharedLibrary::symbol(const char* name) const noexcept {
  return dlsym(handle_, name);
}

}  // namespace lockstep::core
