// SPDX-License-Identifier: Apache-2.0
#include "lockstep/middlewares/api/node_setup.hpp"

#include "parameter_lookup.hpp"

namespace lockstep::middlewares {
NodeSetup read_setup(std::vector<NamedParameter> parameters) {
  NodeSetup setup;
  setup.node.parameters = std::move(parameters);
  const ParameterLookup lookup{setup.node.parameters};
  lookup.read("fmu_path", setup.node.fmu_path);
  lookup.read("step_size", setup.node.step_size_s);
  lookup.read("update_period", setup.node.update_period_s);
  lookup.read("mapping", setup.node.mapping_file);
  lookup.read("trigger", setup.node.trigger);
  lookup.read("isolation", setup.node.isolation);
  if (lookup.has("call_limit")) lookup.read("call_limit", setup.node.call_limit_s.emplace());
  lookup.read("interpolate", setup.node.interpolate);
  lookup.read("use_stop_time", setup.node.honour_stop_time);
  lookup.read("max_points", setup.node.max_points);
  lookup.read("max_advance", setup.node.max_advance_s);
  lookup.read("allow_unknown_parameters", setup.node.allow_unknown_parameters);
  lookup.read("step_while_inactive", setup.node.step_while_inactive);
  std::string policy = "stop", jump = "restart";
  lookup.read("fault_policy", policy);
  setup.node.fault_policy = parse_fault_policy(policy);
  lookup.read("on_jump_back", jump);
  setup.node.jump_policy = parse_jump_policy(jump);
  lookup.read("drive_clock", setup.clock.drive);
  lookup.read("real_time_factor", setup.clock.real_time_factor);
  lookup.read("wait_for_inputs", setup.clock.wait_for_inputs);
  lookup.read("input_timeout", setup.clock.input_timeout_s);
  setup.node.publish_start = setup.clock.wait_for_inputs;
  return setup;
}

}  // namespace lockstep::middlewares
