// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/middlewares/api/mapping.hpp"
#include "lockstep/middlewares/api/messages.hpp"
#include "lockstep/middlewares/api/port.hpp"

namespace lockstep::middlewares {

/// A message field and what it carries.
struct FieldBinding {
  const MessageField* field{nullptr};
  std::optional<std::size_t> index;    ///< of one element of an array field, from 0
  const Port* port{nullptr};           ///< null: a constant
  std::optional<std::size_t> element;  ///< of one element of an array port, from 0
  core::Value constant;                ///< of the alternative of the field's kind
};

/// A request that messages send: its name, its arguments as ports, and those that are fixed.
struct BoundRequest {
  std::string name;
  const PortTable* arguments{nullptr};
  std::vector<std::pair<std::uint32_t, core::Value>> fixed;  ///< by handle
};

/// A topic with its message: an input (messages come) or an output (messages go).
struct Channel {
  std::string topic;
  const MessageType* type{nullptr};
  std::vector<FieldBinding> fields;
  // --- worlds only
  std::optional<BoundRequest> request;  ///< inputs: each message sends it; its fields are arguments
  std::optional<SimTime> period;        ///< outputs: empty: the node's
  std::optional<KeepStep> keep_step;    ///< inputs: the world waits for messages of this topic
};

/// A service: one call, one request.
struct Service {
  std::string name;
  const ServiceType* type{nullptr};
  std::vector<FieldBinding> fields;  ///< of the call
  BoundRequest request;
};

struct Channels {
  std::vector<Channel> inputs, outputs;
  std::vector<Service> services;
};

/// The arguments of a request as ports; null: there is no such request.
using FindRequest = std::function<const PortTable*(const std::string& name)>;

/// Connects the ports of a model with topics: those of the mapping, and one topic for every other port that
/// has one of its own (Port::topic). `find_request`: empty for a model without requests, an FMU; then
/// whatever belongs to worlds only is a mistake.
///
/// Throws Error{kBadInput} with a diagnostic, and its line in the mapping, for every message type or field
/// the middleware does not know, port that does not exist or cannot be used there, types that do not go
/// together, argument that is missing, and two topics of one name. The table, the tables of requests and the
/// catalogue outlive the channels.
Channels build_channels(const PortTable& table, const Mapping& mapping, const MessageCatalogue& catalogue,
                        const FindRequest& find_request = {});

/// Numbers, flags, texts and bytes from one alternative to another, element by element; `to` has the wanted
/// alternative and keeps its memory. False: something does not fit (NaN to an integer, 300 to bytes, 1.5 to
/// an integer).
bool convert(const core::Value& from, core::Value& to);

/// The same for what goes out in a message: a number beyond what `field` can hold becomes the nearest one it
/// can. False: that happened, or it does not convert at all. Real numbers go to reals only.
bool convert_to_field(const core::Value& from, const MessageField& field, core::Value& to);

}  // namespace lockstep::middlewares
