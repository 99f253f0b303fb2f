// SPDX-License-Identifier: Apache-2.0
#include "printable.hpp"

namespace lockstep::cli {
namespace {

/// Bytes of the UTF-8 character at the start of `text` that must not reach a terminal; 0: it may.
std::size_t harmful_bytes(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) < 0xA0) return 2;  // C1: U+009B is as good as ESC [
  const bool embedding = byte(0) == 0xE2 && byte(1) == 0x80 && byte(2) >= 0xAA && byte(2) <= 0xAE;
  const bool isolate = byte(0) == 0xE2 && byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
  return embedding || isolate ? 3 : 0;
}

std::string cleaned(std::string_view text, std::string_view kept) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const bool keep = kept.find(text.front()) != std::string_view::npos;
    const std::size_t harmful = keep ? 0 : harmful_bytes(text);
    result += harmful > 0 ? '?' : text.front();
    text.remove_prefix(harmful > 0 ? harmful : 1);
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) {
  return cleaned(text, {});
}

std::string printable_lines(std::string_view text) {
  return cleaned(text, "\n\t");
}

}  // namespace lockstep::cli
