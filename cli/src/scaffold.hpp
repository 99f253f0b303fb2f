// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::cli {

/// Name of the file that holds a class: "dc_motor" for "DcMotor", "pid_controller" for "PIDController".
std::string file_name_of(std::string_view class_name);

/// Throws Error{kBadUsage} unless `name` can be class, CMake target and FMU at once: a capital letter, then
/// letters, digits and underscores, and none of the kit's own types. The message proposes a name that can.
void require_model_name(const std::string& name);

/// The folder of the templates that belong to this program: ../share/lockstep/exporter/templates seen from
/// the folder of the executable, installed or in the build tree. Throws Error{kNotFound} naming the place.
std::filesystem::path template_folder();

/// Writes the files of the folder `templates` into the new folder `target`, with @NAME@ and @FILE@ replaced
/// in their names and texts and the suffix .in dropped, and returns their names in alphabetical order.
/// Throws Error{kBadUsage} if `target` exists; Error{kSystem}. Nothing is left behind by a failure.
std::vector<std::string> write_scaffold(const std::filesystem::path& templates,
                                        const std::filesystem::path& target, const std::string& name);

}  // namespace lockstep::cli
