// SPDX-License-Identifier: Apache-2.0
#include "description/xml_encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "lockstep/core/error.hpp"

namespace lockstep::core {
namespace {

std::uint8_t byte(char c) noexcept {
  return static_cast<std::uint8_t>(c);
}

void append_utf8(std::vector<char>& out, std::uint32_t code) {
  const auto put = [&out](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | code >> 6U);
    put(0x80 | (code & 0x3FU));
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12U);
    put(0x80 | (code >> 6U & 0x3FU));
    put(0x80 | (code & 0x3FU));
  } else {
    put(0xF0 | code >> 18U);
    put(0x80 | (code >> 12U & 0x3FU));
    put(0x80 | (code >> 6U & 0x3FU));
    put(0x80 | (code & 0x3FU));
  }
}

/// Windows-1252 differs from ISO-8859-1 between 0x80 and 0x9F; the five unused places become U+FFFD.
constexpr std::array<std::uint16_t, 32> kWindows1252Codes{
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};

enum class SingleByte : std::uint8_t { kLatin1, kLatin9, kWindows1252 };

std::uint32_t code_point(std::uint8_t value, SingleByte encoding) noexcept {
  if (encoding == SingleByte::kWindows1252 && value >= 0x80 && value < 0xA0)
    return kWindows1252Codes[value - 0x80U];
  if (encoding == SingleByte::kLatin9) {
    switch (value) {
      case 0xA4:
        return 0x20AC;
      case 0xA6:
        return 0x160;
      case 0xA8:
        return 0x161;
      case 0xB4:
        return 0x17D;
      case 0xB8:
        return 0x17E;
      case 0xBC:
        return 0x152;
      case 0xBD:
        return 0x153;
      case 0xBE:
        return 0x178;
      default:
        break;
    }
  }
  return value;
}

void convert_single_byte(Bytes& text, SingleByte encoding) {
  std::vector<char> out;
  out.reserve(text.size() + text.size() / 8);
  for (const char c : text.text())
    append_utf8(out, code_point(byte(c), encoding));
  text = Bytes{out};
}

/// Code units of `width` bytes; for UTF-16 surrogate pairs are joined.
void convert_wide(Bytes& text, std::size_t width, bool big_endian) {
  std::vector<char> out;
  out.reserve(text.size() / width + 16);
  const auto unit = [&](std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
      value = value << 8U | byte(text.data()[big_endian ? at + i : at + width - 1 - i]);
    return value;
  };
  for (std::size_t at = 0; at + width <= text.size(); at += width) {
    std::uint32_t code = unit(at);
    if (at == 0 && code == 0xFEFF) continue;
    if (width == 2 && code >= 0xD800 && code < 0xDC00 && at + 4 <= text.size()) {
      const std::uint32_t low = unit(at + 2);
      if (low >= 0xDC00 && low < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
        at += 2;
      }
    }
    append_utf8(out, code);
  }
  text = Bytes{out};
}

/// Keeps what is UTF-8 and reads each other byte as Windows-1252.
void repair_utf8(Bytes& text) {
  std::vector<char> out;
  out.reserve(text.size() + text.size() / 8);
  std::string_view rest = text.text();
  while (!rest.empty()) {
    const std::size_t valid = first_invalid_utf8(rest);
    out.insert(out.end(), rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(valid));
    rest.remove_prefix(valid);
    if (rest.empty()) break;
    append_utf8(out, code_point(byte(rest.front()), SingleByte::kWindows1252));
    rest.remove_prefix(1);
  }
  text = Bytes{out};
}

struct WideForm {
  const char* name;
  std::size_t width;
  bool big_endian;
};

/// Wide encodings show themselves by a byte order mark or by the zeros around the first '<'.
const WideForm* wide_form(std::string_view text) noexcept {
  static constexpr WideForm kUtf16Le{"UTF-16LE", 2, false}, kUtf16Be{"UTF-16BE", 2, true},
      kUtf32Le{"UTF-32LE", 4, false}, kUtf32Be{"UTF-32BE", 4, true};
  const auto starts = [&text](std::initializer_list<int> bytes) {
    if (text.size() < bytes.size()) return false;
    return std::equal(bytes.begin(), bytes.end(), text.begin(), [](int a, char b) { return a == byte(b); });
  };
  if (starts({0xFF, 0xFE, 0, 0}) || starts({'<', 0, 0, 0})) return &kUtf32Le;
  if (starts({0, 0, 0xFE, 0xFF}) || starts({0, 0, 0, '<'})) return &kUtf32Be;
  if (starts({0xFF, 0xFE}) || starts({'<', 0})) return &kUtf16Le;
  if (starts({0xFE, 0xFF}) || starts({0, '<'})) return &kUtf16Be;
  return nullptr;
}

