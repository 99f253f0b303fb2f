// SPDX-License-Identifier: Apache-2.0
// lockstep_bench: measures what README promises about speed and prints Markdown tables.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "children.hpp"
#include "lockstep/core/error.hpp"
#include "process.hpp"
#include "sections.hpp"

namespace {

using namespace lockstep::bench;

const char* const kHelp =
    R"(usage: lockstep_bench [SECTION ...] [--fmu FILE ...] [--peer FILE.so ...] [--rounds N] [--quick]

Sections (all of them by default): step, adapter, load, parse, instances, csv, worlds, taps, boards, dynamics,
networks, isolation.
  --fmu FILE      measure this FMU (FMI 2 or 3 Co-Simulation) instead of the ones in bench/fmus; may be repeated
  --peer FILE.so  another importer to compare with, see bench/peer.h; also LOCKSTEP_BENCH_PEERS=FILE.so:FILE.so
  --rounds N      rounds of each comparison (31); more help on a busy machine
  --quick         a few rounds only: shows that everything runs, the numbers mean nothing
)";

struct Request {
  std::vector<std::string> sections;
  BenchOptions options;
};

using Section = std::pair<const char*, std::string (*)(const BenchOptions&)>;
const std::vector<Section>& all_sections() {
  static const std::vector<Section> sections{
      {"step", step_section},         {"adapter", adapter_section},     {"load", load_section},
      {"parse", parse_section},       {"instances", instances_section}, {"csv", csv_section},
      {"worlds", worlds_section},     {"taps", taps_section},           {"boards", boards_section},
      {"dynamics", dynamics_section}, {"networks", networks_section},   {"isolation", isolation_section}};
  return sections;
}

[[noreturn]] void refuse(const std::string& message) {
  throw lockstep::Error{lockstep::ErrorCode::kBadUsage, message + "; see lockstep_bench --help"};
}

Request read_arguments(const std::vector<std::string>& arguments) {
  Request request;
  std::istringstream from_environment{
      std::getenv("LOCKSTEP_BENCH_PEERS") ? std::getenv("LOCKSTEP_BENCH_PEERS") : ""};
  for (std::string file; std::getline(from_environment, file, ':');) {
    request.options.peer_libraries.emplace_back(file);
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 == arguments.size()) {
        refuse(argument + " needs a value");
      }
      return arguments[++i];
    };
    if (argument == "--fmu") {
      request.options.fmus.emplace_back(value());
    } else if (argument == "--peer") {
      request.options.peer_libraries.emplace_back(value());
    } else if (argument == "--rounds") {
      const long rounds = std::strtol(value().c_str(), nullptr, 10);
      if (rounds < 1 || rounds > 100'000) {
        refuse("--rounds must be a number from 1 to 100000, not '" + arguments[i] + "'");
      }
      request.options.rounds = static_cast<std::uint32_t>(rounds);
    } else if (argument == "--quick") {
      request.options.quick = true;
    } else {
      request.sections.push_back(argument);
    }
  }
  return request;
}

int run(const Request& request) {
  for (const std::string& name : request.sections) {
    bool known = false;
    for (const Section& section : all_sections()) {
      known = known || name == section.first;
    }
    if (!known) {
      refuse("unknown section or option '" + name + "'");
    }
  }
  BenchOptions options = request.options;
  options.peers = load_peers(options.peer_libraries);
  std::printf("%s\n", machine_text().c_str());
  for (const Section& section : all_sections()) {
    bool wanted = request.sections.empty();
    for (const std::string& name : request.sections) {
      wanted = wanted || name == section.first;
    }
    if (wanted) {
      std::printf("\n%s", section.second(options).c_str());
      std::fflush(stdout);
    }
  }
  return 0;
}

int run_child(const std::vector<std::string>& arguments) {
  if (arguments.size() == 5 && (arguments[1] == "parse-time" || arguments[1] == "parse-memory")) {
    const auto measure = arguments[1] == "parse-time" ? milliseconds_of_parse : peak_megabytes_of_parse;
    std::printf("%.17g\n", measure(arguments[2], arguments[3], std::stoul(arguments[4])));
    return 0;
  }
  if (arguments.size() == 6 && arguments[1] == "instances") {
    std::printf("%.17g\n",
                bytes_per_instance(arguments[2], arguments[3], arguments[4], std::stoul(arguments[5])));
    return 0;
  }
  refuse("unknown measurement in a child process");
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  for (const std::string& argument : arguments) {
    if (argument == "--help" || argument == "-h") {
      std::fputs(kHelp, stdout);
      return 0;
    }
  }
  try {
    return !arguments.empty() && arguments[0] == "--child" ? run_child(arguments)
                                                           : run(read_arguments(arguments));
  } catch (const lockstep::Error& error) {
    std::fprintf(stderr, "lockstep_bench: %s\n", error.what());
    return error.code() == lockstep::ErrorCode::kBadUsage ? 2 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lockstep_bench: %s\n", error.what());
    return 1;
  }
}
