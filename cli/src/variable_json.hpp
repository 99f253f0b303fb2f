// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "lockstep/core/model_description.hpp"

namespace lockstep::cli {

nlohmann::ordered_json variable_json(const core::ModelDescription& description,
                                     const core::Variable& variable);
nlohmann::ordered_json type_definition_json(const core::ModelDescription& description,
                                            const core::TypeDefinition& type);

}  // namespace lockstep::cli
