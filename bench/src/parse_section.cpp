// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <numeric>
#include <pugixml.hpp>
#include <random>
#include <string>
#include <vector>

#include "big_description.hpp"
#include "children.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/model_description.hpp"
#include "process.hpp"
#include "sections.hpp"

namespace lockstep::bench {
namespace {

constexpr std::uint32_t kVariables = 100'000;
constexpr double kMegabyte = 1e6;

void demand_count(std::size_t count, std::size_t expected, const char* who) {
  if (count != expected) {
    throw Error{ErrorCode::kBadDescription,
                fmt::format("{} saw {} variables, expected {}", who, count, expected)};
  }
}

core::Bytes read_bytes(const std::filesystem::path& file) {
  core::Bytes bytes{std::filesystem::file_size(file)};
  std::ifstream{file, std::ios::binary}.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

core::ParsedDescription parse(core::Bytes xml) {
  core::DescriptionFiles files;
  files.model_description = std::move(xml);
  return core::parse_description(std::move(files));
}

std::size_t count_with_pugixml(core::Bytes& xml, pugi::xml_document& document) {
  document.load_buffer_inplace(xml.data(), xml.size());
  const auto variables = document.child("fmiModelDescription").child("ModelVariables").children();
  return static_cast<std::size_t>(std::distance(variables.begin(), variables.end()));
}

double thread_milliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

// Mean time of a look-up by name, all names in an order the processor cannot guess.
Timing time_lookup(const core::ModelDescription& description, std::uint32_t variable_count,
                   std::uint32_t rounds) {
  std::vector<std::uint32_t> order(variable_count);
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin(), order.end(), std::mt19937{1});
  std::vector<std::string> names;  // in the order of asking, so that fetching the question costs nothing
  for (const std::uint32_t index : order) {
    names.push_back(big_variable_name(index));
  }
  const Contender lookup{"look-up by name",
                         [&](std::uint64_t count) {
                           for (std::uint64_t i = 0; i < count; ++i) {
                             demand_count(description.find(names[i]) != nullptr ? 1 : 0, 1, "look-up");
                           }
                         },
                         {}};
  return interleave({lookup}, {rounds, variable_count, Clock::kThreadCpu}).front();
}

// Each parse in a process of its own, as users meet it: memory comes fresh from the kernel.
std::vector<Timing> time_parse(const std::vector<std::string>& names,
                               const std::vector<std::string>& programs, const std::filesystem::path& file,
                               std::uint32_t variable_count, std::uint32_t rounds) {
  std::vector<std::vector<double>> rounds_ns(programs.size());
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < programs.size(); ++i) {
      rounds_ns[i].push_back(1e6 * measure_in_child({"--child", "parse-time", programs[i], file.string(),
                                                     std::to_string(variable_count)}));
    }
  }
  return summarise(names, rounds_ns);
}

}  // namespace

double milliseconds_of_parse(const std::string& program, const std::filesystem::path& file,
                             std::size_t variable_count) {
  if (program != "pugixml" && program != "lockstep") {
    const LockstepBenchPeer& peer = *load_peers({program}).front();
    const double start_ms = thread_milliseconds();
    demand_count(peer.parse(file.c_str()), variable_count, peer.name);
    return thread_milliseconds() - start_ms;
  }
  core::Bytes xml = read_bytes(file);
  pugi::xml_document document;  // outlives the measurement, as does the description: freeing is not parsing
  core::ParsedDescription parsed;
  const double start_ms = thread_milliseconds();
  if (program == "pugixml") {
    demand_count(count_with_pugixml(xml, document), variable_count, "pugixml");
  } else {
    parsed = parse(std::move(xml));
    demand_count(parsed.description->variables().size(), variable_count, "lockstep");
  }
  return thread_milliseconds() - start_ms;
}

double peak_megabytes_of_parse(const std::string& program, const std::filesystem::path& file,
                               std::size_t variable_count) {
  milliseconds_of_parse(program, file, variable_count);
  return static_cast<double>(memory_now().peak_bytes) / kMegabyte;
}

std::string parse_section(const BenchOptions& options) {
  const std::uint32_t count = options.quick ? 1'000 : kVariables;
  const std::uint32_t rounds = options.quick ? 2 : options.rounds;
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "modelDescription.xml";
  std::ofstream{file, std::ios::binary} << big_description(count);

  std::vector<std::string> names{"pugixml's bare tree", "lockstep, with look-up tables"};
  std::vector<std::string> programs{"pugixml", "lockstep"};
  for (std::size_t i = 0; i < options.peers.size(); ++i) {
    if (options.peers[i]->parse != nullptr) {
      names.emplace_back(options.peers[i]->name);
      programs.push_back(options.peer_libraries[i].string());
    }
  }
  const std::vector<Timing> timings = time_parse(names, programs, file, count, rounds);
  MarkdownTable table{{"file", "program", "best", "median", "ratio of minima", "paired ratio", "limit"}};
  const double megabytes = static_cast<double>(std::filesystem::file_size(file)) / kMegabyte;
  add_rows(table, fmt::format("{} variables, {:.1f} MB", count, megabytes), timings,
           {"", verdict(timings[1].ratio_of_minima, 2.0, ratio_text(2.0))});
  const Timing lookup = time_lookup(*parse(read_bytes(file)).description, count, rounds);
  add_rows(table, "", {lookup}, {verdict(lookup.best_ns, 100.0, duration_text(100.0))});

  MarkdownTable memory{{"program", "peak memory of the process", "limit"}};
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const double peak =
        measure_in_child({"--child", "parse-memory", programs[i], file.string(), std::to_string(count)});
    memory.add({names[i], fmt::format("{:.0f} MB", peak),
                programs[i] == "lockstep" ? verdict(peak, 120.0, "120 MB") : ""});
  }
  return "## Parse: a large model description in a fresh process, CPU time\n\n" + table.text() + "\n" +
         memory.text();
}

}  // namespace lockstep::bench
