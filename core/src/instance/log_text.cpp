// SPDX-License-Identifier: Apache-2.0
#include "instance/log_text.hpp"

#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace lockstep::core {

namespace {

constexpr int kMaxConversions = 64;
constexpr std::size_t kMaxField = 512;  // widest field and longest number of one conversion

/// One "%...x" of a format string.
struct Conversion {
  std::string_view text;    // from '%' to the letter
  std::string_view flags;   // of "-+ #0'"
  std::string_view length;  // hh h l ll L z j t q
  int width{-1}, precision{-1};
  bool star_width{false}, star_precision{false};
  char letter{0};  // 0: not a conversion
};

int parse_number(const char*& at) {
  int value = 0;
  while (*at >= '0' && *at <= '9' && value < 1'000'000)
    value = value * 10 + (*at++ - '0');
  return value;
}

std::string_view parse_any_of(const char*& at, const char* set, std::size_t limit) {
  const char* begin = at;
  while (*at != '\0' && std::strchr(set, *at) != nullptr && static_cast<std::size_t>(at - begin) < limit)
    ++at;
  return {begin, static_cast<std::size_t>(at - begin)};
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Whether a percent sign stands inside a sentence ("50% of it", "100 % sure", "10% done"): these flags mean
/// nothing for these conversions, and nobody writes "% d" in front of a letter.
bool is_sentence(std::string_view flags, const char* letter) {
  if (flags.find(' ') != std::string_view::npos && is_letter(letter[1])) return true;
  if (std::strchr("ouxXp", *letter) != nullptr) return flags.find(' ') != std::string_view::npos;
  return (*letter == 's' || *letter == 'c') && flags.find_first_of("+ #0'") != std::string_view::npos;
}

Conversion parse_conversion(const char* percent) {
  Conversion conversion;
  const char* at = percent + 1;
  conversion.flags = parse_any_of(at, "-+ #0'", 6);
  if (*at == '*') {
    conversion.star_width = true;
    ++at;
  } else if (*at >= '0' && *at <= '9') {
    conversion.width = parse_number(at);
  }
  if (*at == '.') {
    ++at;
    conversion.star_precision = *at == '*';
    if (conversion.star_precision) {
      ++at;
    } else {
      conversion.precision = parse_number(at);
    }
  }
  conversion.length = parse_any_of(at, "hlLzjtq", 2);
  const bool known = *at != '\0' && std::strchr("diouxXcsfFeEgGaAp%n", *at) != nullptr;
  if (known && !is_sentence(conversion.flags, at)) conversion.letter = *at++;
  conversion.text = {percent, static_cast<std::size_t>(at - percent)};
  return conversion;
}

int bounded(int value) {
  return value < 0 ? value : (value > static_cast<int>(kMaxField) ? static_cast<int>(kMaxField) : value);
}

/// va_list is an array on some machines and cannot be passed by reference there; a struct can.
struct Arguments {
  std::va_list list;
};

template <class T>
void print(std::string& out, const Conversion& conversion, const char* length, T value) {
  char format[16];
  std::snprintf(format, sizeof format, "%%%.*s*.*%s%c", static_cast<int>(conversion.flags.size()),
                conversion.flags.data(), length, conversion.letter);
  char field[2 * kMaxField];
  // A negative precision counts as not given, and a width of 0 as none.
  std::snprintf(field, sizeof field, format, bounded(conversion.width < 0 ? 0 : conversion.width),
                bounded(conversion.precision), value);
  out += field;
}

void print_integer(std::string& out, const Conversion& conversion, Arguments& arguments) {
  const std::string_view length = conversion.length;
  std::intmax_t value = 0;
  if (length == "ll" || length == "q" || length == "j") {
    value = va_arg(arguments.list, long long);
  } else if (length == "l" || length == "z" || length == "t") {
    value = va_arg(arguments.list, long);
  } else {
    value = va_arg(arguments.list, int);
    const bool is_signed = conversion.letter == 'd' || conversion.letter == 'i';
    if (length == "hh")
      value = is_signed ? static_cast<std::int8_t>(value) : static_cast<std::uint8_t>(value);
    else if (length == "h")
      value = is_signed ? static_cast<std::int16_t>(value) : static_cast<std::uint16_t>(value);
    else if (!is_signed)
      value = static_cast<std::uint32_t>(value);
  }
  print(out, conversion, "j", value);
}

void print_floating(std::string& out, const Conversion& conversion, Arguments& arguments) {
  if (conversion.length == "L") {
    print(out, conversion, "L", va_arg(arguments.list, long double));
  } else {
    print(out, conversion, "", va_arg(arguments.list, double));
  }
}

void print_string(std::string& out, const Conversion& conversion, Arguments& arguments) {
  const char* text = va_arg(arguments.list, const char*);
  const std::size_t limit =
      conversion.precision >= 0 ? static_cast<std::size_t>(conversion.precision) : kMaxLogText + 1;
  if (text == nullptr) {
    out += "(null)";
  } else if (conversion.length == "l" || !is_readable(text, limit)) {  // wide text: nobody logs it
    out.append(conversion.text);
  } else {
    const std::size_t size = strnlen(text, limit);
    const std::size_t width = conversion.width > 0 ? static_cast<std::size_t>(bounded(conversion.width)) : 0;
    const std::size_t blanks = width > size ? width - size : 0;
    const bool left = conversion.flags.find('-') != std::string_view::npos;
    if (!left) out.append(blanks, ' ');
    out.append(text, size);
    if (left) out.append(blanks, ' ');
  }
}

void print_conversion(std::string& out, Conversion conversion, Arguments& arguments) {
  if (conversion.star_width) conversion.width = bounded(va_arg(arguments.list, int));
  if (conversion.star_precision) conversion.precision = va_arg(arguments.list, int);
  switch (conversion.letter) {
    case 's':
      return print_string(out, conversion, arguments);
    case 'c':
      out += static_cast<char>(va_arg(arguments.list, int));
      return;
    case 'p':
      out += fmt::format("{}", va_arg(arguments.list, void*));
      return;
    case 'n':
      static_cast<void>(
          va_arg(arguments.list, void*));  // writing through it is how format strings are abused
      return;
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      return print_integer(out, conversion, arguments);
    default:
      return print_floating(out, conversion, arguments);
  }
}

bool cut(std::string& out) {
  if (out.size() <= kMaxLogText) return false;
  out.resize(kMaxLogText);
  out += "... (cut)";
  return true;
}

}  // namespace

bool is_readable(const char* text, std::size_t limit) noexcept {
  // rt_sigprocmask copies the new mask before it looks at the (invalid) first argument: EFAULT tells an
  // unreadable address from EINVAL without a signal and without a file descriptor.
  constexpr std::uintptr_t kPage = 4096;
  const auto begin = reinterpret_cast<std::uintptr_t>(text);
  if (begin < kPage) return false;
  const std::uintptr_t end = begin + (limit > kMaxLogText ? kMaxLogText : limit);
  for (std::uintptr_t page = begin & ~(kPage - 1); page < end || page == (begin & ~(kPage - 1));
       page += kPage) {
    const int saved = errno;
    const long result = ::syscall(SYS_rt_sigprocmask, ~0, page, nullptr, sizeof(std::uint64_t));
    const bool bad = result == -1 && errno == EFAULT;
    errno = saved;
    if (bad) return false;
    const std::uintptr_t from = page < begin ? begin : page;
    const std::uintptr_t to = page + kPage < end ? page + kPage : end;
    if (to > from && std::memchr(reinterpret_cast<const void*>(from), 0, to - from) != nullptr) return true;
  }
  return true;
}

std::string format_foreign(const char* format, std::va_list list) {
  std::string out;
  if (format == nullptr) return out;
  Arguments arguments{};
  va_copy(arguments.list, list);
  int conversions = 0;
  for (const char* at = format; *at != '\0' && !cut(out);) {
    const char* percent = std::strchr(at, '%');
    const std::size_t literal = percent != nullptr ? static_cast<std::size_t>(percent - at) : std::strlen(at);
    out.append(at, literal < kMaxLogText ? literal : kMaxLogText + 1);
    if (percent == nullptr) break;
    const Conversion conversion = parse_conversion(percent);
    if (conversion.letter == '%') {
      out += '%';
    } else if (conversion.letter == 0 || ++conversions > kMaxConversions) {
      out.append(conversion.text);
    } else {
      print_conversion(out, conversion, arguments);
    }
    at = percent + conversion.text.size();
  }
  cut(out);
  va_end(arguments.list);
  return out;
}

namespace {

/// Parses "digits#" at the start of `text`; the number of characters used, 0 when it does not match.
std::size_t parse_reference(std::string_view text, ValueReference& reference) {
  std::uint64_t value = 0;
  std::size_t i = 0;
  while (i < text.size() && text[i] >= '0' && text[i] <= '9' && i < 10)
    value = value * 10 + static_cast<std::uint64_t>(text[i++] - '0');
  if (i == 0 || i >= text.size() || text[i] != '#' || value > 0xFFFFFFFFU) return 0;
  reference = static_cast<ValueReference>(value);
  return i + 1;
}

std::optional<VariableType> type_of_letter(char letter) {
  switch (letter) {
    case 'r':
      return VariableType::kFloat64;
    case 'i':
      return VariableType::kInt32;
    case 'b':
      return VariableType::kBoolean;
    case 's':
      return VariableType::kString;
    default:
      return std::nullopt;
  }
}

std::string expand(std::string_view text, const NameOf& name_of, bool typed) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t hash = text.find('#');
    out.append(text.substr(0, hash));
    if (hash == std::string_view::npos) break;
    text.remove_prefix(hash);
    if (text.size() > 1 && text[1] == '#') {
      out += '#';
      text.remove_prefix(2);
      continue;
    }
    const std::size_t skip = typed ? 2 : 1;
    ValueReference reference = 0;
    const std::optional<VariableType> type =
        !typed ? VariableType::kFloat64 : (text.size() > 1 ? type_of_letter(text[1]) : std::nullopt);
    const std::size_t used = type && text.size() > skip ? parse_reference(text.substr(skip), reference) : 0;
    const std::string_view name = used != 0 && name_of ? name_of(reference, *type) : std::string_view{};
    out.append(name.empty() ? text.substr(0, 1) : name);
    text.remove_prefix(name.empty() ? 1 : skip + used);
  }
  return out;
}

}  // namespace

std::string expand_typed_references(std::string_view text, const NameOf& name_of) {
  return expand(text, name_of, true);
}

std::string expand_references(std::string_view text, const NameOf& name_of) {
  return expand(text, name_of, false);
}

}  // namespace lockstep::core