/// The encoding named by the XML declaration, in upper case; "UTF-8" when none is named.
std::string declared_encoding(std::string_view text) {
  constexpr std::string_view kDefault = "UTF-8";
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  if (text.substr(0, 5) != "<?xml") return std::string{kDefault};
  const std::string_view declaration = text.substr(0, std::min<std::size_t>(text.find("?>"), 400));
  std::size_t at = declaration.find("encoding");
  if (at == std::string_view::npos) return std::string{kDefault};
  at = declaration.find_first_of("\"'", at);
  if (at == std::string_view::npos) return std::string{kDefault};
  const std::size_t end = declaration.find(declaration[at], at + 1);
  if (end == std::string_view::npos) return std::string{kDefault};
  std::string name{declaration.substr(at + 1, end - at - 1)};
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return name;
}

}  // namespace

std::size_t first_invalid_utf8(std::string_view text) noexcept {
  std::size_t at = 0;
  const auto continuation = [&](std::size_t offset) {
    return at + offset < text.size() && (byte(text[at + offset]) & 0xC0U) == 0x80;
  };
  while (at < text.size()) {
    const std::uint8_t lead = byte(text[at]);
    if (lead < 0x80) {
      ++at;
      continue;
    }
    const std::size_t length = lead >= 0xC2 && lead < 0xE0   ? 2
                               : lead >= 0xE0 && lead < 0xF0 ? 3
                               : lead >= 0xF0 && lead < 0xF5 ? 4
                                                             : 0;
    if (length == 0) return at;
    for (std::size_t i = 1; i < length; ++i)
      if (!continuation(i)) return at;
    const std::uint8_t second = byte(text[at + 1]);
    const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    const bool surrogate = lead == 0xED && second >= 0xA0;
    const bool too_large = lead == 0xF4 && second >= 0x90;
    if (overlong || surrogate || too_large) return at;
    at += length;
  }
  return at;
}

EncodingReport to_utf8(Bytes& text, bool ascii, std::string_view file) {
  if (const WideForm* wide = wide_form(text.text())) {
    convert_wide(text, wide->width, wide->big_endian);
    return {wide->name, 0};
  }
  const std::string_view view = text.text();
  const std::string name = declared_encoding(view);
  const bool has_bom = view.substr(0, 3) == "\xEF\xBB\xBF";
  if (ascii) return {name, 0};
  if (!has_bom) {
    if (name == "ISO-8859-1" || name == "ISO_8859-1" || name == "LATIN1" || name == "LATIN-1") {
      convert_single_byte(text, SingleByte::kLatin1);
      return {name, 0};
    }
    if (name == "ISO-8859-15" || name == "LATIN9" || name == "LATIN-9") {
      convert_single_byte(text, SingleByte::kLatin9);
      return {name, 0};
    }
    if (name == "WINDOWS-1252" || name == "CP1252") {
      convert_single_byte(text, SingleByte::kWindows1252);
      return {name, 0};
    }
    if (name != "UTF-8" && name != "UTF8" && name != "US-ASCII" && name != "ASCII") {
      throw Error{
          ErrorCode::kBadDescription,
          fmt::format("{}: the declared encoding '{}' is not supported; save the file as UTF-8 (also read: "
                      "UTF-16, UTF-32, ISO-8859-1, ISO-8859-15, Windows-1252)",
                      file, name.substr(0, 40))};
    }
  }
  const std::size_t invalid = first_invalid_utf8(view);
  if (invalid == view.size()) return {"UTF-8", 0};
  const auto line = 1 + std::count(view.begin(), view.begin() + static_cast<std::ptrdiff_t>(invalid), '\n');
  repair_utf8(text);
  return {"UTF-8", static_cast<std::uint32_t>(line)};
}

}  // namespace lockstep::core
