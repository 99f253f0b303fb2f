// SPDX-License-Identifier: Apache-2.0
#include "source_build/compiler_options.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace lockstep::core {
namespace {

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view text) noexcept {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool starts_with(std::string_view text, std::string_view beginning) noexcept {
  return text.substr(0, beginning.size()) == beginning;
}

// What builds do anyway, or say to other programs than the compiler proper.
constexpr std::array<std::string_view, 6> kDropped{"-c", "-fPIC", "-fpic", "-shared", "-pipe", "-fPIE"};

constexpr std::array<std::string_view, 19> kExact{"-ansi",   "-pedantic", "-pedantic-errors",
                                                  "-w",      "-g",        "-g0",
                                                  "-g1",     "-g2",       "-g3",
                                                  "-ggdb",   "-O",        "-O0",
                                                  "-O1",     "-O2",       "-O3",
                                                  "-Os",     "-Og",       "-m64",
                                                  "-pthread"};

// Families whose values are plain words.
constexpr std::array<std::string_view, 8> kWordValues{
    "-std=", "-march=", "-mtune=", "-mcpu=", "-mfpmath=", "-msse", "-ffp-contract=", "-fvisibility="};

// -f<name> and -fno-<name>.
constexpr std::array<std::string_view, 33> kCodeGeneration{"strict-aliasing",
                                                           "wrapv",
                                                           "strict-overflow",
                                                           "exceptions",
                                                           "rtti",
                                                           "math-errno",
                                                           "fast-math",
                                                           "finite-math-only",
                                                           "signed-zeros",
                                                           "trapping-math",
                                                           "rounding-math",
                                                           "unroll-loops",
                                                           "omit-frame-pointer",
                                                           "common",
                                                           "signed-char",
                                                           "unsigned-char",
                                                           "builtin",
                                                           "stack-protector",
                                                           "stack-protector-strong",
                                                           "permissive",
                                                           "ms-extensions",
                                                           "gnu89-inline",
                                                           "data-sections",
                                                           "function-sections",
                                                           "inline",
                                                           "inline-functions",
                                                           "tree-vectorize",
                                                           "associative-math",
                                                           "reciprocal-math",
                                                           "short-enums",
                                                           "visibility-inlines-hidden",
                                                           "asynchronous-unwind-tables",
                                                           "openmp-simd"};

constexpr std::array<std::string_view, 8> kInstructionSets{"-mavx", "-mavx2", "-mfma",    "-mf16c",
                                                           "-mbmi", "-mbmi2", "-mpopcnt", "-maes"};

bool is_plain_word(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' || c == '.' || c == ':' ||
           c == '_';
  });
}

// -Wall, -Wno-unused, -Wformat=2; but -Wl,... -Wa,... and -Wp,... hand options to other programs.
bool is_warning(std::string_view option) noexcept {
  return starts_with(option, "-W") && option.find_first_of(",/") == std::string_view::npos;
}

bool is_code_generation(std::string_view option) noexcept {
  if (!starts_with(option, "-f")) return false;
  option.remove_prefix(2);
  if (starts_with(option, "no-")) option.remove_prefix(3);
  return contains(kCodeGeneration, option);
}

bool is_harmless(std::string_view option) noexcept {
  if (contains(kExact, option) || contains(kInstructionSets, option) || is_warning(option) ||
      is_code_generation(option)) {
    return true;
  }
  return std::any_of(kWordValues.begin(), kWordValues.end(), [&](std::string_view family) {
    return starts_with(option, family) && is_plain_word(option.substr(family.size()));
  });
}

bool is_definition(std::string_view text) noexcept {
  return is_macro_name(text.substr(0, text.find('='))) && text.find('\n') == std::string_view::npos;
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  bool open = false;
  for (const char c : text) {
    if (c == '"') {
      quoted = !quoted;
      open = true;
    } else if (!quoted && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (open) words.push_back(std::move(word));
      word.clear();
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (open) words.push_back(std::move(word));
  return words;
}

}  // namespace

bool is_macro_name(std::string_view name) noexcept {
  const std::string_view identifier = name.substr(0, name.find('('));
  if (identifier.empty() || std::isdigit(static_cast<unsigned char>(identifier.front())) != 0) return false;
  if (identifier.size() != name.size() && name.back() != ')') return false;
  return std::all_of(identifier.begin(), identifier.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

bool is_allowed_library(std::string_view name) noexcept {
  static constexpr std::array<std::string_view, 13> kLibraries{
      "m",     "c",      "dl",   "rt",     "pthread", "util",   "stdc++",
      "gcc_s", "atomic", "blas", "lapack", "cblas",   "lapacke"};
  return contains(kLibraries, name);
}

CompilerOptions sort_compiler_options(std::string_view text) {
  CompilerOptions options;
  const std::vector<std::string> words = split(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string word = words[i];
    // "-D NAME" and "-I folder" may be two words.
    if ((word == "-D" || word == "-U" || word == "-I" || word == "-l") && i + 1 < words.size())
      word += words[++i];
    const std::string_view value = std::string_view{word}.substr(std::min<std::size_t>(2, word.size()));
    if (starts_with(word, "-D") || starts_with(word, "-U")) {
      (is_definition(value) ? options.accepted : options.refused).push_back(word);
    } else if (starts_with(word, "-I")) {
      options.include_directories.emplace_back(value);
    } else if (starts_with(word, "-l")) {
      options.libraries.emplace_back(value);
    } else if (!contains(kDropped, word)) {
      (is_harmless(word) ? options.accepted : options.refused).push_back(word);
    }
  }
  return options;
}

}  // namespace lockstep::core
