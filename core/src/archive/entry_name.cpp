// SPDX-License-Identifier: Apache-2.0
#include "archive/entry_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace lockstep::core::archive {
namespace {

/// Unicode of the bytes 0x80 to 0xFF in code page 437.
constexpr std::array<char16_t, 128> kCodePage437 = {
    0x00C7, 0x00FC, 0x00E9, 0x00E2, 0x00E4, 0x00E0, 0x00E5, 0x00E7, 0x00EA, 0x00EB, 0x00E8, 0x00EF, 0x00EE,
    0x00EC, 0x00C4, 0x00C5, 0x00C9, 0x00E6, 0x00C6, 0x00F4, 0x00F6, 0x00F2, 0x00FB, 0x00F9, 0x00FF, 0x00D6,
    0x00DC, 0x00A2, 0x00A3, 0x00A5, 0x20A7, 0x0192, 0x00E1, 0x00ED, 0x00F3, 0x00FA, 0x00F1, 0x00D1, 0x00AA,
    0x00BA, 0x00BF, 0x2310, 0x00AC, 0x00BD, 0x00BC, 0x00A1, 0x00AB, 0x00BB, 0x2591, 0x2592, 0x2593, 0x2502,
    0x2524, 0x2561, 0x2562, 0x2556, 0x2555, 0x2563, 0x2551, 0x2557, 0x255D, 0x255C, 0x255B, 0x2510, 0x2514,
    0x2534, 0x252C, 0x251C, 0x2500, 0x253C, 0x255E, 0x255F, 0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550,
    0x256C, 0x2567, 0x2568, 0x2564, 0x2565, 0x2559, 0x2558, 0x2552, 0x2553, 0x256B, 0x256A, 0x2518, 0x250C,
    0x2588, 0x2584, 0x258C, 0x2590, 0x2580, 0x03B1, 0x00DF, 0x0393, 0x03C0, 0x03A3, 0x03C3, 0x00B5, 0x03C4,
    0x03A6, 0x0398, 0x03A9, 0x03B4, 0x221E, 0x03C6, 0x03B5, 0x2229, 0x2261, 0x00B1, 0x2265, 0x2264, 0x2320,
    0x2321, 0x00F7, 0x2248, 0x00B0, 0x2219, 0x00B7, 0x221A, 0x207F, 0x00B2, 0x25A0, 0x00A0};

unsigned byte_at(std::string_view text, std::size_t index) {
  return static_cast<unsigned char>(text[index]);
}

/// Length of the valid UTF-8 character at `at`, 0 if there is none (overlong forms and surrogates are not).
std::size_t utf8_length(std::string_view text, std::size_t at) {
  const unsigned lead = byte_at(text, at);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte_at(text, at + i) & 0xC0U) != 0x80U) return 0;
  const unsigned second = byte_at(text, at + 1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool surrogate = lead == 0xED && second > 0x9F;
  const bool beyond = lead == 0xF4 && second > 0x8F;
  return overlong || surrogate || beyond ? 0 : length;
}

bool is_control(std::string_view text, std::size_t at) {
  const unsigned lead = byte_at(text, at);
  if (lead < 0x20 || lead == 0x7F) return true;
  return lead == 0xC2 && at + 1 < text.size() && byte_at(text, at + 1) < 0xA0;  // U+0080 to U+009F
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string from_code_page_437(std::string_view text) {
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const unsigned code = byte < 0x80 ? byte : kCodePage437[byte - 0x80U];
    if (code < 0x80) {
      utf8 += static_cast<char>(code);
    } else if (code < 0x800) {
      utf8 += static_cast<char>(0xC0U | (code >> 6U));
      utf8 += static_cast<char>(0x80U | (code & 0x3FU));
    } else {
      utf8 += static_cast<char>(0xE0U | (code >> 12U));
      utf8 += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
      utf8 += static_cast<char>(0x80U | (code & 0x3FU));
    }
  }
  return utf8;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// What makes the whole name unacceptable, before it is taken apart; empty if nothing does.
std::string problem_of_whole(std::string_view name) {
  if (name.empty()) return "has an empty name";
  if (name.size() > kMaxNameBytes)
    return fmt::format("has a name of {} bytes; the limit is {}", name.size(), kMaxNameBytes);
  for (std::size_t at = 0; at < name.size(); ++at)
    if (is_control(name, at))
      return fmt::format("has the control character 0x{:02x} in its name", byte_at(name, at));
  if (name[0] == '/') return "has an absolute name; names must be relative to the root of the FMU";
  if (name.size() > 1 && name[1] == ':' && is_letter(name[0]))
    return "has a drive letter in its name; names must be relative to the root of the FMU";
  return {};
}

/// Appends the parts of `text` to `result.name`, or sets `result.problem`.
void append_parts(std::string_view text, std::uint32_t max_depth, EntryName& result) {
  std::uint32_t depth = 0;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('/', at), text.size());
    const std::string_view part = text.substr(at, end - at);
    at = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      result.problem = "has '..' in its name, which could leave the root of the FMU";
    } else if (part.size() > kMaxPartBytes) {
      result.problem =
          fmt::format("has a name with a part of {} bytes; the limit is {}", part.size(), kMaxPartBytes);
    } else if (depth++ > max_depth) {
      result.problem = fmt::format("lies deeper than {} folders (ArchiveLimits::max_depth)", max_depth);
    }
    if (!result.problem.empty()) return;
    if (!result.name.empty()) result.name += '/';
    result.name += part;
  }
}

}  // namespace

EntryName normalise_entry_name(std::string_view raw, bool declared_utf8, std::uint32_t max_depth) {
  EntryName result;
  std::string text;
  if (is_utf8(raw)) {
    text = raw;
  } else if (declared_utf8) {
    result.problem = "is declared to have a UTF-8 name and has not";
    return result;
  } else {
    text = from_code_page_437(raw);
  }
  std::replace(text.begin(), text.end(), '\\', '/');
  result.problem = problem_of_whole(text);
  if (!result.problem.empty()) return result;
  result.is_folder = text.back() == '/';
  append_parts(text, max_depth, result);
  if (result.name.empty()) result.is_folder = true;
  return result;
}

std::string printable(std::string_view raw) {
  constexpr std::size_t kMaxShown = 120;
  std::string shown;
  for (std::size_t at = 0; at < raw.size();) {
    if (at >= kMaxShown) return shown + "...";
    const std::size_t length = utf8_length(raw, at);
    if (length == 0 || is_control(raw, at)) {
      shown += fmt::format("\\x{:02x}", byte_at(raw, at));
      ++at;
    } else {
      shown += raw.substr(at, length);
      at += length;
    }
  }
  return shown;
}

}  // namespace lockstep::core::archive
