// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/bytes.hpp"

namespace lockstep::core {

/// What the first bytes of a file say it is.
struct BinaryFormat {
  enum class Container : std::uint8_t { kElf, kPe, kMachO, kUnknown };
  Container container{Container::kUnknown};
  unsigned bits{0};            ///< 32 or 64; 0: not known
  std::string processor;       ///< "x86-64", "AArch64", ...; ELF and PE only
  bool big_endian{false};      ///< ELF only
  bool shared_library{false};  ///< ELF type ET_DYN
  bool this_machine{false};    ///< an ELF shared library for the processor this program runs on
  /// Something a loader could load, if on another machine.
  bool is_library() const noexcept {
    return container == Container::kElf ? shared_library : container != Container::kUnknown;
  }
  std::string to_text() const;  ///< "AArch64 (64 bit)", "a Windows DLL", "no library"
};
BinaryFormat binary_format(std::string_view bytes);
/// The format a library must have to be loaded here.
BinaryFormat native_format();
/// "is not an ELF shared library", "is for AArch64 (64 bit); this machine is ..."; empty: a library for this
/// machine.
std::string wrong_format(std::string_view bytes);

/// Why the loader must not be given this file: no library, one for another machine, or cut short. The loader
/// maps what the program headers promise without looking at the size of the file, and the first access past
/// its end would end the process with SIGBUS. Empty when there is nothing against it, and for a file that
/// cannot be opened, of which the loader says why. Reads the headers only; cheap enough for every load.
std::string why_not_loadable(const std::filesystem::path& path);

/// A version of a library's interface that a binary asks for: "GLIBC_2.38" of "libc.so.6".
struct VersionNeed {
  std::string_view library;
  std::string_view version;
  std::string_view symbol;  ///< one that is bound to this version; may be empty
  bool weak{false};         ///< the loader does not insist
};

/// The dynamic part of an ELF shared library for this machine, read the way the loader reads it (program
/// headers and the dynamic table; section headers may be stripped) but without running anything and without
/// trusting a single offset: a damaged file gives an error, never a read outside of it. Views point into the
/// bytes, which the object owns.
class ElfFile {
 public:
  /// Empty when the bytes are no ELF shared library for this machine or are damaged; `error` then says why.
  static std::optional<ElfFile> parse(Bytes bytes, std::string& error);

  std::string_view soname() const noexcept { return soname_; }
  const std::vector<std::string_view>& needed() const noexcept { return needed_; }
  std::string_view rpath() const noexcept { return rpath_; }
  std::string_view runpath() const noexcept { return runpath_; }
  /// Names of the functions and objects others can use, sorted.
  const std::vector<std::string_view>& exports() const noexcept { return exports_; }
  bool exports(std::string_view name) const noexcept;
  /// Names that must come from somewhere else (weak ones left out), sorted.
  const std::vector<std::string_view>& undefined() const noexcept { return undefined_; }
  const std::vector<VersionNeed>& version_needs() const noexcept { return version_needs_; }
  /// Versions this library offers, e.g. "GLIBC_2.36"; empty when it has none.
  const std::vector<std::string_view>& offered_versions() const noexcept { return offered_versions_; }

 private:
  friend class ElfReader;
  explicit ElfFile(Bytes bytes) : bytes_{std::move(bytes)} {}

  Bytes bytes_;
  std::string_view soname_, rpath_, runpath_;
  std::vector<std::string_view> needed_, exports_, undefined_, offered_versions_;
  std::vector<VersionNeed> version_needs_;
};

}  // namespace lockstep::core
