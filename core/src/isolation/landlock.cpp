// SPDX-License-Identifier: Apache-2.0
#include "isolation/landlock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "archive/file.hpp"

namespace lockstep::core::isolation {
namespace {

// Numbers of the kernel's interface. Headers of Debian 11 and 12 do not have all of them.
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr std::uint32_t kAskVersion = 1;
constexpr int kPathBeneath = 1;

constexpr std::uint64_t kExecute = 1U << 0U, kWriteFile = 1U << 1U, kReadFile = 1U << 2U, kReadDir = 1U << 3U;
constexpr std::uint64_t kMakeAndRemove = 0x1FF0;         // bits 4 to 12: remove and make entries of all kinds
constexpr std::uint64_t kRefer = 1U << 13U;              // version 2: rename between folders
constexpr std::uint64_t kTruncate = 1U << 14U;           // version 3
constexpr std::uint64_t kIoctlDevice = 1U << 15U;        // version 5
constexpr std::uint64_t kTcp = 3;                        // version 4: bind, connect
constexpr std::uint64_t kAbstractSocketsAndSignals = 3;  // version 6
constexpr std::uint64_t kFileOnly = kExecute | kWriteFile | kReadFile | kTruncate | kIoctlDevice;

struct RulesetAttributes {
  std::uint64_t files, network, scoped;
};
struct __attribute__((packed)) PathAttributes {
  std::uint64_t allowed;
  std::int32_t parent;
};

std::uint64_t file_rights(int version) noexcept {
  std::uint64_t rights = kExecute | kWriteFile | kReadFile | kReadDir | kMakeAndRemove;
  if (version >= 2) rights |= kRefer;
  if (version >= 3) rights |= kTruncate;
  if (version >= 5) rights |= kIoctlDevice;
  return rights;
}

void allow(int ruleset, const std::filesystem::path& path, std::uint64_t rights) noexcept {
  const archive::FileDescriptor place{::open(path.c_str(), O_PATH | O_CLOEXEC)};
  struct stat status {};
  if (!place.valid() || ::fstat(place.get(), &status) != 0) return;
  PathAttributes attributes{S_ISDIR(status.st_mode) ? rights : rights & kFileOnly, place.get()};
  ::syscall(kAddRule, ruleset, kPathBeneath, &attributes, 0);
}

}  // namespace

int landlock_version() noexcept {
  const long version = ::syscall(kCreateRuleset, nullptr, 0, kAskVersion);
  return version > 0 ? static_cast<int>(version) : 0;
}

bool restrict_files(const FileRights& rights, int version) {
  const std::uint64_t handled = file_rights(version);
  RulesetAttributes attributes{handled, version >= 4 && !rights.network ? kTcp : 0,
                               version >= 6 && !rights.network ? kAbstractSocketsAndSignals : 0};
  const std::size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const archive::FileDescriptor ruleset{static_cast<int>(::syscall(kCreateRuleset, &attributes, size, 0))};
  if (!ruleset.valid()) return false;
  for (const std::filesystem::path& path : rights.read)
    allow(ruleset.get(), path, kReadFile | kReadDir);
  for (const std::filesystem::path& path : rights.execute)
    allow(ruleset.get(), path, kReadFile | kReadDir | kExecute);
  for (const std::filesystem::path& path : rights.write)
    allow(ruleset.get(), path, handled & ~kExecute);
  return ::syscall(kRestrictSelf, ruleset.get(), 0) == 0;
}

}  // namespace lockstep::core::isolation
