// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lockstep::geometry {

/// Words and numbers of a text, one after the other, without a locale and without copies.
class TextScanner {
 public:
  explicit TextScanner(std::string_view text) : rest_{text} {}

  /// The next word, blanks of all kinds before it left out; empty at the end.
  std::string_view word() noexcept;
  /// The next word as a finite number; nothing when it is none.
  std::optional<double> number() noexcept;
  /// The next line without its end; empty at the end of the text.
  std::string_view line() noexcept;
  bool at_end() const noexcept { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace lockstep::geometry
