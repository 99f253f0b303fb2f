// SPDX-License-Identifier: Apache-2.0
#include "source_build/build_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "lockstep/core/error.hpp"
#include "platform.hpp"
#include "source_build/compiler_options.hpp"

namespace lockstep::core {
namespace {

using Problems = std::vector<std::string>;

std::string lower(std::string_view text) {
  std::string result{text};
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

// Vendors write "gcc", "GNU GCC 9.3", "clang"; options for other compilers mean nothing to ours.
bool is_our_compiler(std::string_view compiler) {
  const std::string name = lower(compiler);
  return name.empty() || name == "cc" || name == "c++" || name.find("gcc") != std::string::npos ||
         name.find("g++") != std::string::npos || name.find("gnu") != std::string::npos ||
         name.find("clang") != std::string::npos;
}

bool is_for_this_machine(const BuildConfiguration& configuration, FmiVersion version) {
  const auto folders = platform_folders(version);
  const bool platform_fits =
      configuration.platform.empty() ||
      std::find(folders.begin(), folders.end(), configuration.platform) != folders.end();
  return platform_fits && std::all_of(configuration.file_sets.begin(), configuration.file_sets.end(),
                                      [](const SourceFileSet& set) { return is_our_compiler(set.compiler); });
}

// Exporters forget to adapt the identifier in the build description (two of the Reference FMUs did). Where
// all interfaces have one identifier and all configurations have one, what is meant is clear.
std::string_view identifier_in_build_description(const ModelDescription& description,
                                                 std::string_view model_identifier) {
  const Span<const BuildConfiguration> all = description.build_configurations();
  const auto is_other = [&](std::string_view name) { return !name.empty() && name != model_identifier; };
  for (std::size_t kind = 0; kind < kInterfaceKindCount; ++kind) {
    const InterfaceCapabilities* interface = description.interface(static_cast<InterfaceKind>(kind));
    if (interface != nullptr && is_other(interface->model_identifier)) return model_identifier;
  }
  const bool one_other = std::all_of(all.begin(), all.end(), [&](const BuildConfiguration& configuration) {
    return is_other(configuration.model_identifier) &&
           configuration.model_identifier == all.front().model_identifier;
  });
  return one_other && !all.empty() ? all.front().model_identifier : model_identifier;
}

const BuildConfiguration& choose(const ModelDescription& description, std::string_view model_identifier) {
  const std::string_view wanted = identifier_in_build_description(description, model_identifier);
  std::vector<std::string> others;
  for (const BuildConfiguration& configuration : description.build_configurations()) {
    if (configuration.model_identifier != wanted) continue;
    if (is_for_this_machine(configuration, description.fmi_version())) return configuration;
    std::string compilers;
    for (const SourceFileSet& set : configuration.file_sets)
      compilers += set.compiler.empty() ? "" : fmt::format(" with {}", set.compiler);
    others.push_back(fmt::format("'{}'{}", configuration.platform, compilers));
  }
  throw Error{
      ErrorCode::kNoBinary,
      others.empty()
          ? fmt::format("the FMU lists no source files for '{}'", model_identifier)
          : fmt::format(
                "the FMU's sources for '{}' are meant for other platforms: {}; expected '{}' or none, "
                "and gcc or clang",
                model_identifier, fmt::join(others, ", "),
                platform_folders(description.fmi_version()).front())};
}

// `name` below `sources`, or nothing when it leaves it. Links were refused by the archive reader.
std::optional<std::filesystem::path> inside(const std::filesystem::path& sources, std::string_view name) {
  std::string text{name};
  std::replace(text.begin(), text.end(), '\\', '/');  // as the archive reader does with the entries
  const std::filesystem::path relative = std::filesystem::path{text}.lexically_normal();
  if (relative.is_absolute() || relative.empty() || *relative.begin() == "..") return std::nullopt;
  return (sources / relative).lexically_normal();
}

// The -std= of a language name such as "C99", "C++11", "C11"; GNU dialects, because generated code uses
// POSIX.
std::optional<std::string> standard_option(std::string_view language, bool is_cpp) {
  if (is_cpp && lower(language).rfind("c++", 0) != 0) return std::nullopt;
  const std::string year{language.substr(std::min(language.size(), std::size_t{is_cpp ? 3U : 1U}))};
  static const std::vector<std::string> kC{"89", "90", "99", "11", "17", "18"};
  static const std::vector<std::string> kCpp{"98", "03", "11", "14", "17", "20"};
  const std::vector<std::string>& years = is_cpp ? kCpp : kC;
  if (std::find(years.begin(), years.end(), year) == years.end()) return std::nullopt;
  return (is_cpp ? "-std=gnu++" : "-std=gnu") + year;
}

// C++ when the set or the file's extension says so (FMI 2 knows no language, exporters mix files); nothing
// when the language is neither C nor C++.
std::optional<bool> is_cpp_file(std::string_view language, const std::filesystem::path& file) {
  static const std::vector<std::string> kCppExtensions{".cpp", ".cc", ".cxx", ".c++", ".C"};
  const std::string extension = file.extension().string();
  const bool is_cpp_extension =
      std::find(kCppExtensions.begin(), kCppExtensions.end(), extension) != kCppExtensions.end();
  const std::string name = lower(language);
  if (name.empty())
    return extension == ".c" || is_cpp_extension ? std::optional<bool>{is_cpp_extension} : std::nullopt;
  if (name.rfind("c++", 0) == 0 || name == "cpp") return true;
  const bool is_c = name == "c" || (name[0] == 'c' && standard_option(language, false));
  return is_c ? std::optional<bool>{is_cpp_extension} : std::nullopt;
}

void add_include(const std::filesystem::path& sources, std::string_view directory,
                 std::vector<std::string>& options, Problems& problems) {
  if (const auto path = inside(sources, directory)) {
    options.push_back("-I" + path->string());
  } else {
    problems.push_back(fmt::format("include directory '{}' is outside the FMU's sources", directory));
  }
}

void add_definition(const SourceFileSet::Definition& definition, std::vector<std::string>& options,
                    Problems& problems) {
  if (!is_macro_name(definition.name) || definition.value.find('\n') != std::string_view::npos) {
    problems.push_back(fmt::format("preprocessor definition '{}' is not an identifier", definition.name));
    return;
  }
  options.push_back(definition.value.empty() ? fmt::format("-D{}", definition.name)
                                             : fmt::format("-D{}={}", definition.name, definition.value));
}

// What all files of a set get, before the standard.
std::vector<std::string> set_options(const SourceFileSet& set, const std::filesystem::path& sources,
                                     BuildPlan& plan, Problems& problems) {
  CompilerOptions wishes = sort_compiler_options(set.compiler_options);
  std::vector<std::string> options = std::move(wishes.accepted);
  for (const std::string& refused : wishes.refused)
    problems.push_back(fmt::format("compiler option '{}' is not on the list of harmless ones", refused));
  for (const SourceFileSet::Definition& definition : set.definitions)
    add_definition(definition, options, problems);
  options.push_back("-I" + sources.string());
  for (const std::string& directory : wishes.include_directories)
    add_include(sources, directory, options, problems);
  for (const std::string_view directory : set.include_directories)
    add_include(sources, directory, options, problems);
  plan.libraries.insert(plan.libraries.end(), wishes.libraries.begin(), wishes.libraries.end());
  return options;
}

void add_file_set(const SourceFileSet& set, const std::filesystem::path& sources, BuildPlan& plan,
                  Problems& problems) {
  const std::vector<std::string> options = set_options(set, sources, plan, problems);
  for (const std::string_view name : set.files) {
    const auto path = inside(sources, name);
    const auto is_cpp = is_cpp_file(set.language, std::filesystem::path{name});
    if (!path) {
      problems.push_back(fmt::format("source file '{}' is outside the FMU's sources", name));
    } else if (!std::filesystem::is_regular_file(*path)) {
      problems.push_back(fmt::format("source file '{}' is missing", name));
    } else if (!is_cpp) {
      problems.push_back(
          fmt::format("source file '{}' is neither C nor C++ (language '{}')", name, set.language));
    } else {
      TranslationUnit unit{*path, *is_cpp, {}};
      if (const auto standard = standard_option(set.language, *is_cpp)) unit.options.push_back(*standard);
      unit.options.insert(unit.options.end(), options.begin(), options.end());
      plan.units.push_back(std::move(unit));
    }
  }
}

}  // namespace

bool BuildPlan::has_cpp() const noexcept {
  return std::any_of(units.begin(), units.end(), [](const TranslationUnit& unit) { return unit.is_cpp; });
}

BuildPlan make_build_plan(const ModelDescription& description, InterfaceKind kind,
                          const std::filesystem::path& sources) {
  BuildPlan plan;
  plan.model_identifier = description.interface(kind)->model_identifier;
  Problems problems;
  if (!is_macro_name(plan.model_identifier) || plan.model_identifier.find('(') != std::string::npos)
    problems.push_back(fmt::format("model identifier '{}' is not an identifier", plan.model_identifier));
  const BuildConfiguration& configuration = choose(description, plan.model_identifier);
  for (const SourceFileSet& set : configuration.file_sets)
    add_file_set(set, sources, plan, problems);
  plan.libraries.insert(plan.libraries.end(), configuration.libraries.begin(), configuration.libraries.end());
  for (const std::string& library : plan.libraries) {
    if (!is_allowed_library(library))
      problems.push_back(fmt::format("library '{}' is not on the list of allowed ones", library));
  }
  if (plan.units.empty() && problems.empty()) problems.emplace_back("its list of source files is empty");
  if (!problems.empty()) {
    throw Error{
        ErrorCode::kNoBinary,
        fmt::format(
            "the FMU's sources for '{}' cannot be built:\n  {}\nask its exporter for a Linux binary, or "
            "compile it by hand and add binaries/{}/{}.so to the archive",
            plan.model_identifier, fmt::join(problems, "\n  "),
            platform_folders(description.fmi_version()).front(), plan.model_identifier)};
  }
  return plan;
}

}  // namespace lockstep::core
