// SPDX-License-Identifier: Apache-2.0
#include "fmi_adapter/FMIAdapterNode.hpp"

#include <chrono>
#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <lifecycle_msgs/msg/state.hpp>
#include <rclcpp_components/register_node_macro.hpp>

#include "lockstep/core/error.hpp"
#include "node_shell.hpp"

namespace fmi_adapter {
namespace {

using diagnostic_msgs::msg::DiagnosticArray;
using diagnostic_msgs::msg::DiagnosticStatus;
using lockstep::middlewares::NodeDiagnostics;
using lockstep::middlewares::NodeState;

constexpr std::chrono::seconds kDiagnosticsPeriod{1};

}  // namespace

struct FMIAdapterNode::Impl {
  explicit Impl(FMIAdapterNode& owner);

  void configure();
  void autostart();
  void on_fault(const std::string& reason);
  CallbackReturn release();
  void publish_diagnostics();
  CallbackReturn failed(CallbackReturn result, const std::exception& error);

  FMIAdapterNode& node;
  std::set<std::string> own_parameters;
  ParameterMemory parameter_memory;
  std::shared_ptr<void> whole_numbers;
  std::string last_error;  // empty: none since the last configure
  bool faulted{false};     // the shell said so; it is to be released
  std::unique_ptr<NodeShell> shell;
  rclcpp::Publisher<DiagnosticArray>::SharedPtr diagnostics;
  rclcpp::TimerBase::SharedPtr diagnostics_timer, soon;
};

FMIAdapterNode::Impl::Impl(FMIAdapterNode& owner)
    : node{owner},
      own_parameters{declare_node_parameters(*owner.get_node_parameters_interface())},
      whole_numbers{accept_whole_numbers(*owner.get_node_parameters_interface())},
      diagnostics{rclcpp::create_publisher<DiagnosticArray>(owner, "/diagnostics", rclcpp::QoS(10))} {
  diagnostics_timer = node.create_wall_timer(kDiagnosticsPeriod, [this] { publish_diagnostics(); });
  if (!node.get_parameter("autostart").as_bool()) return;
  soon = node.create_wall_timer(std::chrono::nanoseconds{0}, [this] {  // once somebody spins the node
    soon->cancel();
    autostart();
  });
}

void FMIAdapterNode::Impl::configure() {
  const auto setup = lockstep::middlewares::read_setup(
      given_parameters(*node.get_node_parameters_interface(), own_parameters, parameter_memory));
  Transport transport;
  transport.latched_inputs = node.get_parameter("latched_inputs").as_bool();
  transport.queue_size = node.get_parameter("queue_size").as_int();
  if (transport.queue_size < 0)
    throw lockstep::Error{lockstep::ErrorCode::kBadInput, "parameter 'queue_size' is " +
                                                              std::to_string(transport.queue_size) +
                                                              ", expected 0 or a number of messages"};
  shell = std::make_unique<NodeShell>(node, setup, transport, parameter_memory,
                                      [this](const std::string& reason) { on_fault(reason); });
}

void FMIAdapterNode::Impl::autostart() {
  if (node.configure().id() == lifecycle_msgs::msg::State::PRIMARY_STATE_INACTIVE) node.activate();
}

// Error processing starts from a transition only, and the caller stands in the shell that it destroys.
void FMIAdapterNode::Impl::on_fault(const std::string& reason) {
  if (faulted) return;
  faulted = true;
  last_error = reason;
  soon = node.create_wall_timer(std::chrono::nanoseconds{0}, [this] {
    soon->cancel();
    if (!faulted) return;  // somebody else has cleaned up
    if (node.get_current_state().id() == lifecycle_msgs::msg::State::PRIMARY_STATE_ACTIVE) {
      node.deactivate();
    } else {
      node.cleanup();
    }
  });
}

FMIAdapterNode::CallbackReturn FMIAdapterNode::Impl::release() {
  faulted = false;
  shell.reset();
  return CallbackReturn::SUCCESS;
}

void FMIAdapterNode::Impl::publish_diagnostics() {
  NodeDiagnostics facts;
  if (shell != nullptr) {
    facts = shell->core().diagnostics();
  } else {
    facts.level = last_error.empty() ? NodeDiagnostics::Level::kOk : NodeDiagnostics::Level::kError;
    facts.message = node.get_current_state().label() + (last_error.empty() ? "" : ": " + last_error);
  }
  DiagnosticArray message;
  message.header.stamp = node.now();
  message.status.resize(1);
  DiagnosticStatus& status = message.status.front();
  status.level = static_cast<decltype(status.level)>(facts.level);
  status.name = std::string{node.get_node_base_interface()->get_fully_qualified_name()}.substr(1) + ": FMU";
  status.message = facts.message;
  for (const auto& [key, value] : facts.values) {
    status.values.emplace_back();
    status.values.back().key = key;
    status.values.back().value = value;
  }
  diagnostics->publish(message);
}

FMIAdapterNode::CallbackReturn FMIAdapterNode::Impl::failed(CallbackReturn result,
                                                            const std::exception& error) {
  last_error = error.what();
  RCLCPP_ERROR(node.get_logger(), "%s", error.what());
  return result;
}

FMIAdapterNode::FMIAdapterNode(const rclcpp::NodeOptions& options)
    : LifecycleNode{"fmi_adapter_node", options}, impl_{std::make_unique<Impl>(*this)} {}
FMIAdapterNode::~FMIAdapterNode() = default;

FMIAdapterNode::CallbackReturn FMIAdapterNode::on_configure(const rclcpp_lifecycle::State&) {
  impl_->last_error.clear();
  try {
    impl_->configure();
  } catch (const std::exception& error) {
    return impl_->failed(CallbackReturn::FAILURE, error);
  }
  return CallbackReturn::SUCCESS;
}

FMIAdapterNode::CallbackReturn FMIAdapterNode::on_activate(const rclcpp_lifecycle::State&) {
  try {
    impl_->shell->activate();
  } catch (const std::exception& error) {
    return impl_->failed(CallbackReturn::ERROR, error);
  }
  return CallbackReturn::SUCCESS;
}

FMIAdapterNode::CallbackReturn FMIAdapterNode::on_deactivate(const rclcpp_lifecycle::State&) {
  impl_->shell->deactivate();
  return impl_->faulted ? CallbackReturn::ERROR : CallbackReturn::SUCCESS;
}

FMIAdapterNode::CallbackReturn FMIAdapterNode::on_cleanup(const rclcpp_lifecycle::State&) {
  return impl_->release();
}
FMIAdapterNode::CallbackReturn FMIAdapterNode::on_shutdown(const rclcpp_lifecycle::State&) {
  return impl_->release();
}
// Success leads to unconfigured: the FMU may be configured again.
FMIAdapterNode::CallbackReturn FMIAdapterNode::on_error(const rclcpp_lifecycle::State&) {
  return impl_->release();
}

}  // namespace fmi_adapter

RCLCPP_COMPONENTS_REGISTER_NODE(fmi_adapter::FMIAdapterNode)
