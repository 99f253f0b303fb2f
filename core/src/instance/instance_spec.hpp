// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "instance/instance_log.hpp"
#include "lockstep/core/instance.hpp"
#include "lockstep/fmi/fmi2.h"

namespace lockstep::core {

/// What an instance is made from. Views and pointers live in the model description and must outlive the
/// instance.
struct InstanceSpec {
  std::shared_ptr<const Fmu> fmu;
  std::shared_ptr<const ModelDescription>
      description;  ///< null: no names in messages, clocks without fractions
  InterfaceKind kind{InterfaceKind::kCoSimulation};
  const InterfaceCapabilities* capabilities{nullptr};
  std::string_view model_name;
  std::string_view token;         ///< instantiationToken or guid, given to the FMU verbatim
  std::filesystem::path library;  ///< absolute
  std::filesystem::path root;     ///< absolute; folder with the archive's layout
  bool has_resources{false};      ///< root/"resources" exists
  InstanceOptions options;
};

/// What the FMU's callbacks reach. Apart from the instance, because a fatal FMU may go on using it for ever.
struct InstanceContext {
  explicit InstanceContext(InstanceLogOptions log_options) : log{std::move(log_options)} {}
  InstanceLog log;
  Instance* instance{nullptr};
  IntermediateUpdateHandler* intermediate_update{nullptr};
  SchedulerCallbacks* scheduler{nullptr};
  std::atomic<int> step_finished{-1};      ///< FMI 1/2 stepFinished: the status, -1 before
  fmi2CallbackFunctions fmi2_callbacks{};  ///< FMUs keep the pointer to it
};

}  // namespace lockstep::core
