// SPDX-License-Identifier: Apache-2.0
#include "binary/elf_file.hpp"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace lockstep::core {
namespace {

/// Reads structures and strings inside the file only.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_{bytes} {}

  template <class T>
  std::optional<T> at(std::uint64_t offset) const {
    T value;
    if (offset > bytes_.size() || sizeof(T) > bytes_.size() - offset) return std::nullopt;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }
  /// The part of the file a section covers; empty when it reaches beyond the end.
  std::string_view part(std::uint64_t offset, std::uint64_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset) return {};
    return bytes_.substr(offset, size);
  }

 private:
  std::string_view bytes_;
};

std::string text_at(std::string_view table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  const std::string_view rest = table.substr(offset);
  return std::string{rest.substr(0, rest.find('\0'))};
}

template <class T>
std::optional<T> element(std::string_view part, std::size_t index) {
  return Bytes{part}.at<T>(index * sizeof(T));
}

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> folders;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    if (end > begin) folders.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

struct Elf32 {
  using Header = Elf32_Ehdr;
  using Section = Elf32_Shdr;
  using Dynamic = Elf32_Dyn;
  using Symbol = Elf32_Sym;
};
struct Elf64 {
  using Header = Elf64_Ehdr;
  using Section = Elf64_Shdr;
  using Dynamic = Elf64_Dyn;
  using Symbol = Elf64_Sym;
};

constexpr std::size_t kMaxSections = 65'536;

/// Reads the sections a loader cares about. Stripped libraries keep them.
template <class Elf>
class Reader {
 public:
  Reader(Bytes bytes, ElfFile& file) : bytes_{bytes}, file_{file} {}

  bool read() {
    const auto header = bytes_.template at<typename Elf::Header>(0);
    if (!header) return false;
    file_.machine = header->e_machine;
    file_.kind = header->e_type == ET_DYN ? ElfFile::Kind::kShared : ElfFile::Kind::kOtherElf;
    const std::size_t count = std::min<std::size_t>(header->e_shnum, kMaxSections);
    for (std::size_t i = 0; i < count; ++i) {
      const auto section =
          bytes_.template at<typename Elf::Section>(header->e_shoff + i * sizeof(typename Elf::Section));
      if (!section) return false;
      sections_.push_back(*section);
    }
    for (const auto& section : sections_) {
      if (section.sh_type == SHT_DYNAMIC) read_dynamic(section);
      if (section.sh_type == SHT_DYNSYM) read_symbols(section);
      if (section.sh_type == SHT_GNU_verneed) read_versions(section);
    }
    std::sort(file_.exported.begin(), file_.exported.end());
    return true;
  }

 private:
  using Section = typename Elf::Section;

  std::string_view content(const Section& section) const {
    return bytes_.part(section.sh_offset, section.sh_size);
  }
  std::string_view strings_of(const Section& section) const {
    return section.sh_link < sections_.size() ? content(sections_[section.sh_link]) : std::string_view{};
  }

  void read_dynamic(const Section& section) {
    const std::string_view part = content(section);
    const std::string_view strings = strings_of(section);
    std::string runpath, rpath;
    for (std::size_t i = 0;; ++i) {
      const auto entry = element<typename Elf::Dynamic>(part, i);
      if (!entry || entry->d_tag == DT_NULL) break;
      if (entry->d_tag == DT_NEEDED) file_.needed.push_back(text_at(strings, entry->d_un.d_val));
      if (entry->d_tag == DT_RUNPATH) runpath = text_at(strings, entry->d_un.d_val);
      if (entry->d_tag == DT_RPATH) rpath = text_at(strings, entry->d_un.d_val);
    }
    file_.search_path = split_path(runpath.empty() ? rpath : runpath);
  }

  void read_symbols(const Section& section) {
    const std::string_view part = content(section);
    const std::string_view strings = strings_of(section);
    file_.has_symbols = !part.empty();
    for (std::size_t i = 0;; ++i) {
      const auto symbol = element<typename Elf::Symbol>(part, i);
      if (!symbol) break;
      const unsigned binding = symbol->st_info >> 4U;
      const bool visible = (symbol->st_other & 3U) == STV_DEFAULT || (symbol->st_other & 3U) == STV_PROTECTED;
      if (symbol->st_shndx == SHN_UNDEF || !visible || (binding != STB_GLOBAL && binding != STB_WEAK))
        continue;
      file_.exported.push_back(text_at(strings, symbol->st_name));
    }
  }

  // The same layout in both classes.
  void read_versions(const Section& section) {
    const Bytes part{content(section)};
    const std::string_view strings = strings_of(section);
    std::uint64_t offset = 0;
    for (std::size_t i = 0; i < kMaxSections; ++i) {
      const auto need = part.at<Elf64_Verneed>(offset);
      if (!need) return;
      std::uint64_t inner = offset + need->vn_aux;
      for (unsigned n = 0; n < need->vn_cnt; ++n) {
        const auto aux = part.at<Elf64_Vernaux>(inner);
        if (!aux) return;
        file_.versions.push_back({text_at(strings, need->vn_file), text_at(strings, aux->vna_name)});
        if (aux->vna_next == 0) break;
        inner += aux->vna_next;
      }
      if (need->vn_next == 0) return;
      offset += need->vn_next;
    }
  }

  Bytes bytes_;
  ElfFile& file_;
  std::vector<Section> sections_;
};

}  // namespace

bool ElfFile::exports(std::string_view symbol) const noexcept {
  const auto found = std::lower_bound(exported.begin(), exported.end(), symbol);
  return found != exported.end() && *found == symbol;
}

ElfFile read_elf(std::string_view bytes) {
  ElfFile file;
  if (bytes.size() < EI_NIDENT || bytes.substr(0, SELFMAG) != ELFMAG) return file;
  file.kind = ElfFile::Kind::kDamaged;
  file.bits = bytes[EI_CLASS] == ELFCLASS64 ? 64 : 32;
  if (bytes[EI_DATA] != ELFDATA2LSB) {
    file.kind = ElfFile::Kind::kOtherElf;
    return file;
  }
  const Bytes reader{bytes};
  const bool whole =
      file.bits == 64 ? Reader<Elf64>{reader, file}.read() : Reader<Elf32>{reader, file}.read();
  if (!whole) file.kind = ElfFile::Kind::kDamaged;
  return file;
}

std::string machine_name(std::uint16_t machine) {
  switch (machine) {
    case EM_386:
      return "x86";
    case EM_X86_64:
      return "x86-64";
    case EM_ARM:
      return "ARM";
    case EM_AARCH64:
      return "AArch64";
    case EM_RISCV:
      return "RISC-V";
    case EM_PPC64:
      return "PowerPC 64";
    default:
      return "machine " + std::to_string(machine);
  }
}

int host_bits() noexcept {
  return static_cast<int>(8 * sizeof(void*));
}

std::uint16_t host_machine() noexcept {
#if defined(__x86_64__)
  return EM_X86_64;
#elif defined(__i386__)
  return EM_386;
#elif defined(__aarch64__)
  return EM_AARCH64;
#else
#error "name this processor's ELF machine"
#endif
}

}  // namespace lockstep::core
