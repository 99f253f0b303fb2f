// SPDX-License-Identifier: Apache-2.0
#include "constants.hpp"

#include <fmt/format.h>

#include "lockstep/core/error.hpp"
#include "lockstep/middlewares/api/channels.hpp"

namespace lockstep::middlewares {
namespace {

core::VariableType type_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::kReal:
      return core::VariableType::kFloat64;
    case FieldKind::kSigned:
      return core::VariableType::kInt64;
    case FieldKind::kUnsigned:
      return core::VariableType::kUInt64;
    case FieldKind::kFlag:
      return core::VariableType::kBoolean;
    case FieldKind::kText:
      break;
  }
  return core::VariableType::kString;
}

}  // namespace

core::Value value_of(core::VariableType type, const std::vector<std::string>& texts) {
  if (type == core::VariableType::kString) return texts;
  if (type == core::VariableType::kBinary)
    throw Error{ErrorCode::kBadInput, "bytes cannot be fixed in a mapping file; bind a field of bytes"};
  core::Variable element;
  element.name = "constant";
  element.type = type;
  core::Value result = core::start_value(element);  // for its alternative
  std::visit(
      [&](auto& elements) {
        using Elements = std::decay_t<decltype(elements)>;
        elements.clear();
        for (const std::string& text : texts)
          elements.push_back(std::get<Elements>(core::parse_value(element, text)).front());
      },
      result);
  return result;
}

core::Value constant_of(const MessageField& field, const std::vector<std::string>& texts) {
  core::Value value = value_of(type_of(field.kind), texts);
  core::Value held = empty_value(field.kind);
  if (convert_to_field(value, field, held)) return value;
  throw Error{ErrorCode::kBadInput, fmt::format("{} does not fit {} bits", core::to_text(value), field.bits)};
}

}  // namespace lockstep::middlewares
