// SPDX-License-Identifier: Apache-2.0
#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <vector>

#include "archive/file.hpp"
#include "binary/elf_file.hpp"

namespace lockstep::core {
namespace {

std::string cut_short(std::uint64_t offset, std::uint64_t size, std::uint64_t file_size) {
  if (offset <= file_size && size <= file_size - offset) return {};
  return fmt::format("is damaged: it refers to {} bytes at offset {}, the file has {}", size, offset,
                     file_size);
}

}  // namespace

std::string why_not_loadable(const std::filesystem::path& path) {
  const archive::FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0) return {};
  const auto file_size = static_cast<std::uint64_t>(status.st_size);

  std::array<char, sizeof(ElfW(Ehdr))> start{};
  const std::size_t count = archive::read_at(file.get(), start.data(), start.size(), 0, path.native());
  std::string reason = wrong_format({start.data(), count});
  if (reason.empty()) reason = cut_short(0, sizeof(ElfW(Ehdr)), file_size);
  if (!reason.empty()) return reason;

  ElfW(Ehdr) header;
  std::memcpy(&header, start.data(), sizeof(header));
  if (header.e_phentsize != sizeof(ElfW(Phdr))) return {};  // the loader refuses it by itself
  std::vector<ElfW(Phdr)> programs(header.e_phnum);
  const std::size_t size = programs.size() * sizeof(ElfW(Phdr));
  reason = cut_short(header.e_phoff, size, file_size);
  if (!reason.empty()) return reason;
  archive::read_at(file.get(), programs.data(), size, header.e_phoff, path.native());
  for (const ElfW(Phdr) & program : programs) {
    if (program.p_type == PT_LOAD) reason = cut_short(program.p_offset, program.p_filesz, file_size);
    if (!reason.empty()) return reason;
  }
  return {};
}

}  // namespace lockstep::core
