// SPDX-License-Identifier: Apache-2.0
// Any bytes as an archive: opening and reading every entry either works and keeps its promises or throws
// lockstep::Error. The file is in memory, so that the fuzzer writes nothing to disk.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/error.hpp"

namespace {

using lockstep::core::Archive;
using lockstep::core::ArchiveEntry;
using lockstep::core::ArchiveLimits;

void demand(bool condition) {
  if (!condition) std::abort();
}

/// What every name must be, whatever the archive says.
void check_name(const std::string& name) {
  demand(!name.empty() && name.size() <= 1024 && name.front() != '/' && name.back() != '/');
  demand(name.find('\\') == std::string::npos && name.find('\0') == std::string::npos);
  const std::string framed = '/' + name + '/';
  for (const std::string_view part : {"/../", "/./", "//"})
    demand(framed.find(part) == std::string::npos);
}

void read_all(const Archive& archive, const ArchiveLimits& limits) {
  std::uint64_t total = 0;
  for (const ArchiveEntry& entry : archive.entries()) {
    check_name(entry.name);
    demand(archive.find(entry.name) == &entry);
    demand(!archive.entries_below(entry.name).empty());
    total += entry.size;
    if (entry.is_directory) continue;
    try {
      demand(archive.read(entry.name).size() == entry.size);
    } catch (const lockstep::Error&) {
    }
  }
  demand(archive.entries().size() <= limits.max_entries && total <= limits.max_total_bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int fd = ::memfd_create("fuzz", MFD_CLOEXEC);
  demand(fd >= 0 && ::write(fd, data, size) == static_cast<ssize_t>(size));
  ArchiveLimits limits;
  limits.max_entries = 200;
  limits.max_entry_bytes = 1 << 20;
  limits.max_total_bytes = 4 << 20;
  limits.ratio_applies_above = 1 << 16;
  try {
    const Archive archive = Archive::open("/proc/self/fd/" + std::to_string(fd), limits);
    read_all(archive, limits);
    archive.content_hash();
  } catch (const lockstep::Error&) {
  }
  ::close(fd);
  return 0;
}
