// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/fmu.hpp"

namespace lockstep::core {

/// Names: the grammar of "structured" naming.
void check_names(const ModelDescription& description, std::vector<Diagnostic>& findings);
/// Variables: start, minimum and maximum agree.
void check_values(const ModelDescription& description, std::vector<Diagnostic>& findings);
/// ModelStructure: outputs and derivatives complete, none listed twice.
void check_structure(const ModelDescription& description, std::vector<Diagnostic>& findings);
/// Archive: the files the description names are there.
void check_files(const ModelDescription& description, const Archive& archive,
                 std::vector<Diagnostic>& findings);
/// Binary of this machine: would it load?
void check_platform(const Fmu& fmu, const Archive& archive, std::vector<Diagnostic>& findings);

}  // namespace lockstep::core
