// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/fmu.hpp"
#include "lockstep/core/model_description.hpp"

namespace lockstep::core {

/// The `binaries/` folders that hold code for this machine, best first. FMI 1/2 on x86 use "linux64" or
/// "linux32", other processors (since FMI 2.0.4) and FMI 3 the tuple "aarch64-linux"; vendors mix them, so
/// both are accepted.
std::vector<std::string_view> platform_folders(FmiVersion version);

/// Every library in the archive that can be one of this FMU's binaries: name equal to a model identifier,
/// extension of a shared library. Where none has that name, the only library for this machine is taken for
/// it: exporters exist that name it otherwise.
std::vector<PlatformBinary> find_binaries(const Archive& archive, const ModelDescription& description);

/// "binaries/linux64/a.so, ..." for people: the libraries for this machine whatever their name; empty when
/// there is none. Worth telling only when none has the name the description wants.
std::string libraries_of_other_names(const Archive& archive, FmiVersion version);

}  // namespace lockstep::core
