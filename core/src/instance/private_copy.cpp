// SPDX-License-Identifier: Apache-2.0
#include "instance/private_copy.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "lockstep/core/error.hpp"

namespace lockstep::core {

namespace {

namespace fs = std::filesystem;

std::string read_all(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream content;
  content << file.rdbuf();
  if (!file) {
    throw Error{ErrorCode::kSystem,
                fmt::format("cannot read '{}' to make a private copy of it", path.string())};
  }
  return content.str();
}

/// Creates a file nobody else can open first; -1 when the folder does not allow it.
int create_unique(const fs::path& folder, const fs::path& stem, fs::path& path) {
  std::string pattern = (folder / fmt::format(".{}-XXXXXX.so", stem.string())).string();
  const int descriptor = ::mkstemps(pattern.data(), 3);
  if (descriptor >= 0) path = pattern;
  return descriptor;
}

bool write_all(int descriptor, const std::string& content) {
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t count = ::write(descriptor, content.data() + done, content.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

template <class T>
bool read_at(const std::string& image, std::uint64_t offset, T& value) noexcept {
  if (offset > image.size() || image.size() - offset < sizeof(T)) return false;
  std::memcpy(&value, image.data() + offset, sizeof(T));
  return true;
}

}  // namespace

std::size_t make_unique_symbols_global(std::string& image) noexcept {
  Elf64_Ehdr header{};
  if (!read_at(image, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64) {
    return 0;
  }
  std::size_t changed = 0;
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section{};
    if (!read_at(image, header.e_shoff + i * sizeof section, section)) break;
    if (section.sh_type != SHT_DYNSYM) continue;
    for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= section.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol{};
      if (!read_at(image, section.sh_offset + at, symbol)) break;
      if (ELF64_ST_BIND(symbol.st_info) != STB_GNU_UNIQUE) continue;
      symbol.st_info = static_cast<unsigned char>(ELF64_ST_INFO(STB_GLOBAL, ELF64_ST_TYPE(symbol.st_info)));
      std::memcpy(&image[section.sh_offset + at], &symbol, sizeof symbol);
      ++changed;
    }
  }
  return changed;
}

PrivateCopy::PrivateCopy(const fs::path& original) {
  std::string image = read_all(original);
  make_unique_symbols_global(image);
  std::error_code ignored;
  int descriptor = create_unique(original.parent_path(), original.stem(), path_);
  if (descriptor < 0) descriptor = create_unique(fs::temp_directory_path(ignored), original.stem(), path_);
  if (descriptor < 0) {
    throw Error{
        ErrorCode::kSystem,
        fmt::format(
            "cannot create a private copy of '{}', neither beside it nor in the temporary folder: {}; "
            "make one of the two writable",
            original.string(), std::strerror(errno))};
  }
  const bool written = write_all(descriptor, image);
  const int reason = errno;
  ::close(descriptor);
  if (!written) {
    ::unlink(path_.c_str());
    throw Error{ErrorCode::kSystem,
                fmt::format("cannot write the private copy '{}': {}", path_.string(), std::strerror(reason))};
  }
}

PrivateCopy::~PrivateCopy() {
  ::unlink(path_.c_str());
}

}  // namespace lockstep::core
