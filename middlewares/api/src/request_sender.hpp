// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "field_values.hpp"
#include "lockstep/runtime/doors.hpp"

namespace lockstep::middlewares {

/// Sends a request with arguments from the fields of a message. One thread at a time.
class RequestSender {
 public:
  /// The doors outlive it.
  RequestSender(runtime::Doors& doors, const BoundRequest& request, const std::vector<FieldBinding>& fields);

  const std::string& name() const noexcept { return request_.name; }
  /// Throws Error naming the request when a value does not fit an argument, or too many requests wait.
  std::shared_ptr<const runtime::Request> send(const std::vector<core::Value>& fields);

 private:
  class Arguments final : public PortWriter {
   public:
    explicit Arguments(const PortTable& table);
    core::Value start_value(std::uint32_t port) const override;
    std::string write(std::uint32_t port, SimTime at, const core::Value& value) override;
    std::vector<core::Value> values;  // by handle
  };

  runtime::Doors& doors_;
  BoundRequest request_;
  std::vector<FieldBinding> bindings_;
  std::uint32_t index_;
  Arguments arguments_;
  InputArrays arrays_;
  InputFields fields_;  // points into arrays_
};

/// What a reply says, for people: "pose = 1 2, mode = idle"; "done" when it has no values, the reason when it
/// was refused. Of a request that is done.
std::string reply_text(const runtime::Request& request, const runtime::PortInfo& info);

}  // namespace lockstep::middlewares
