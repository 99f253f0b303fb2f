// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/instance.hpp"

#include <fmt/format.h>

#include "fmu_impl.hpp"
#include "instance/fmi1_instance.hpp"
#include "instance/fmi2_instance.hpp"
#include "instance/fmi3_instance.hpp"
#include "lockstep/core/error.hpp"
#include "naming_fmu.hpp"

namespace lockstep::core {

namespace {

std::unique_ptr<Instance> instantiate(InstanceSpec spec) {
  switch (spec.description->fmi_version()) {
    case FmiVersion::k1:
      return std::make_unique<Fmi1Instance>(std::move(spec));
    case FmiVersion::k2:
      return std::make_unique<Fmi2Instance>(std::move(spec));
    case FmiVersion::k3:
      break;
  }
  return std::make_unique<Fmi3Instance>(std::move(spec));
}

}  // namespace

std::unique_ptr<Instance> Instance::create(std::shared_ptr<const Fmu> fmu, InterfaceKind kind,
                                           InstanceOptions options) {
  const ModelDescription& description = fmu->description();
  const InterfaceCapabilities* capabilities = description.interface(kind);
  if (capabilities == nullptr) {
    throw Error{ErrorCode::kUnsupported,
                fmt::format("{}: the FMU has no {} interface", fmu->path().string(), to_string(kind))};
  }
  return naming_fmu(fmu->path(), [&] {
    const FmuFiles files = fmu->impl().files(kind);
    InstanceSpec spec;
    spec.description = fmu->shared_description();
    spec.fmu = fmu;
    spec.kind = kind;
    spec.capabilities = capabilities;
    spec.model_name = description.model_name();
    spec.token = description.instantiation_token();
    spec.library = files.library;
    spec.root = files.root;
    spec.has_resources = files.has_resources;
    spec.options = std::move(options);
    return instantiate(std::move(spec));
  });
}

}  // namespace lockstep::core
