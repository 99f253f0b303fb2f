// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <vector>

#include "lockstep/middlewares/api/node_core.hpp"

namespace fmi_adapter {

/// What a configured node can be asked: ~/pause (std_srvs/SetBool), ~/step and ~/reset (std_srvs/Trigger),
/// and, where simulation_interfaces was there at build time, ~/step_simulation, ~/set_simulation_state,
/// ~/get_simulation_state, ~/reset_simulation and ~/get_simulator_features.
class Requests {
 public:
  struct Hooks {
    std::function<lockstep::adapter::SimTime()> now;
    std::function<void(bool stepped)> after;  ///< after a request; stepped: by one update period
  };
  Requests(rclcpp_lifecycle::LifecycleNode& node, lockstep::middlewares::NodeCore& core, Hooks hooks);

 private:
  void offer_simulation_interfaces(rclcpp_lifecycle::LifecycleNode& node);
  lockstep::middlewares::Reply step();
  lockstep::middlewares::Reply pause(bool pause);
  lockstep::middlewares::Reply reset();
  /// A service whose body gets request and response. A request that the executor took up together with the
  /// one to clean up comes after this object is gone: it gets an empty answer, no success.
  template <class Service, class Body>
  void offer(rclcpp_lifecycle::LifecycleNode& node, const char* name, Body body);

  lockstep::middlewares::NodeCore& core_;
  Hooks hooks_;
  bool stopped_{false};  // by SetSimulationState: paused at the start
  std::vector<rclcpp::ServiceBase::SharedPtr> services_;
  std::shared_ptr<bool> present_{std::make_shared<bool>(true)};
};

template <class Service, class Body>
void Requests::offer(rclcpp_lifecycle::LifecycleNode& node, const char* name, Body body) {
  services_.push_back(
      node.create_service<Service>(name, [body, present = std::weak_ptr<bool>{present_}](
                                             const std::shared_ptr<typename Service::Request> request,
                                             std::shared_ptr<typename Service::Response> response) {
        if (!present.expired()) body(*request, *response);
      }));
}

}  // namespace fmi_adapter
