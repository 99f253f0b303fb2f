// SPDX-License-Identifier: Apache-2.0
// The services of simulation_interfaces, which not every ROS 2 has.
#include "requests.hpp"

#ifdef FMI_ADAPTER_SIMULATION_INTERFACES
#include <simulation_interfaces/srv/get_simulation_state.hpp>
#include <simulation_interfaces/srv/get_simulator_features.hpp>
#include <simulation_interfaces/srv/reset_simulation.hpp>
#include <simulation_interfaces/srv/set_simulation_state.hpp>
#include <simulation_interfaces/srv/step_simulation.hpp>
#endif

namespace fmi_adapter {

#ifdef FMI_ADAPTER_SIMULATION_INTERFACES
namespace {

namespace si = simulation_interfaces;
using lockstep::middlewares::NodeState;
using lockstep::middlewares::Reply;
using si::msg::Result;
using si::msg::SimulationState;

void answer(std::uint8_t code, const std::string& text, Result& result) {
  result.result = code;
  result.error_message = code == Result::RESULT_OK ? "" : text;
}
void answer(const Reply& reply, Result& result) {
  answer(reply.success ? Result::RESULT_OK : Result::RESULT_OPERATION_FAILED, reply.message, result);
}

}  // namespace

void Requests::offer_simulation_interfaces(rclcpp_lifecycle::LifecycleNode& node) {
  const auto state = [this] {
    if (core_.state() != NodeState::kActive || (stopped_ && core_.paused()))
      return SimulationState::STATE_STOPPED;
    return core_.paused() ? SimulationState::STATE_PAUSED : SimulationState::STATE_PLAYING;
  };
  offer<si::srv::GetSimulatorFeatures>(node, "~/get_simulator_features", [](const auto&, auto& response) {
    using si::msg::SimulatorFeatures;
    response.features.features = {
        SimulatorFeatures::SIMULATION_RESET,         SimulatorFeatures::SIMULATION_RESET_TIME,
        SimulatorFeatures::SIMULATION_RESET_STATE,   SimulatorFeatures::SIMULATION_STATE_GETTING,
        SimulatorFeatures::SIMULATION_STATE_SETTING, SimulatorFeatures::SIMULATION_STATE_PAUSE,
        SimulatorFeatures::STEP_SIMULATION_SINGLE,   SimulatorFeatures::STEP_SIMULATION_MULTIPLE};
    response.features.custom_info = "one FMU; a step is one update_period";
  });
  offer<si::srv::GetSimulationState>(node, "~/get_simulation_state", [state](const auto&, auto& response) {
    response.state.state = state();
    answer(Result::RESULT_OK, "", response.result);
  });
  offer_steps(node);
  offer<si::srv::ResetSimulation>(node, "~/reset_simulation", [this](const auto& request, auto& response) {
    using Request = si::srv::ResetSimulation::Request;
    if (request.scope == Request::SCOPE_SPAWNED)
      return answer(Result::RESULT_FEATURE_UNSUPPORTED, "nothing is ever spawned here", response.result);
    answer(reset(), response.result);
  });
  offer<si::srv::SetSimulationState>(
      node, "~/set_simulation_state", [this, state](const auto& request, auto& response) {
        using Response = si::srv::SetSimulationState::Response;
        const std::uint8_t wanted = request.state.state;
        stop_steps("the state of the simulation was set");
        if (wanted > SimulationState::STATE_PAUSED)
          return answer(Result::RESULT_FEATURE_UNSUPPORTED,
                        "expected stopped, playing or paused; a managed node is ended by its lifecycle",
                        response.result);
        if (core_.state() != NodeState::kActive)
          return answer(Result::RESULT_INCORRECT_STATE,
                        "the node is " + std::string{to_string(core_.state())} + "; activate it",
                        response.result);
        if (state() == wanted)
          return answer(Response::ALREADY_IN_TARGET_STATE, "already in that state", response.result);
        Reply reply = pause(wanted != SimulationState::STATE_PLAYING);
        if (reply.success && wanted == SimulationState::STATE_STOPPED) {
          reply = reset();
          stopped_ = reply.success;
        }
        answer(reply, response.result);
      });
}

/// The one whose answer may come later.
void Requests::offer_steps(rclcpp_lifecycle::LifecycleNode& node) {
  using si::srv::StepSimulation;
  services_.push_back(node.create_service<StepSimulation>(
      "~/step_simulation", [this, present = std::weak_ptr<bool>{present_}](
                               const std::shared_ptr<rclcpp::Service<StepSimulation>> service,
                               const std::shared_ptr<rmw_request_id_t> id,
                               const std::shared_ptr<StepSimulation::Request> request) {
        const auto respond = [service, id, logger = node_.get_logger()](const Reply& reply) {
          StepSimulation::Response response;
          answer(reply, response.result);
          try {
            service->send_response(*id, response);
          } catch (const std::exception& error) {  // the process is told to end
            RCLCPP_WARN(logger, "nobody to answer: %s", error.what());
          }
        };
        if (present.expired()) return respond({false, "the node was cleaned up"});
        begin_steps(request->steps, respond);
      }));
}
#else
void Requests::offer_simulation_interfaces(rclcpp_lifecycle::LifecycleNode&) {}
#endif

}  // namespace fmi_adapter
