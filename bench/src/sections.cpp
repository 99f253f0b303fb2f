// SPDX-License-Identifier: Apache-2.0
#include "sections.hpp"

#include <algorithm>

#include "lockstep/core/error.hpp"

namespace lockstep::bench {

std::vector<std::filesystem::path> chosen_fmus(const BenchOptions& options,
                                               const std::vector<std::string>& beginnings) {
  if (!options.fmus.empty()) {
    return options.fmus;
  }
  std::vector<std::filesystem::path> fmus;
  for (const std::string& beginning : beginnings) {
    for (const char* version : {"_fmi2.fmu", "_fmi3.fmu"}) {
      fmus.push_back(std::filesystem::path{LOCKSTEP_BENCH_FMU_FOLDER} / (beginning + version));
      if (!std::filesystem::exists(fmus.back())) {
        throw Error{ErrorCode::kNotFound, "no '" + fmus.back().string() + "'; build the target bench_fmus"};
      }
    }
  }
  return fmus;
}

void add_rows(MarkdownTable& table, const std::string& first_cell, const std::vector<Timing>& timings,
              const std::vector<std::string>& verdicts) {
  for (std::size_t i = 0; i < timings.size(); ++i) {
    const Timing& timing = timings[i];
    table.add({i == 0 ? first_cell : "", timing.name, duration_text(timing.best_ns),
               duration_text(timing.median_ns), ratio_text(timing.ratio_of_minima),
               ratio_text(timing.paired_ratio), i < verdicts.size() ? verdicts[i] : ""});
  }
}

}  // namespace lockstep::bench
