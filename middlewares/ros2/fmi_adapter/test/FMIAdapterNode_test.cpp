// SPDX-License-Identifier: Apache-2.0
#include "fmi_adapter/FMIAdapterNode.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <lifecycle_msgs/msg/state.hpp>
#include <lifecycle_msgs/msg/transition.hpp>
#include <lifecycle_msgs/srv/change_state.hpp>
#include <rcl_interfaces/srv/set_parameters.hpp>
#include <std_msgs/msg/float64.hpp>
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

// Several threads: requests, parameters, messages and changes of state at once, one thing at a time inside.
TEST(FMIAdapterNode, ManyThreads) {
  const auto node =
      make_node({{"fmu_path", LOCKSTEP_TEST_FMUS "/3.0/Feedthrough.fmu"}, {"update_period", 0.001}});
  rclcpp::executors::MultiThreadedExecutor executor{rclcpp::ExecutorOptions(), 4};
  executor.add_node(node->get_node_base_interface());
  std::thread spinner{[&] { executor.spin(); }};
  std::atomic<bool> go_on{true};
  std::atomic<int> answers{0};
  std::vector<std::thread> askers;
  for (int k = 0; k < 3; ++k) {
    askers.emplace_back([&, k] {
      const auto asker = std::make_shared<rclcpp::Node>("asker" + std::to_string(k));
      rclcpp::executors::SingleThreadedExecutor own;
      own.add_node(asker);
      const auto publisher = asker->create_publisher<std_msgs::msg::Float64>("/Float64_continuous_input", 10);
      const auto reset = asker->create_client<Trigger>("/fmi_adapter_node/reset");
      const auto set =
          asker->create_client<rcl_interfaces::srv::SetParameters>("/fmi_adapter_node/set_parameters");
      while (go_on) {
        std_msgs::msg::Float64 message;
        message.data = answers;
        publisher->publish(message);
        const auto change = std::make_shared<rcl_interfaces::srv::SetParameters::Request>();
        change->parameters = {rclcpp::Parameter{"Float64_tunable_parameter", 1.0 * k}.to_parameter_msg()};
        const auto changed = set->async_send_request(change);
        if (own.spin_until_future_complete(changed, std::chrono::seconds{1}) ==
            rclcpp::FutureReturnCode::SUCCESS)
          ++answers;
        if (reset->service_is_ready())  // away while the node is cleaned up: that may leave it unanswered
          own.spin_until_future_complete(reset->async_send_request(std::make_shared<Trigger::Request>()),
                                         std::chrono::milliseconds{100});
      }
    });
  }
  const auto asker = std::make_shared<rclcpp::Node>("manager");
  rclcpp::executors::SingleThreadedExecutor own;
  own.add_node(asker);
  const auto change = asker->create_client<ChangeState>("/fmi_adapter_node/change_state");
  ASSERT_TRUE(change->wait_for_service(std::chrono::seconds{60}));
  const auto go_to = [&](std::uint8_t transition) {
    const auto request = std::make_shared<ChangeState::Request>();
    request->transition.id = transition;
    auto answer = change->async_send_request(request);
    EXPECT_EQ(own.spin_until_future_complete(answer, std::chrono::seconds{60}),
              rclcpp::FutureReturnCode::SUCCESS);
    EXPECT_TRUE(answer.get()->success) << int{transition};
  };
  using T = lifecycle_msgs::msg::Transition;
  for (int life = 0; life < 5; ++life) {
    const int before = answers;
    go_to(T::TRANSITION_CONFIGURE);
    go_to(T::TRANSITION_ACTIVATE);
    while (answers < before + 10)
      nap();
    go_to(T::TRANSITION_DEACTIVATE);
    go_to(T::TRANSITION_CLEANUP);
  }
  go_on = false;
  for (std::thread& thread : askers)
    thread.join();
  executor.cancel();
  spinner.join();
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
