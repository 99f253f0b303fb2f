// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "lockstep/fmi/fmi2.h"

namespace lockstep::exporter::test {

/// The library of an FMI 2.0 FMU, all functions bound; the test fails if one is missing.
struct Fmi2Library {
#define LOCKSTEP_FMI2_MEMBER(name, kinds, capability) fmi2##name##TYPE* name{nullptr};
  LOCKSTEP_FMI2_FUNCTIONS(LOCKSTEP_FMI2_MEMBER)
#undef LOCKSTEP_FMI2_MEMBER

  explicit Fmi2Library(const std::string& path) {
    void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // never closed, as importers do
    if (handle == nullptr) {
      ADD_FAILURE() << dlerror();
      return;
    }
#define LOCKSTEP_FMI2_BIND(name, kinds, capability)                        \
  name = reinterpret_cast<fmi2##name##TYPE*>(dlsym(handle, "fmi2" #name)); \
  EXPECT_NE(name, nullptr) << "fmi2" #name " is not exported";
    LOCKSTEP_FMI2_FUNCTIONS(LOCKSTEP_FMI2_BIND)
#undef LOCKSTEP_FMI2_BIND
  }
};

inline std::string read_text(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Value of the first attribute `name` in an XML text.
inline std::string attribute(const std::string& xml, const std::string& name) {
  const std::size_t begin = xml.find(" " + name + "=\"") + name.size() + 3;
  return xml.substr(begin, xml.find('"', begin) - begin);
}

/// A running FMI 2.0 instance of the FMU built in `folder` (library <name>.so and modelDescription.xml).
/// Keeps the messages the FMU logs.
class Fmi2Fmu {
 public:
  Fmi2Fmu(const std::string& folder, const std::string& name, fmi2Type type)
      : fmi(folder + "/" + name + ".so"), xml(read_text(folder + "/modelDescription.xml")) {
    callbacks_.logger = &Fmi2Fmu::log;
    callbacks_.componentEnvironment = this;
    c = fmi.Instantiate("test", type, attribute(xml, "guid").c_str(), "file:///tmp", &callbacks_, fmi2False,
                        fmi2False);
    EXPECT_NE(c, nullptr) << messages;
  }
  ~Fmi2Fmu() { fmi.FreeInstance(c); }
  Fmi2Fmu(const Fmi2Fmu&) = delete;
  Fmi2Fmu& operator=(const Fmi2Fmu&) = delete;

  void initialize(double start_time = 0.0) {
    EXPECT_EQ(fmi.SetupExperiment(c, fmi2False, 0.0, start_time, fmi2False, 0.0), fmi2OK) << messages;
    EXPECT_EQ(fmi.EnterInitializationMode(c), fmi2OK) << messages;
    EXPECT_EQ(fmi.ExitInitializationMode(c), fmi2OK) << messages;
  }
  /// Value reference by name, read from the description.
  fmi2ValueReference vr(const std::string& name) const {
    const std::size_t at = xml.find("<ScalarVariable name=\"" + name + "\"");
    EXPECT_NE(at, std::string::npos) << name;
    return static_cast<fmi2ValueReference>(std::stoul(attribute(xml.substr(at), "valueReference")));
  }
  double real(const std::string& name) {
    const fmi2ValueReference r = vr(name);
    double x = 0.0;
    EXPECT_EQ(fmi.GetReal(c, &r, 1, &x), fmi2OK) << messages;
    return x;
  }
  void set_real(const std::string& name, double x) {
    const fmi2ValueReference r = vr(name);
    EXPECT_EQ(fmi.SetReal(c, &r, 1, &x), fmi2OK) << messages;
  }

  Fmi2Library fmi;
  std::string xml;
  std::string messages;  ///< "category: text\n" for each
  fmi2Component c{nullptr};

 private:
  static void log(void* environment, const char*, fmi2Status, const char* category, const char* format, ...) {
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    static_cast<Fmi2Fmu*>(environment)->messages += std::string(category) + ": " + text + "\n";
  }
  fmi2CallbackFunctions callbacks_{};
};

}  // namespace lockstep::exporter::test
