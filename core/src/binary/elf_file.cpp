// SPDX-License-Identifier: Apache-2.0
#include "binary/elf_file.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace lockstep::core {
namespace {

/// The file contradicts itself.
struct Damaged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using VersionNumber = ElfW(Half);
constexpr unsigned kHiddenBit = 0x8000;

unsigned symbol_binding(unsigned char info) noexcept {
  return info >> 4U;
}
unsigned symbol_type(unsigned char info) noexcept {
  return info & 0xFU;
}

}  // namespace

/// Reads one file; every access goes through bytes_at, which checks it.
class ElfReader {
 public:
  explicit ElfReader(ElfFile& file) : file_{file}, bytes_{file.bytes_.text()} {}

  void read() {
    read_program_headers();
    read_dynamic();
    read_versions_needed();
    read_versions_offered();
    read_symbols();
  }

 private:
  struct Segment {
    std::uint64_t address, offset, size;
  };

  std::string_view bytes_at(std::uint64_t offset, std::uint64_t size) const {
    if (offset > bytes_.size() || size > bytes_.size() - offset)
      throw Damaged{
          fmt::format("it refers to {} bytes at offset {}, the file has {}", size, offset, bytes_.size())};
    return bytes_.substr(offset, size);
  }

  template <class T>
  T at(std::uint64_t offset) const {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, bytes_at(offset, sizeof(T)).data(), sizeof(T));
    return value;
  }

  /// Where an address of the loaded library lies in the file.
  std::uint64_t offset_of(std::uint64_t address) const {
    for (const Segment& segment : segments_)
      if (address >= segment.address && address - segment.address < segment.size)
        return segment.offset + (address - segment.address);
    throw Damaged{fmt::format("address {:#x} is in no loaded segment", address)};
  }

  std::string_view text_at(std::uint64_t index) const {
    if (index >= strings_.size()) throw Damaged{fmt::format("text {} is outside of the string table", index)};
    const std::string_view rest = strings_.substr(index);
    return rest.substr(0, rest.find('\0'));
  }

  void read_program_headers() {
    const auto header = at<ElfW(Ehdr)>(0);
    if (header.e_phentsize != sizeof(ElfW(Phdr)) && header.e_phnum != 0)
      throw Damaged{"its program headers have an unknown size"};
    for (unsigned i = 0; i < header.e_phnum; ++i) {
      const auto program = at<ElfW(Phdr)>(header.e_phoff + std::uint64_t{i} * sizeof(ElfW(Phdr)));
      if (program.p_type == PT_LOAD) {
        bytes_at(program.p_offset, program.p_filesz);
        segments_.push_back({program.p_vaddr, program.p_offset, program.p_filesz});
      }
      if (program.p_type == PT_DYNAMIC) dynamic_ = {program.p_vaddr, program.p_offset, program.p_filesz};
    }
    if (dynamic_.size == 0) throw Damaged{"it has no dynamic section: not a library that can be loaded"};
  }

  void read_dynamic() {
    std::vector<std::uint64_t> needed;
    std::uint64_t soname = kNone, rpath = kNone, runpath = kNone, strings = 0, strings_size = 0;
    const std::uint64_t count = bytes_at(dynamic_.offset, dynamic_.size).size() / sizeof(ElfW(Dyn));
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto entry = at<ElfW(Dyn)>(dynamic_.offset + i * sizeof(ElfW(Dyn)));
      if (entry.d_tag == DT_NULL) break;
      const std::uint64_t value = entry.d_un.d_val;
      switch (entry.d_tag) {
        case DT_NEEDED:
          needed.push_back(value);
          break;
        case DT_SONAME:
          soname = value;
          break;
        case DT_RPATH:
          rpath = value;
          break;
        case DT_RUNPATH:
          runpath = value;
          break;
        case DT_STRTAB:
          strings = value;
          break;
        case DT_STRSZ:
          strings_size = value;
          break;
        default:
          remember_table(entry.d_tag, value);
          break;
      }
    }
    if (strings_size != 0) strings_ = bytes_at(offset_of(strings), strings_size);
    for (const std::uint64_t index : needed)
      file_.needed_.push_back(text_at(index));
    if (soname != kNone) file_.soname_ = text_at(soname);
    if (rpath != kNone) file_.rpath_ = text_at(rpath);
    if (runpath != kNone) file_.runpath_ = text_at(runpath);
  }

  void remember_table(std::int64_t tag, std::uint64_t value) {
    switch (tag) {
      case DT_SYMTAB:
        symbols_ = value;
        break;
      case DT_HASH:
        hash_ = value;
        break;
      case DT_GNU_HASH:
        gnu_hash_ = value;
        break;
      case DT_VERSYM:
        symbol_versions_ = value;
        break;
      case DT_VERNEED:
        versions_needed_ = value;
        break;
      case DT_VERNEEDNUM:
        versions_needed_count_ = value;
        break;
      case DT_VERDEF:
        versions_offered_ = value;
        break;
      case DT_VERDEFNUM:
        versions_offered_count_ = value;
        break;
      default:
        break;
    }
  }

  /// The symbol table does not say how long it is; the hash tables do.
  std::uint64_t symbol_count() const {
    if (hash_ != 0) return at<std::uint32_t>(offset_of(hash_) + 4);
    if (gnu_hash_ == 0) return 0;
    const std::uint64_t table = offset_of(gnu_hash_);
    const auto bucket_count = at<std::uint32_t>(table);
    const auto first_symbol = at<std::uint32_t>(table + 4);
    const auto bloom_size = at<std::uint32_t>(table + 8);
    const std::uint64_t buckets = table + 16 + std::uint64_t{bloom_size} * sizeof(ElfW(Addr));
    const std::uint64_t chains = buckets + std::uint64_t{bucket_count} * 4;
    bytes_at(buckets, std::uint64_t{bucket_count} * 4);
    std::uint32_t last = 0;
    for (std::uint64_t i = 0; i < bucket_count; ++i)
      last = std::max(last, at<std::uint32_t>(buckets + i * 4));
    if (last < first_symbol) return first_symbol;
    // The last chain ends at the entry whose lowest bit is set.
    while ((at<std::uint32_t>(chains + (std::uint64_t{last} - first_symbol) * 4) & 1U) == 0)
      ++last;
    return std::uint64_t{last} + 1;
  }

  void read_symbols() {
    if (symbols_ == 0) return;
    const std::uint64_t count = symbol_count();
    if (count == 0) return;
    const std::uint64_t table = offset_of(symbols_);
    bytes_at(table, std::min<std::uint64_t>(count, bytes_.size()) * sizeof(ElfW(Sym)));
    for (std::uint64_t i = 1; i < count; ++i) {
      const auto symbol = at<ElfW(Sym)>(table + i * sizeof(ElfW(Sym)));
      const unsigned binding = symbol_binding(symbol.st_info);
      if (binding != STB_GLOBAL && binding != STB_WEAK && binding != STB_GNU_UNIQUE) continue;
      const std::string_view name = text_at(symbol.st_name);
      if (name.empty()) continue;
      if (symbol.st_shndx == SHN_UNDEF) {
        if (binding != STB_WEAK) file_.undefined_.push_back(name);
        note_version_user(i, name);
      } else if (symbol_type(symbol.st_info) != STT_SECTION) {
        file_.exports_.push_back(name);
      }
    }
    const auto tidy = [](std::vector<std::string_view>& names) {
      std::sort(names.begin(), names.end());
      names.erase(std::unique(names.begin(), names.end()), names.end());
    };
    tidy(file_.exports_);
    tidy(file_.undefined_);
  }

  void note_version_user(std::uint64_t symbol, std::string_view name) {
    if (symbol_versions_ == 0) return;
    const unsigned version =
        at<VersionNumber>(offset_of(symbol_versions_) + symbol * sizeof(VersionNumber)) & ~kHiddenBit;
    if (version >= need_by_number_.size() || need_by_number_[version] == kNoNeed) return;
    VersionNeed& need = file_.version_needs_[need_by_number_[version]];
    if (need.symbol.empty()) need.symbol = name;
  }

  void read_versions_needed() {
    if (versions_needed_ == 0) return;
    std::uint64_t library = offset_of(versions_needed_);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(versions_needed_count_, bytes_.size()); ++i) {
      const auto need = at<ElfW(Verneed)>(library);
      std::uint64_t version = library + need.vn_aux;
      for (unsigned k = 0; k < need.vn_cnt; ++k) {
        const auto aux = at<ElfW(Vernaux)>(version);
        if (file_.version_needs_.size() >= kMostVersions) throw Damaged{"it needs too many symbol versions"};
        file_.version_needs_.push_back(
            {text_at(need.vn_file), text_at(aux.vna_name), {}, (aux.vna_flags & VER_FLG_WEAK) != 0});
        const unsigned number = aux.vna_other & ~kHiddenBit;
        if (number >= need_by_number_.size()) need_by_number_.resize(number + 1, kNoNeed);
        need_by_number_[number] = file_.version_needs_.size() - 1;
        if (aux.vna_next == 0) break;
        version += aux.vna_next;
      }
      if (need.vn_next == 0) break;
      library += need.vn_next;
    }
  }

  void read_versions_offered() {
    if (versions_offered_ == 0) return;
    std::uint64_t version = offset_of(versions_offered_);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(versions_offered_count_, bytes_.size()); ++i) {
      const auto definition = at<ElfW(Verdef)>(version);
      const auto name = at<ElfW(Verdaux)>(version + definition.vd_aux);
      if (file_.offered_versions_.size() >= kMostVersions)
        throw Damaged{"it offers too many symbol versions"};
      if ((definition.vd_flags & VER_FLG_BASE) == 0)
        file_.offered_versions_.push_back(text_at(name.vda_name));
      if (definition.vd_next == 0) break;
      version += definition.vd_next;
    }
  }

  static constexpr std::uint64_t kNone = UINT64_MAX;
  static constexpr std::size_t kNoNeed = SIZE_MAX;
  static constexpr std::size_t kMostVersions = 10'000;  // libstdc++ has about a hundred

  ElfFile& file_;
  std::string_view bytes_;
  std::string_view strings_;
  std::vector<Segment> segments_;
  Segment dynamic_{0, 0, 0};
  std::vector<std::size_t> need_by_number_;  // symbols refer to file_.version_needs_ by a number
  std::uint64_t symbols_{0}, hash_{0}, gnu_hash_{0}, symbol_versions_{0}, versions_needed_{0},
      versions_needed_count_{0}, versions_offered_{0}, versions_offered_count_{0};
};

std::optional<ElfFile> ElfFile::parse(Bytes bytes, std::string& error) {
  error = wrong_format(bytes.text());
  if (!error.empty()) return std::nullopt;
  ElfFile file{std::move(bytes)};
  try {
    ElfReader{file}.read();
  } catch (const Damaged& damaged) {
    error = fmt::format("is damaged: {}", damaged.what());
    return std::nullopt;
  }
  return file;
}

bool ElfFile::exports(std::string_view name) const noexcept {
  return std::binary_search(exports_.begin(), exports_.end(), name);
}

}  // namespace lockstep::core
