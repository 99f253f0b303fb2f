// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/element_name.hpp"

#include <fmt/format.h>

#include "lockstep/core/number_text.hpp"

namespace lockstep::core {

std::optional<ElementName> split_element_name(std::string_view text) {
  const std::size_t bracket = text.rfind('[');
  if (bracket == std::string_view::npos || bracket == 0 || text.back() != ']') return std::nullopt;
  ElementName name{text.substr(0, bracket), {}};
  std::string_view rest = text.substr(bracket + 1, text.size() - bracket - 2);
  while (true) {
    const std::size_t comma = rest.find(',');
    const auto index = parse_uint64(trimmed(rest.substr(0, comma)));
    if (!index) return std::nullopt;
    name.indices.push_back(*index);
    if (comma == std::string_view::npos) return name;
    rest.remove_prefix(comma + 1);
  }
}

std::optional<std::size_t> element_position(Span<const std::uint64_t> sizes,
                                            Span<const std::uint64_t> indices) noexcept {
  if (indices.size() != sizes.size()) return std::nullopt;
  std::size_t position = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < 1 || indices[i] > sizes[i]) return std::nullopt;
    position = position * sizes[i] + (indices[i] - 1);
  }
  return position;
}

std::string element_name(std::string_view variable, Span<const std::uint64_t> sizes, std::uint64_t position) {
  if (sizes.empty()) return std::string{variable};
  std::vector<std::uint64_t> indices(sizes.size());
  for (std::size_t d = sizes.size(); d-- > 0;) {
    indices[d] = position % sizes[d] + 1;
    position /= sizes[d];
  }
  return fmt::format("{}[{}]", variable, fmt::join(indices, ","));
}

}  // namespace lockstep::core
