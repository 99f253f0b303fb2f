// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>

#include "lockstep/fmi/fmi2.h"
#include "lockstep/fmi/fmi3.h"

namespace lockstep::test {}

namespace lockstep::exporter::test {

using namespace lockstep::test;

/// What an FMU logged, one line "category: text" each.
struct Messages {
  std::string text;

  static void log2(void* environment, const char*, fmi2Status, const char* category, const char* format,
                   ...) {
    char line[1000];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    static_cast<Messages*>(environment)->text += std::string(category) + ": " + line + "\n";
  }
  static void log3(void* environment, fmi3Status, const char* category, const char* message) {
    static_cast<Messages*>(environment)->text += std::string(category) + ": " + message + "\n";
  }
  std::string take() {
    std::string taken;
    taken.swap(text);
    return taken;
  }
};

}  // namespace lockstep::exporter::test
