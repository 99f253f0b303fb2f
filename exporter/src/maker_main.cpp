// SPDX-License-Identifier: Apache-2.0
// Built together with each model, run by the build:
//   maker describe 2.0|3.0 modelDescription.xml
//   maker pack out.fmu name-in-archive=file ...
#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>
#include <string_view>

#include "describe.hpp"
#include "zip_writer.hpp"

namespace lockstep::exporter {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read " + path);
  return content.str();
}

void write_file(const std::string& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

void pack(int argc, char** argv) {
  ZipWriter zip;
  for (int i = 3; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const bool is_library = name.compare(0, 9, "binaries/") == 0;
    zip.add(name, read_file(argument.substr(equals + 1)), is_library);
  }
  write_file(argv[2], zip.finish());
}

}  // namespace
}  // namespace lockstep::exporter

int main(int argc, char** argv) {
  using namespace lockstep::exporter;
  try {
    const std::string_view verb = argc > 1 ? argv[1] : "";
    const std::string_view version = argc > 2 ? argv[2] : "";
    if (verb == "describe" && argc == 4 && (version == "2.0" || version == "3.0")) {
      write_file(argv[3], version == "2.0" ? describe_fmi2(prototype()) : describe_fmi3(prototype()));
      return 0;
    }
    if (verb == "pack" && argc > 3) {
      pack(argc, argv);
      return 0;
    }
    std::fprintf(stderr, "usage: %s describe 2.0|3.0 OUT.xml | pack OUT.fmu NAME=FILE ...\n", argv[0]);
    return 2;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
