// SPDX-License-Identifier: Apache-2.0
#include "lockstep/world/recording.hpp"

#include <set>

#include "lockstep/core/error.hpp"
#include "lockstep/record/plot.hpp"
#include "lockstep/record/recording_file.hpp"

namespace lockstep::world {
namespace {

constexpr std::size_t kPlotPoints = 20'000;
constexpr std::size_t kTotalPoints = 4'000'000;

/// Two writers of one file would destroy each other's rows.
void check_distinct(const RecordingOptions& options) {
  std::set<std::filesystem::path> written;
  std::vector<std::filesystem::path> events;
  if (!options.events.empty()) events.push_back(options.events);
  for (const auto* paths : {&options.files, &options.plots, &static_cast<const decltype(events)&>(events)}) {
    for (const std::filesystem::path& path : *paths) {
      std::error_code ignored;
      if (!written.insert(std::filesystem::weakly_canonical(path, ignored)).second) {
        throw Error{ErrorCode::kBadUsage,
                    "the output '" + path.string() + "' is given twice; name another file or leave one out"};
      }
    }
  }
}

}  // namespace

Recording::Recording(RecordingOptions options)
    : options_{std::move(options)},
      memory_{{options_.plots.empty() ? 0 : kPlotPoints, kTotalPoints}},
      ranges_{{0, 0}} {
  if (options_.output_interval_s && !(*options_.output_interval_s > 0.0))
    throw Error{ErrorCode::kBadUsage, "the output interval is " +
                                          std::to_string(*options_.output_interval_s) +
                                          " s, expected a number above 0"};
  check_distinct(options_);
  for (const std::filesystem::path& plot : options_.plots)
    record::check_plot_file(plot);
  if (!options_.events.empty()) {
    if (options_.events.extension() != ".yaml" && options_.events.extension() != ".yml")
      throw Error{ErrorCode::kBadUsage, "cannot record events into '" + options_.events.string() +
                                            "': expected a name that ends with .yaml"};
    events_ = std::make_unique<record::EventLogWriter>(options_.events);
  }
  sinks_.push_back(&memory_);
  if (options_.output_interval_s) step_sinks_.push_back(&ranges_);
  for (const std::filesystem::path& file : options_.files) {
    owned_.push_back(record::open_recording(file));
    files_.push_back(owned_.back().get());
  }
  sinks_.insert(sinks_.end(), files_.begin(), files_.end());
  sinks_.insert(sinks_.end(), options_.sinks.begin(), options_.sinks.end());
}

Recording::~Recording() = default;

void Recording::write_plots(const std::string& title, const std::string& subtitle) const {
  for (const std::filesystem::path& plot : options_.plots)
    record::write_plot(plot, memory_, {title, subtitle});
}

}  // namespace lockstep::world
