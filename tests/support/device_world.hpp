// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/devices/api/factory.hpp"
#include "lockstep/hosts/fake/fake_host.hpp"
#include "lockstep/runtime/runtime.hpp"

namespace lockstep::test {

/// A configuration element with fields, all on known lines of "test.world".
inline core::ConfigNode element(const std::string& name,
                                const std::vector<std::pair<std::string, std::string>>& fields) {
  core::ConfigNode node{name, {}, {"test.world", 10, 1}};
  std::uint32_t line = 11;
  for (const auto& [field, text] : fields)
    node.children.emplace_back(field, text, SourceLocation{"test.world", line++, 3});
  return node;
}

/// Files are those of the build's FMUs; log lines are kept.
inline devices::DeviceContext test_context(std::vector<std::string>* log = nullptr) {
  devices::DeviceContext context;
  context.model = "arm";
  context.find_file = [](const std::string& name) {
    for (const std::string& file : {name, std::string{LOCKSTEP_FMUS_DIR} + "/2.0/" + name,
                                    std::string{LOCKSTEP_FMUS_DIR} + "/2.0/" + name + ".fmu"}) {
      if (std::filesystem::exists(file)) return std::filesystem::path{file};
    }
    throw Error{ErrorCode::kNotFound, "there is no file '" + name + "'"};
  };
  if (log != nullptr)
    context.log = [log](const core::LogMessage& message) { log->emplace_back(message.text); };
  return context;
}

/// A fake world with the devices of one configuration element in model "arm".
class DeviceWorld {
 public:
  DeviceWorld(const hosts::fake::FakeWorld& world, const devices::DeviceKind& kind,
              const core::ConfigNode& config, std::vector<std::string>* log = nullptr)
      : host{world}, runtime{host, options(log)} {
    for (devices::MadeDevice& made : kind.make(config, test_context(log)))
      runtime.add(std::move(made.device), made.options, "arm");
    runtime.bind();
  }

  hosts::fake::FakeHost host;
  runtime::Runtime runtime;

 private:
  static runtime::RuntimeOptions options(std::vector<std::string>* log) {
    runtime::RuntimeOptions made;
    made.log = test_context(log).log;
    return made;
  }
};

/// One joint "arm/knee" of 1 kg.m2.
inline hosts::fake::FakeWorld one_joint_world() {
  hosts::fake::FakeWorld world;
  world.joints.emplace_back();
  world.joints[0].name = "arm/knee";
  return world;
}

/// what() of the Error that `action` throws.
template <class Action>
std::string error_of(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace lockstep::test
