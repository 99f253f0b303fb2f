// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace lockstep::hosts::gazebo_classic {

/// Finds an FMU as gazebo-fmi did, and nothing is fetched from anywhere: absolute path, `model://`,
/// `file://`, the current folder, the folder of the world or model file, GAZEBO_RESOURCE_PATH and what
/// plugins added to it, the FMUs installed with lockstep; with or without ".fmu". Throws Error{kNotFound}
/// naming the places. `named_in`: the file that names it; may be empty.
std::filesystem::path find_fmu(const std::string& name, const std::string& named_in);

}  // namespace lockstep::hosts::gazebo_classic
