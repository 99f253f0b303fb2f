// SPDX-License-Identifier: Apache-2.0
#include "service_types.hpp"

#include <std_srvs/Empty.h>
#include <std_srvs/SetBool.h>
#include <std_srvs/Trigger.h>

#include <algorithm>

namespace lockstep_world {
namespace {

using lockstep::core::Value;
using lockstep::middlewares::FieldKind;
using lockstep::middlewares::Reply;

/// `read` makes field values of a request, `answer` a response of the reply; false: the call fails.
template <class Srv, class Read, class Answer>
Ros1ServiceType make_type(std::string name, std::vector<lockstep::middlewares::MessageField> fields,
                          Read read, Answer answer) {
  Ros1ServiceType type;
  type.name = name;
  type.call = {std::move(name), false, std::move(fields)};
  type.offer = [read, answer](ros::NodeHandle& handle, const std::string& topic, OnCall on_call) {
    const boost::function<bool(typename Srv::Request&, typename Srv::Response&)> serve =
        [read, answer, on_call = std::move(on_call)](typename Srv::Request& request,
                                                     typename Srv::Response& response) {
          return answer(on_call(read(request)), response);
        };
    return handle.advertiseService(topic, serve);
  };
  return type;
}

template <class Response>
bool answer_with_text(const Reply& reply, Response& response) {
  response.success = reply.success;
  response.message = reply.message;
  return true;
}

}  // namespace

WorldCatalogue::WorldCatalogue() {
  const auto nothing = [](const auto&) { return std::vector<Value>{}; };
  services_.push_back(make_type<std_srvs::Trigger>(
      "std_srvs/Trigger", {}, nothing, [](const Reply& reply, std_srvs::Trigger::Response& response) {
        return answer_with_text(reply, response);
      }));
  services_.push_back(make_type<std_srvs::SetBool>(
      "std_srvs/SetBool", {{"data", FieldKind::kFlag, false, 8}},
      [](const std_srvs::SetBool::Request& request) {
        return std::vector<Value>{std::vector<bool>{request.data != 0}};
      },
      [](const Reply& reply, std_srvs::SetBool::Response& response) {
        return answer_with_text(reply, response);
      }));
  services_.push_back(make_type<std_srvs::Empty>(
      "std_srvs/Empty", {}, nothing,
      [](const Reply& reply, std_srvs::Empty::Response&) { return reply.success; }));
}

const Ros1ServiceType* WorldCatalogue::find_service(std::string_view name) const {
  const auto found = std::find_if(services_.begin(), services_.end(),
                                  [&](const Ros1ServiceType& type) { return type.name == name; });
  return found == services_.end() ? nullptr : &*found;
}

std::string WorldCatalogue::known_services() const {
  std::string text;
  for (const Ros1ServiceType& type : services_)
    text += (text.empty() ? "" : ", ") + type.name;
  return text;
}

}  // namespace lockstep_world
