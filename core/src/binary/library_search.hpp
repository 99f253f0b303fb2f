// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::core {

/// Which shared libraries this machine has, without loading any: the loader's cache (/etc/ld.so.cache),
/// LD_LIBRARY_PATH and the standard folders.
class LibrarySearch {
 public:
  LibrarySearch();
  /// By the name a DT_NEEDED entry gives, e.g. "libsundials_cvode.so.5"; an absolute path must exist.
  bool has(const std::string& name) const;

 private:
  std::set<std::string, std::less<>> cached_;
  std::vector<std::string> folders_;
};

/// Names in the text of a loader cache (both layouts of glibc); empty when it is none. Exposed for its test.
std::set<std::string, std::less<>> names_in_loader_cache(std::string_view cache);

}  // namespace lockstep::core
