// SPDX-License-Identifier: Apache-2.0
#include "fmi_adapter/FMIAdapterNode.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <lifecycle_msgs/msg/state.hpp>
#include <lifecycle_msgs/msg/transition.hpp>
#include <lifecycle_msgs/srv/change_state.hpp>
#include <std_msgs/msg/float64_multi_array.hpp>
#include <std_srvs/srv/trigger.hpp>
#include <thread>

namespace fmi_adapter {
namespace {

using lifecycle_msgs::msg::State;
using lifecycle_msgs::srv::ChangeState;
using std_srvs::srv::Trigger;

std::shared_ptr<FMIAdapterNode> make_node(const std::vector<rclcpp::Parameter>& parameters) {
  rclcpp::NodeOptions options;
  options.use_global_arguments(false);
  options.parameter_overrides(parameters);
  return std::make_shared<FMIAdapterNode>(options);
}

void nap() {
  std::this_thread::sleep_for(std::chrono::milliseconds{20});
}

// Requests the executor took up together with the one to clean up find nothing, and harm nothing.
TEST(FMIAdapterNode, RequestsBehindTheCleanup) {
  const auto node = make_node({{"fmu_path", LOCKSTEP_TEST_FMUS "/2.0/DampedPendulum.fmu"}});
  const auto asker = std::make_shared<rclcpp::Node>("asker");
  rclcpp::executors::SingleThreadedExecutor executor, other;
  executor.add_node(node->get_node_base_interface());
  other.add_node(asker);
  const auto change = asker->create_client<ChangeState>("/fmi_adapter_node/change_state");
  std::vector<rclcpp::Client<Trigger>::SharedPtr> clients;
  for (const char* name : {"step", "reset", "step", "reset", "step", "reset"})
    clients.push_back(asker->create_client<Trigger>(std::string{"/fmi_adapter_node/"} + name));
  for (int life = 0; life < 5; ++life) {
    ASSERT_EQ(node->configure().id(), State::PRIMARY_STATE_INACTIVE);
    for (const auto& client : clients)
      ASSERT_TRUE(client->wait_for_service(std::chrono::seconds{60}));
    ASSERT_TRUE(change->wait_for_service(std::chrono::seconds{60}));
    executor.spin_some();
    const auto request = std::make_shared<ChangeState::Request>();
    request->transition.id = lifecycle_msgs::msg::Transition::TRANSITION_CLEANUP;
    const auto answer = change->async_send_request(request);
    for (const auto& client : clients)
      client->async_send_request(std::make_shared<Trigger::Request>());
    nap();  // so that all are there when the executor looks
    while (node->get_current_state().id() != State::PRIMARY_STATE_UNCONFIGURED)
      executor.spin_some();
    executor.spin_some();
    EXPECT_EQ(other.spin_until_future_complete(answer, std::chrono::seconds{60}),
              rclcpp::FutureReturnCode::SUCCESS);
  }
}

// Messages that wait when the FMU has failed and the node gives it up are dropped.
TEST(FMIAdapterNode, MessagesBehindAFault) {
  using Array = std::vector<double>;
  const auto node = make_node({{"fmu_path", LOCKSTEP_TEST_FMUS "/3.0/StateSpace.fmu"},
                               {"m", 1},
                               {"n", 1},
                               {"r", 1},
                               {"A", Array{1e200}},
                               {"B", Array{0.0}},
                               {"C", Array{1.0}},
                               {"D", Array{0.0}},
                               {"x0", Array{1.0}},
                               {"u", Array{0.0}}});
  const auto sender = std::make_shared<rclcpp::Node>("sender");
  const auto publisher = sender->create_publisher<std_msgs::msg::Float64MultiArray>("/u", 1000);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node->get_node_base_interface());
  std_msgs::msg::Float64MultiArray message;
  message.data = {1.0};
  for (int life = 0; life < 5; ++life) {
    ASSERT_EQ(node->configure().id(), State::PRIMARY_STATE_INACTIVE);
    ASSERT_EQ(node->activate().id(), State::PRIMARY_STATE_ACTIVE);
    while (publisher->get_subscription_count() == 0)
      nap();
    while (node->get_current_state().id() != State::PRIMARY_STATE_UNCONFIGURED) {
      for (int i = 0; i < 10; ++i)
        publisher->publish(message);
      executor.spin_some();
    }
    executor.spin_some();
  }
}

// A queue cannot be shorter than nothing; the node says so and can be put right.
TEST(FMIAdapterNode, RefusesQueueSize) {
  const auto node =
      make_node({{"fmu_path", LOCKSTEP_TEST_FMUS "/2.0/DampedPendulum.fmu"}, {"queue_size", -1}});
  EXPECT_EQ(node->configure().id(), State::PRIMARY_STATE_UNCONFIGURED);
  node->set_parameter({"queue_size", 5});
  EXPECT_EQ(node->configure().id(), State::PRIMARY_STATE_INACTIVE);
  EXPECT_EQ(node->shutdown().id(), State::PRIMARY_STATE_FINALIZED);
}

}  // namespace
}  // namespace fmi_adapter
