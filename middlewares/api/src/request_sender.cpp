// SPDX-License-Identifier: Apache-2.0
#include "request_sender.hpp"

#include <fmt/format.h>

#include "lockstep/core/error.hpp"
#include "world_ports.hpp"

namespace lockstep::middlewares {

RequestSender::Arguments::Arguments(const PortTable& table) {
  for (const Port& port : table.ports())
    values.push_back(empty_value_of(port.type));
}

core::Value RequestSender::Arguments::start_value(std::uint32_t port) const {
  return values[port];
}

std::string RequestSender::Arguments::write(std::uint32_t port, SimTime, const core::Value& value) {
  values[port] = value;
  return {};
}

RequestSender::RequestSender(runtime::Doors& doors, const BoundRequest& request,
                             const std::vector<FieldBinding>& fields)
    : doors_{doors},
      request_{request},
      bindings_{fields},
      index_{doors.find_request(request.name)},
      arguments_{*request.arguments},
      fields_{arguments_, bindings_, arrays_} {
  for (const auto& [port, value] : request_.fixed)
    arguments_.values[port] = value;
}

std::shared_ptr<const runtime::Request> RequestSender::send(const std::vector<core::Value>& fields) {
  for (std::size_t i = 0; i < bindings_.size(); ++i) {
    const std::string why = fields_.add(arguments_, i, WorldPorts::kUnstamped, fields[i]);
    if (!why.empty())
      throw Error{ErrorCode::kBadUsage, fmt::format("request '{}': argument '{}' = {} {}", request_.name,
                                                    bindings_[i].port->name, core::to_text(fields[i]), why)};
  }
  return doors_.submit(index_, arguments_.values);
}

std::string reply_text(const runtime::Request& request, const runtime::PortInfo& info) {
  if (request.refused()) return std::string{request.why()};
  std::string text;
  const auto values = request.reply();
  for (std::size_t i = 0; i < values.size(); ++i)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", info.reply[i].name, core::to_text(values[i]));
  return text.empty() ? "done" : text;
}

}  // namespace lockstep::middlewares
