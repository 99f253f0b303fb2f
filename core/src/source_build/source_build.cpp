// SPDX-License-Identifier: Apache-2.0
#include "source_build/source_build.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include "lockstep/core/error.hpp"
#include "source_build/build_plan.hpp"
#include "source_build/compiler_process.hpp"
#include "source_build/fmi_headers.hpp"

namespace lockstep::core {
namespace {

constexpr std::size_t kMaxParallel = 8;

/// What every unit gets. -O2 comes first, so that an option of the FMU can replace it. Names are exported by
/// what the sources say themselves, or all of them.
const std::vector<std::string> kCommonOptions{"-O2", "-fPIC", "-DFMI2_OVERRIDE_FUNCTION_PREFIX",
                                              "-DFMI3_OVERRIDE_FUNCTION_PREFIX"};
/// Exporters forget -lm; a symbol that is nowhere must be found now, with its name, and not by the first
/// step.
const std::vector<std::string> kLinkOptions{"-Wl,--no-undefined", "-Wl,--as-needed", "-lm", "-lpthread",
                                            "-ldl"};

/// Held by whoever compiles for this FMU; the kernel releases it when a process dies.
class BuildLock {
 public:
  explicit BuildLock(const std::filesystem::path& file)
      : descriptor_{open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)} {
    if (descriptor_ < 0 || flock(descriptor_, LOCK_EX) != 0) {
      throw Error{ErrorCode::kSystem,
                  fmt::format("cannot lock '{}': {}", file.string(), std::strerror(errno))};
    }
  }
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;
  ~BuildLock() { close(descriptor_); }

 private:
  int descriptor_;
};

/// A folder that is removed with its content, so that a failed build leaves nothing.
class WorkFolder {
 public:
  explicit WorkFolder(std::filesystem::path path) : path_{std::move(path)} {
    std::filesystem::remove_all(path_);  // of a process that died; we hold the lock
    std::filesystem::create_directories(path_);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

 private:
  std::filesystem::path path_;
};

struct Compilers {
  std::filesystem::path c, cpp;
};

Compilers find_compilers(const BuildPlan& plan) {
  Compilers compilers;
  const bool needs_c =
      std::any_of(plan.units.begin(), plan.units.end(), [](const auto& unit) { return !unit.is_cpp; });
  if (needs_c) compilers.c = find_program({"cc", "gcc", "clang"});
  if (plan.has_cpp()) compilers.cpp = find_program({"c++", "g++", "clang++"});
  if ((needs_c && compilers.c.empty()) || (plan.has_cpp() && compilers.cpp.empty())) {
    throw Error{
        ErrorCode::kNoBinary,
        fmt::format(
            "the sources of '{}' need a {} compiler and PATH has none ({}); on Debian: apt-get install "
            "{}",
            plan.model_identifier, plan.has_cpp() ? "C++" : "C",
            plan.has_cpp() ? "c++, g++, clang++" : "cc, gcc, clang", plan.has_cpp() ? "g++" : "gcc")};
  }
  return compilers;
}

/// Compile commands, then the link command. Paths of what is made are relative to `work`.
std::vector<Command> make_commands(const BuildPlan& plan, const Compilers& compilers,
                                   const std::filesystem::path& work, const std::filesystem::path& headers) {
  std::vector<Command> commands;
  Command link{{(plan.has_cpp() ? compilers.cpp : compilers.c).string(), "-shared", "-o",
                (work / "result.so").string()},
               work / "link.txt"};
  for (const TranslationUnit& unit : plan.units) {
    const std::string number = std::to_string(commands.size());
    const std::string object = (work / (number + ".o")).string();
    Command compile{{(unit.is_cpp ? compilers.cpp : compilers.c).string()}, work / (number + ".txt")};
    std::vector<std::string>& arguments = compile.arguments;
    arguments.insert(arguments.end(), kCommonOptions.begin(), kCommonOptions.end());
    arguments.insert(arguments.end(), unit.options.begin(), unit.options.end());
    for (const std::string& last : {std::string{"-idirafter"}, headers.string(), std::string{"-c"},
                                    std::string{"-o"}, object, unit.source.string()})
      arguments.push_back(last);
    link.arguments.push_back(object);
    commands.push_back(std::move(compile));
  }
  for (const std::string& library : plan.libraries)
    link.arguments.push_back("-l" + library);
  link.arguments.insert(link.arguments.end(), kLinkOptions.begin(), kLinkOptions.end());
  commands.push_back(std::move(link));
  return commands;
}

/// Number of a compiler and what it is told. The sources need no part in it: the folder is that of their
/// content.
std::uint64_t fingerprint(const std::vector<Command>& commands) {
  std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a
  const auto add = [&hash](std::string_view text) {
    for (const char c : text)
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  };
  for (const Command& command : commands) {
    add(command_text(command));
    struct stat compiler {};
    if (stat(command.arguments.front().c_str(), &compiler) == 0)
      add(fmt::format("{} {} {}\n", compiler.st_ino, compiler.st_size, compiler.st_mtime));
  }
  return hash;
}

void build(const BuildPlan& plan, std::vector<Command> commands, const std::filesystem::path& headers) {
  write_fmi_headers(headers);
  const Command link = std::move(commands.back());
  commands.pop_back();
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  run_commands(commands, std::min(processors, kMaxParallel),
               fmt::format("compiling the sources of '{}' failed", plan.model_identifier));
  run_commands({link}, 1, fmt::format("linking the sources of '{}' failed", plan.model_identifier));
}

}  // namespace

std::filesystem::path build_from_sources(const UnpackedFmu& unpacked, const ModelDescription& description,
                                         InterfaceKind kind) {
  const BuildPlan plan = make_build_plan(description, kind, unpacked.root() / "sources");
  const Compilers compilers = find_compilers(plan);
  try {
    const std::filesystem::path folder = unpacked.derived_directory();
    const std::filesystem::path work = folder / "source-build";
    const std::filesystem::path headers = work / "headers";
    const std::vector<Command> commands = make_commands(plan, compilers, work, headers);
    const std::filesystem::path library =
        folder / fmt::format("{}-{:016x}.so", plan.model_identifier, fingerprint(commands));
    if (std::filesystem::exists(library)) return library;
    const BuildLock lock{folder / "source-build.lock"};
    if (std::filesystem::exists(library)) return library;
    const WorkFolder made{work};
    build(plan, commands, headers);
    std::filesystem::rename(work / "result.so", library);  // whoever sees the name sees a whole library
    return library;
  } catch (const std::filesystem::filesystem_error& error) {
    throw Error{ErrorCode::kSystem,
                fmt::format("building the sources of '{}' failed: {}", plan.model_identifier, error.what())};
  }
}

}  // namespace lockstep::core
