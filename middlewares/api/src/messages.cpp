// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/messages.hpp"

#include <algorithm>

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

const MessageField* MessageType::find(std::string_view path) const noexcept {
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const MessageField& field) { return field.path == path; });
  return found == fields.end() ? nullptr : &*found;
}

}  // namespace lockstep::middlewares
