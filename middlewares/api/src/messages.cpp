// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/messages.hpp"

#include <algorithm>
#include <limits>

namespace lockstep::middlewares {

std::string_view to_string(FieldKind kind) noexcept {
  switch (kind) {
    case FieldKind::kReal:
      return "real";
    case FieldKind::kSigned:
      return "integer";
    case FieldKind::kUnsigned:
      return "unsigned integer";
    case FieldKind::kFlag:
      return "boolean";
    case FieldKind::kText:
      break;
  }
  return "text";
}

core::Value empty_value(FieldKind kind) {
  switch (kind) {
    case FieldKind::kReal:
      return std::vector<double>{};
    case FieldKind::kSigned:
      return std::vector<std::int64_t>{};
    case FieldKind::kUnsigned:
      return std::vector<std::uint64_t>{};
    case FieldKind::kFlag:
      return std::vector<bool>{};
    case FieldKind::kText:
      break;
  }
  return std::vector<std::string>{};
}

IntegerRange range_of(const MessageField& field) noexcept {
  const unsigned unused = 64U - field.bits;
  if (field.kind == FieldKind::kUnsigned) return {0, std::numeric_limits<std::uint64_t>::max() >> unused};
  const auto high = std::numeric_limits<std::int64_t>::max() >> unused;
  return {-high - 1, static_cast<std::uint64_t>(high)};
}

const MessageField* MessageType::find(std::string_view path) const noexcept {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const MessageField& field) { return field.path == path; });
  return found == fields.end() ? nullptr : &*found;
}

std::string standard_message(core::VariableType type, bool is_array) {
  using core::VariableType;
  const std::string array = is_array ? "MultiArray" : "";
  switch (type) {
    case VariableType::kBoolean:
    case VariableType::kClock:
      return is_array ? "UInt8MultiArray" : "Bool";
    case VariableType::kEnumeration:
      return "Int64" + array;
    case VariableType::kBinary:
      return "UInt8" + array;
    default:
      return std::string{to_string(type)} + array;
  }
}

}  // namespace lockstep::middlewares
