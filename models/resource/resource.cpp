// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Reads its output from a file that travels inside the FMU: the code of the first character of
/// resources/y.txt.
struct Resource {
  std::int32_t y{0};
  std::string folder;

  void describe(Description& m) {
    m.about("An output that comes from a file in the FMU's resources");
    m.experiment().stop_time(1.0).step_size(0.1);
    m.output("y", y, "Code of the first character of y.txt");
    m.resources(folder);
  }

  void initialize() {
    const std::string path = folder + "y.txt";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) throw std::runtime_error("cannot read '" + path + "'");
    y = std::fgetc(file.get());
    if (y == EOF) throw std::runtime_error("'" + path + "' is empty");
  }

  void equations() {}
};

LOCKSTEP_FMU(Resource)
