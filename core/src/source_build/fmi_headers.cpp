// SPDX-License-Identifier: Apache-2.0
#include "source_build/fmi_headers.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string>

#include "lockstep/core/error.hpp"
#include "source_build/fmi_header_text.hpp"

namespace lockstep::core {
namespace {

void write(const std::filesystem::path& file, std::string_view text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream out{file, std::ios::binary};
  out << text;
  out.close();
  if (!out) {
    throw Error{ErrorCode::kSystem, fmt::format("cannot write '{}'; is the disk full?", file.string())};
  }
}

// Declarations of all functions of one version, by the list that comes with the types.
std::string functions_header(char version) {
  constexpr const char* kText = R"(#pragma once
#include "lockstep/fmi/fmi%.h"
#if !defined(FMI%_Export)
#define FMI%_Export __attribute__((visibility("default")))
#endif
#define fmi%FullName(name) name
#ifdef __cplusplus
extern "C" {
#endif
#define LOCKSTEP_DECLARE(name, kinds, capability) FMI%_Export fmi%##name##TYPE fmi%##name;
LOCKSTEP_FMI%_FUNCTIONS(LOCKSTEP_DECLARE)
#undef LOCKSTEP_DECLARE
#ifdef __cplusplus
}
#endif
)";
  std::string text;
  for (const char* c = kText; *c != '\0'; ++c)
    text += *c == '%' ? version : *c;
  return text;
}

}  // namespace

void write_fmi_headers(const std::filesystem::path& folder) {
  try {
    for (const HeaderText& header : fmi_header_texts())
      write(folder / header.name, header.text);
    for (const char* types : {"fmi2TypesPlatform.h", "fmi2FunctionTypes.h"})
      write(folder / types, "#pragma once\n#include \"lockstep/fmi/fmi2.h\"\n");
    for (const char* types : {"fmi3PlatformTypes.h", "fmi3FunctionTypes.h"})
      write(folder / types, "#pragma once\n#include \"lockstep/fmi/fmi3.h\"\n");
    write(folder / "fmi2Functions.h", functions_header('2'));
    write(folder / "fmi3Functions.h", functions_header('3'));
  } catch (const std::filesystem::filesystem_error& error) {
    throw Error{ErrorCode::kSystem, fmt::format("cannot write the FMI headers: {}", error.what())};
  }
}

}  // namespace lockstep::core
