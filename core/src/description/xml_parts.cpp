// SPDX-License-Identifier: Apache-2.0
#include "description/xml_parts.hpp"

#include <cstring>

#include "description/fmi3_variables.hpp"

namespace lockstep::core {
namespace {

constexpr std::string_view kList = "ModelVariables";
constexpr std::string_view kScalarVariable = "ScalarVariable";
constexpr std::string_view kEndOfName = " \t\r\n/>";
constexpr std::size_t kNowhere = std::string_view::npos;

/// The name that starts at an offset, up to a blank, '/' or '>'.
std::string_view name_at(std::string_view text, std::size_t offset) noexcept {
  constexpr std::size_t kLongest = 20;
  const std::string_view window = text.substr(offset, kLongest);
  return window.substr(0, window.find_first_of(kEndOfName));
}

/// The offset of the name in the opening tag of the list.
std::size_t find_name(std::string_view text) noexcept {
  std::size_t at = 0;
  while ((at = text.find('<', at)) != kNowhere) {
    if (text.compare(at, 4, "<!--") == 0) {
      at = text.find("-->", at + 4);
      if (at == kNowhere) return kNowhere;
    } else if (text.compare(at, 2, "<!") == 0) {
      return kNowhere;
    } else if (name_at(text, at + 1) == kList) {
      return at + 1;
    } else {
      ++at;
    }
  }
  return kNowhere;
}

/// The offset of the last closing tag of the list, if nothing after it could be hidden by a comment.
std::size_t find_end(std::string_view text) noexcept {
  std::size_t end = text.size();
  while (true) {
    const void* const found = memrchr(text.data(), '<', end);
    if (found == nullptr) return kNowhere;
    end = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    if (text.compare(end, 2, "<!") == 0) return kNowhere;
    if (text.compare(end, 2, "</") == 0 && name_at(text, end + 2) == kList) break;
  }
  const std::string_view rest = text.substr(end);
  const bool hidden = rest.find("-->") != kNowhere || rest.find("]]>") != kNowhere;
  return hidden ? kNowhere : end;
}

}  // namespace

std::optional<VariableListRange> find_variable_list(std::string_view text) noexcept {
  const std::size_t name = find_name(text);
  if (name == kNowhere) return std::nullopt;
  const std::size_t close = text.find('>', name);
  if (close == kNowhere || text[close - 1] == '/') return std::nullopt;
  const VariableListRange range{name, close + 1, find_end(text)};
  if (range.end == kNowhere || range.begin >= range.end) return std::nullopt;
  if (text.substr(range.begin, range.end - range.begin).find('<') == kNowhere) return std::nullopt;
  return range;
}

std::size_t find_variable_start(std::string_view text, std::size_t begin, std::size_t end,
                                bool scalar_variables) noexcept {
  while (end > begin + 1) {
    const void* const found = memrchr(text.data() + begin + 1, '<', end - begin - 1);
    if (found == nullptr) return kNowhere;
    end = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
    const std::string_view name = name_at(text, end + 1);
    if (scalar_variables ? name == kScalarVariable : fmi3_type_of(name).has_value()) return end;
  }
  return kNowhere;
}

bool has_scalar_variables(std::string_view text, const VariableListRange& range) noexcept {
  const std::string_view list = text.substr(range.begin, range.end - range.begin);
  for (std::size_t at = list.find('<'); at != kNowhere; at = list.find('<', at + 1)) {
    const std::string_view name = name_at(list, at + 1);
    if (name == kScalarVariable) return true;
    if (fmi3_type_of(name)) return false;
  }
  return false;
}

}  // namespace lockstep::core
