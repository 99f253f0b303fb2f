// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>
#include <vector>

#include "lockstep/middlewares/api/node_core.hpp"

namespace fmi_adapter {

/// What a configured node can be asked: ~/pause (std_srvs/SetBool), ~/step and ~/reset (std_srvs/Trigger),
/// and, where simulation_interfaces was there at build time, ~/step_simulation, ~/set_simulation_state,
/// ~/get_simulation_state, ~/reset_simulation and ~/get_simulator_features.
///
/// Many steps are made in slices, so that everything else is answered meanwhile; their answer comes when they
/// are done, or when another request, a deactivation or a clean-up stops them.
class Requests {
 public:
  struct Hooks {
    std::function<lockstep::core::SimTime()> now;
    std::function<void(bool stepped)> after;  ///< after a request; stepped: by one update period
  };
  Requests(rclcpp_lifecycle::LifecycleNode& node, lockstep::middlewares::NodeCore& core,
           const lockstep::middlewares::NodeConfig& config, Hooks hooks);
  ~Requests();
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;

  /// Ends steps that are being made; whoever asked for them learns why.
  void stop_steps(const std::string& reason);

 private:
  using Answer = std::function<void(const lockstep::middlewares::Reply&)>;

  /// Steps somebody waits for.
  struct Steps {
    std::uint64_t wanted, made;
    Answer answer;
  };

  void offer_simulation_interfaces(rclcpp_lifecycle::LifecycleNode& node);
  void offer_steps(rclcpp_lifecycle::LifecycleNode& node);
  lockstep::middlewares::Reply step();
  lockstep::middlewares::Reply step_alone();
  void begin_steps(std::uint64_t count, Answer answer);
  void make_steps();
  void end_steps(const lockstep::middlewares::Reply& reply);
  lockstep::middlewares::Reply pause(bool pause);
  lockstep::middlewares::Reply reset();
  /// A service whose body gets request and response. A request that the executor took up together with the
  /// one to clean up comes after this object is gone: it gets an empty answer, no success.
  template <class Service, class Body>
  void offer(rclcpp_lifecycle::LifecycleNode& node, const char* name, Body body);

  rclcpp_lifecycle::LifecycleNode& node_;
  lockstep::middlewares::NodeCore& core_;
  double period_s_, limit_s_;  // of a step, of all steps of one request
  std::chrono::nanoseconds slice_;
  Hooks hooks_;
  std::optional<Steps> steps_;
  rclcpp::TimerBase::SharedPtr stepper_;  // while there are steps to make
  bool stopped_{false};                   // by SetSimulationState: paused at the start
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
