// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>

namespace lockstep::core {

/// Calls on_word for each word of an XML list: words are separated by blanks.
template <class OnWord>
void for_each_word(std::string_view text, OnWord&& on_word) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::size_t at = text.find_first_not_of(kBlanks);
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    on_word(text.substr(at, end - at));
    at = text.find_first_not_of(kBlanks, end);
  }
}

}  // namespace lockstep::core
