// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <memory>
#include <string>

#include "floor_load.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/stepper.hpp"
#include "process.hpp"
#include "sections.hpp"

namespace lockstep::bench {
namespace {

constexpr double kWarmLimitNs = 0.25e6;

void load(const std::filesystem::path& path, const std::filesystem::path& cache) {
  core::OpenOptions open;
  open.cache.directory = cache;
  core::StepperOptions options;
  options.kind = core::InterfaceKind::kCoSimulation;
  const std::unique_ptr<core::Stepper> stepper = core::Stepper::create(core::Fmu::open(path, open), options);
  stepper->initialize({});
}

void load_in_peer(const LockstepBenchPeer& peer, const std::filesystem::path& path) {
  void* fmu = peer.open(path.c_str());
  if (fmu == nullptr) {
    throw Error{ErrorCode::kFmuFailed, std::string{peer.name} + " cannot load '" + path.string() + "'"};
  }
  peer.close(fmu);
}

void measure(const FmuFacts& facts, const BenchOptions& options, MarkdownTable& table) {
  const TemporaryFolder folder;
  const std::filesystem::path cache = folder.path() / "cache";
  const std::filesystem::path fresh = folder.path() / "fresh.fmu";
  std::uint64_t number = 0;
  const std::function<void()> make_fresh = [&] { copy_with_comment(facts.path, fresh, ++number); };
  load(facts.path, cache);  // the cache folder exists on any machine that has run lockstep before
  std::vector<Contender> contenders{
      {"floor: unzip the binary, parse the XML",
       [&](std::uint64_t) { floor_load(facts, fresh, folder.path()); }, make_fresh},
      {"lockstep, content unknown", [&](std::uint64_t) { load(fresh, cache); }, make_fresh},
      {"lockstep, content known", [&](std::uint64_t) { load(facts.path, cache); }, {}},
  };
  for (const LockstepBenchPeer* peer : options.peers) {
    if (void* fmu = peer->open(facts.path.c_str())) {
      peer->close(fmu);
      contenders.push_back(
          {peer->name, [peer, &fresh](std::uint64_t) { load_in_peer(*peer, fresh); }, make_fresh});
    }
  }
  const std::vector<Timing> timings =
      interleave(contenders, {options.quick ? 2U : 2 * options.rounds, 1, Clock::kWall});
  add_rows(table, facts.label, timings,
           {"", verdict(timings[1].ratio_of_minima, 1.3, ratio_text(1.3)),
            verdict(timings[2].best_ns, kWarmLimitNs, duration_text(kWarmLimitNs))});
}

}  // namespace

std::string load_section(const BenchOptions& options) {
  MarkdownTable table{{"FMU", "program", "best", "median", "ratio of minima", "paired ratio", "limit"}};
  for (const std::filesystem::path& path : chosen_fmus(options, {"idle"})) {
    measure(read_facts(path), options, table);
  }
  return "## Load: from the file to initialised, and free; wall time\n\n" + table.text();
}

}  // namespace lockstep::bench
