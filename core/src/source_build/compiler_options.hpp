// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::core {

/// The compiler options an FMU asks for, sorted out. Options can do anything a program can (load a plugin
/// into the compiler, read and write files anywhere, call another assembler), so only those known to be
/// harmless pass.
struct CompilerOptions {
  std::vector<std::string> accepted;             ///< to be handed to the compiler as they are
  std::vector<std::string> include_directories;  ///< of -I, as written
  std::vector<std::string> libraries;            ///< of -l
  std::vector<std::string> refused;              ///< everything else
};

/// Splits `text` at spaces (double quotes group) and judges each option by allow-list:
/// definitions (-D, -U), -I, -l, language standard, optimisation, debug information, warnings, instruction
/// sets, and code generation options that change neither files nor programs. Options that only repeat what is
/// done anyway (-c, -fPIC, -shared) are dropped.
CompilerOptions sort_compiler_options(std::string_view text);

/// Libraries an FMU may ask for by name: those of the C and C++ run-time system, BLAS and LAPACK.
bool is_allowed_library(std::string_view name) noexcept;

/// A preprocessor definition's name: an identifier, with or without a parameter list.
bool is_macro_name(std::string_view name) noexcept;

}  // namespace lockstep::core
