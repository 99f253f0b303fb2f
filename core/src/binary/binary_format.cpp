// SPDX-License-Identifier: Apache-2.0
#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <cstring>

#include "binary/elf_file.hpp"

namespace lockstep::core {
namespace {

std::uint32_t number_at(std::string_view bytes, std::size_t offset, std::size_t size,
                        bool big_endian) noexcept {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t at = big_endian ? offset + i : offset + size - 1 - i;
    value = value << 8U | static_cast<unsigned char>(bytes[at]);
  }
  return value;
}

std::string elf_processor(std::uint32_t machine, unsigned bits) {
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
      return bits == 32 ? "RISC-V 32" : "RISC-V 64";
    case EM_PPC:
      return "PowerPC";
    case EM_PPC64:
      return "PowerPC 64";
    default:
      return fmt::format("machine {}", machine);
  }
}

BinaryFormat elf_format(std::string_view bytes) {
  BinaryFormat format;
  format.container = BinaryFormat::Container::kElf;
  format.bits = bytes[EI_CLASS] == ELFCLASS64 ? 64 : bytes[EI_CLASS] == ELFCLASS32 ? 32 : 0;
  format.big_endian = bytes[EI_DATA] == ELFDATA2MSB;
  const std::uint32_t type = number_at(bytes, 16, 2, format.big_endian);
  const std::uint32_t machine = number_at(bytes, 18, 2, format.big_endian);
  format.processor = elf_processor(machine, format.bits);
  format.shared_library = type == ET_DYN;
  return format;
}

/// DLLs start with a DOS header that points to the real one.
BinaryFormat pe_format(std::string_view bytes) {
  BinaryFormat format;
  format.container = BinaryFormat::Container::kPe;
  const std::size_t header = bytes.size() >= 64 ? number_at(bytes, 60, 4, false) : bytes.size();
  if (header > bytes.size() || bytes.size() - header < 6 ||
      bytes.compare(header, 4, std::string_view("PE\0\0", 4)) != 0)
    return format;
  switch (number_at(bytes, header + 4, 2, false)) {
    case 0x8664:
      format.bits = 64;
      format.processor = "x86-64";
      break;
    case 0x14C:
      format.bits = 32;
      format.processor = "x86";
      break;
    case 0xAA64:
      format.bits = 64;
      format.processor = "AArch64";
      break;
    default:
      break;
  }
  return format;
}

}  // namespace

std::string BinaryFormat::to_text() const {
  switch (container) {
    case Container::kElf:
      return fmt::format("{} ({} bit{}){}", processor, bits, big_endian ? ", big-endian" : "",
                         shared_library ? "" : ", but not a shared library");
    case Container::kPe:
      return processor.empty() ? "Windows" : fmt::format("Windows on {}", processor);
    case Container::kMachO:
      return "macOS";
    case Container::kUnknown:
      break;
  }
  return "no system";
}

BinaryFormat native_format() {
  const ElfW(Half) machine =
#if defined(__x86_64__)
      EM_X86_64;
#elif defined(__aarch64__)
      EM_AARCH64;
#elif defined(__i386__)
      EM_386;
#elif defined(__arm__)
      EM_ARM;
#elif defined(__riscv)
      EM_RISCV;
#elif defined(__powerpc64__)
      EM_PPC64;
#else
      EM_NONE;
#endif
  BinaryFormat format;
  format.container = BinaryFormat::Container::kElf;
  format.bits = sizeof(void*) * 8;
  format.processor = elf_processor(machine, format.bits);
  format.big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
  format.shared_library = true;
  format.this_machine = true;
  return format;
}

std::string wrong_format(std::string_view bytes) {
  const BinaryFormat format = binary_format(bytes);
  if (!format.is_library()) return "is not an ELF shared library";
  if (format.this_machine) return {};
  return fmt::format("is for {}; this machine is {}", format.to_text(), native_format().to_text());
}

BinaryFormat binary_format(std::string_view bytes) {
  if (bytes.size() >= 20 && bytes.compare(0, SELFMAG, ELFMAG) == 0) {
    BinaryFormat format = elf_format(bytes);
    const BinaryFormat native = native_format();
    format.this_machine = format.shared_library && format.bits == native.bits &&
                          format.processor == native.processor && format.big_endian == native.big_endian;
    return format;
  }
  if (bytes.compare(0, 2, "MZ") == 0) return pe_format(bytes);
  BinaryFormat format;
  if (bytes.size() >= 4) {
    const std::uint32_t magic = number_at(bytes, 0, 4, false);
    if (magic == 0xFEEDFACE || magic == 0xFEEDFACF || magic == 0xBEBAFECA) {
      format.container = BinaryFormat::Container::kMachO;
      format.bits = magic == 0xFEEDFACF ? 64 : magic == 0xFEEDFACE ? 32 : 0;
    }
  }
  return format;
}

}  // namespace lockstep::core
