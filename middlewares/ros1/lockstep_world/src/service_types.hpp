// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ros/ros.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/middlewares/api/node_core.hpp"
#include "message_types.hpp"

namespace lockstep_world {

/// A call with the values of its fields.
using OnCall = std::function<lockstep::middlewares::Reply(const std::vector<lockstep::core::Value>&)>;

/// A service type with what it takes to offer it.
struct Ros1ServiceType : lockstep::middlewares::ServiceType {
  std::function<ros::ServiceServer(ros::NodeHandle&, const std::string& name, OnCall)> offer;
};

/// The messages of FMU nodes, and services: std_srvs/Trigger, std_srvs/SetBool (field `data`) and
/// std_srvs/Empty, whose caller learns of a refusal by the failure of the call.
class WorldCatalogue final : public fmi_adapter::Ros1Catalogue {
 public:
  WorldCatalogue();
  const Ros1ServiceType* find_service(std::string_view name) const override;
  std::string known_services() const override;

 private:
  std::vector<Ros1ServiceType> services_;
};

}  // namespace lockstep_world
