// SPDX-License-Identifier: Apache-2.0
// Built together with each model, run by the build:
//   maker describe 2.0|3.0 modelDescription.xml model-identifier
//   maker build-description buildDescription.xml model-identifier source-file ...
//   maker pack out.fmu name-in-archive=file ...
#include <algorithm>
#include <cstdio>
#include <cstdlib>
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

/// The name in CMake names the library, the one in LOCKSTEP_FMU stands in the description: importers look for
/// a library with the name of the description.
void demand_model(const std::string& name) {
  const std::string in_source = model_factory().identifier;
  if (in_source == name) return;
  if (in_source.empty()) {
    throw std::runtime_error(name + ": none of the files of lockstep_add_fmu(" + name +
                             " SOURCES ...) says LOCKSTEP_FMU(" + name +
                             "); write it below the class of the model, outside of any namespace");
  }
  throw std::runtime_error(name + ": the source says LOCKSTEP_FMU(" + in_source +
                           "), CMake says lockstep_add_fmu(" + name +
                           " ...); write the same name in both: it is also the name of the class");
}

/// What an importer needs to compile the sources in the FMU: names relative to the folder sources/.
std::string build_description(int argc, char** argv) {
  XmlWriter xml;
  xml.begin("fmiBuildDescription").attribute("fmiVersion", "3.0");
  xml.begin("BuildConfiguration").attribute("modelIdentifier", argv[3]);
  xml.begin("SourceFileSet").attribute("language", "C++17").attribute("compilerOptions", "-ffp-contract=off");
  for (int i = 4; i < argc; ++i)
    xml.begin("SourceFile").attribute("name", argv[i]).end();
  for (const char* folder : {"include", "kit"})
    xml.begin("IncludeDirectory").attribute("name", folder).end();
  return xml.end().end().end().text();
}

/// The newest version of glibc whose symbols a library refers to, "2.31".
std::string needed_glibc(const std::string& library) {
  const std::string tag = "GLIBC_2.";
  int newest = 0;
  for (std::size_t at = library.find(tag); at != std::string::npos; at = library.find(tag, at + 1)) {
    newest = std::max(newest, std::atoi(library.c_str() + at + tag.size()));
  }
  return "2." + std::to_string(newest);
}

void pack(int argc, char** argv) {
  ZipWriter zip;
  std::string glibc;
  for (int i = 3; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::size_t equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const bool is_library = name.compare(0, 9, "binaries/") == 0;
    const std::string content = read_file(argument.substr(equals + 1));
    if (is_library) glibc = needed_glibc(content);
    zip.add(name, content, is_library);
  }
  write_file(argv[2], zip.finish());
  std::printf("%s runs with glibc %s and newer\n", argv[2], glibc.c_str());
}

}  // namespace
}  // namespace lockstep::exporter

int main(int argc, char** argv) {
  using namespace lockstep::exporter;
  try {
    const std::string_view verb = argc > 1 ? argv[1] : "";
    const std::string_view version = argc > 2 ? argv[2] : "";
    if (verb == "describe" && argc == 5 && (version == "2.0" || version == "3.0")) {
      demand_model(argv[4]);
      write_file(argv[3], version == "2.0" ? describe_fmi2(prototype()) : describe_fmi3(prototype()));
      return 0;
    }
    if (verb == "build-description" && argc > 4) {
      write_file(argv[2], build_description(argc, argv));
      return 0;
    }
    if (verb == "pack" && argc > 3) {
      pack(argc, argv);
      return 0;
    }
    std::fprintf(
        stderr,
        "usage: %s describe 2.0|3.0 OUT.xml ID | build-description OUT.xml ID FILE ... | pack OUT.fmu "
        "NAME=FILE ...\n",
        argv[0]);
    return 2;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
}
