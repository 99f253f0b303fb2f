// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lockstep/adapter/adapter.hpp"
#include "lockstep/middlewares/api/mapping.hpp"
#include "lockstep/middlewares/api/messages.hpp"

namespace lockstep::middlewares {

/// A message field and what it carries.
struct FieldBinding {
  const MessageField* field{nullptr};
  std::optional<std::size_t> index;         ///< of one element of an array field, from 0
  const core::Variable* variable{nullptr};  ///< null: a constant
  std::optional<std::size_t> element;       ///< of one element of an array variable, from 0
  core::Value constant;                     ///< of the alternative of the field's kind
};

/// A topic with its message: an input (messages come) or an output (messages go).
struct Channel {
  std::string topic;
  const MessageType* type{nullptr};
  std::vector<FieldBinding> fields;
};

struct Channels {
  std::vector<Channel> inputs, outputs;
};

/// Connects the inputs and outputs of an FMU with topics: those of the mapping, and one topic for every other
/// input and output under its plain name. Throws Error{kBadInput} with a diagnostic, and its line in the
/// mapping, for every message type or field the middleware does not know, variable that does not exist or
/// cannot be used there, types that do not go together, and two topics of one name.
Channels build_channels(const adapter::Adapter& adapter, const Mapping& mapping,
                        const MessageCatalogue& catalogue);

/// Numbers, flags, texts and bytes from one alternative to another, element by element; `to` has the wanted
/// alternative and keeps its memory. False: something does not fit (NaN to an integer, 300 to bytes, 1.5 to
/// an integer).
bool convert(const core::Value& from, core::Value& to);

/// The same for what goes out in a message: a number beyond what `field` can hold becomes the nearest one it
/// can. False: that happened, or it does not convert at all. Real numbers go to reals only.
bool convert_to_field(const core::Value& from, const MessageField& field, core::Value& to);

}  // namespace lockstep::middlewares
