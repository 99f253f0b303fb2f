// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lockstep/core/model_description.hpp"

namespace lockstep::core {

/// One source file and how to compile it. Paths are absolute.
struct TranslationUnit {
  std::filesystem::path source;
  bool is_cpp{false};
  std::vector<std::string> options;  ///< everything but -c, -o, the file and what every unit gets
};

/// What has to be compiled and linked for one interface of an FMU.
struct BuildPlan {
  std::string model_identifier;
  std::vector<TranslationUnit> units;
  std::vector<std::string> libraries;  ///< names, for -l

  bool has_cpp() const noexcept;
};

/// Reads SourceFiles (FMI 2) or the build description (FMI 3) for the interface `kind` and judges every wish
/// by allow-list. `sources` is the FMU's extracted folder of that name. Of several build configurations the
/// first whose platform is this machine's, or that names none, and whose compiler is GCC, Clang or unnamed,
/// is taken.
///
/// Nothing is executed. Throws Error{kNoBinary} that lists everything it refuses: no matching configuration,
/// a file that is missing or outside the sources, a language other than C and C++, an option, definition or
/// library that is not on the list.
BuildPlan make_build_plan(const ModelDescription& description, InterfaceKind kind,
                          const std::filesystem::path& sources);

}  // namespace lockstep::core
