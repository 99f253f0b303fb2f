// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "isolation/stepper_frames.hpp"

namespace lockstep::core::isolation {

/// Sanitizers need files, signals and system calls of their own; a build with one runs workers unconfined.
inline constexpr bool kCanConfine =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    false;
#else
    true;
#endif
#else
    true;
#endif

/// Before the FMU is opened, in the worker: as root, makes `scratch` the property of the user this process is
/// about to become and lets the FMU be unpacked there, since that user cannot read the cache of root.
void prepare_confinement(WorkerSetup& setup, const std::filesystem::path& scratch);

/// Gives up the rights of this process, as far as `setup` and the kernel let it: limits, user 0, Landlock,
/// system calls. What the kernel lacks goes to the log of the setup as a warning (category "isolation").
/// Unpacks the FMU first. Throws Error{kSystem} when a right cannot be given up that the kernel should let
/// go.
void confine(const WorkerSetup& setup, const Fmu& fmu, const std::filesystem::path& scratch);

}  // namespace lockstep::core::isolation
