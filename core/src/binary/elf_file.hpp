// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::core {

/// What a shared library says about itself, read without loading it. Little-endian ELF of 32 and 64 bits;
/// every offset and size is checked against the file, so hostile files are safe to read.
struct ElfFile {
  enum class Kind : std::uint8_t { kShared, kOtherElf, kNotElf, kDamaged };
  struct VersionNeed {
    std::string library, version;  ///< "libc.so.6", "GLIBC_2.34"
  };

  Kind kind{Kind::kNotElf};
  int bits{0};                           ///< 32 or 64
  std::uint16_t machine{0};              ///< e_machine: 62 is x86-64, 183 is AArch64
  bool has_symbols{false};               ///< a dynamic symbol table was found and read
  std::vector<std::string> needed;       ///< DT_NEEDED in file order
  std::vector<std::string> search_path;  ///< DT_RUNPATH, else DT_RPATH, split at ':'
  std::vector<std::string> exported;     ///< defined global and weak symbols, sorted
  std::vector<VersionNeed> versions;

  bool exports(std::string_view symbol) const noexcept;
};

/// Never throws for what the bytes hold; `kind` says what they are.
ElfFile read_elf(std::string_view bytes);

/// "x86-64", "AArch64", ... or "machine 243".
std::string machine_name(std::uint16_t machine);
/// Class and machine of the processor this program runs on.
int host_bits() noexcept;
std::uint16_t host_machine() noexcept;

}  // namespace lockstep::core
