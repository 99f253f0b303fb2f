// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/network/network.hpp"

#include <filesystem>

#include "joint_driver.hpp"
#include "lockstep/devices/fmu/fmu.hpp"
#include "lockstep/network/coupled_system.hpp"
#include "lockstep/network/network_reader.hpp"

namespace lockstep::devices::network {
namespace {

/// Where the host finds it; else beside the file that names it.
std::filesystem::path find_file(const core::ConfigNode& node, const std::string& name,
                                const DeviceContext& context) {
  try {
    return context.find_file(name);
  } catch (const Error& error) {
    const std::filesystem::path folder = std::filesystem::path{node.where.file}.parent_path();
    for (const char* suffix : {"", ".fmu"}) {
      std::error_code ignored;
      std::filesystem::path beside = folder / (name + suffix);
      if (std::filesystem::is_regular_file(beside, ignored)) return beside;
    }
    node.fail("fmu-not-found", error.message());
  }
}

std::vector<MadeDevice> make(const core::ConfigNode& node, const DeviceContext& context) {
  std::vector<std::string_view> known = lockstep::network::kNetworkFields;
  for (const char* field : {"type", "filename", "inputs", "outputs", "signals", "joints", "phase",
                            "step_size", "fault_policy", "period", "safe_values"})
    known.emplace_back(field);
  for (const Diagnostic& unknown : node.unknown_fields(known))
    if (context.log) context.log({core::LogLevel::kWarning, "network", unknown.id, to_string(unknown)});
  const lockstep::network::FindFile finder = [&](const core::ConfigNode& where, const std::string& name) {
    return find_file(where, name, context);
  };
  core::IsolationOptions isolation;
  isolation.mode = context.isolation;
  lockstep::network::NetworkConfig network =
      lockstep::network::read_network(node, finder, context.log, isolation);
  fmu::BlockConfig block = fmu::read_signals(node, context);
  block.name = network.name;
  for (const core::ConfigNode* signals : node.all("signals"))  // a list gives one node per item
    block.model.signals.push_back(signals->as_text());
  if (node.has("step_size")) block.model.step_size_s = node.number("step_size");
  std::vector<DrivenJoint> joints = read_joints(node);
  const std::string name = block.name;
  std::vector<MadeDevice> made;
  made.push_back(fmu::make_block(
      std::move(block), lockstep::network::CoupledSystem::create(std::move(network)), read_options(node)));
  if (!joints.empty()) made.push_back({make_joint_driver(name, std::move(joints)), {}});
  return made;
}

}  // namespace

DeviceKind kind() {
  return {"network", {}, make};
}

}  // namespace lockstep::devices::network
