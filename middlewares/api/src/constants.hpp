// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "lockstep/core/value.hpp"
#include "lockstep/middlewares/api/messages.hpp"

namespace lockstep::middlewares {

/// What a message field always holds, from the texts of a mapping file. Throws Error for a text of the wrong
/// type and for a number beyond the bits of the field.
core::Value constant_of(const MessageField& field, const std::vector<std::string>& texts);

/// A value of a type from texts, one for each element: numbers, true or false, texts. Throws Error for a text
/// of the wrong type, and for bytes.
core::Value value_of(core::VariableType type, const std::vector<std::string>& texts);

}  // namespace lockstep::middlewares
