// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>

#include "channel_values.hpp"
#include "interrupt.hpp"
#include "lockstep/core/element_name.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/number_text.hpp"
#include "options.hpp"
#include "verb.hpp"

namespace lockstep::cli {
namespace {

struct WatchOptions {
  std::optional<std::string> channel;
  std::vector<std::string> signals;
  std::optional<double> rate, count;
};

constexpr const char* kWatchExamples =
    R"(Prints signals of a running world as CSV while it runs: time in seconds, then the signals; those of
an array as name[1], name[2], ... Ends with the world, after --count rows, or with Ctrl-C.

Examples:
  lockstep watch arm/knee/position arm/knee/velocity --rate 10
  lockstep watch arm/knee/position --count 1000 > knee.csv
)";

/// A rate in Hz as the time between two rows.
std::optional<core::SimTime> period_of(const std::optional<double>& rate) {
  if (!rate) return {};
  if (*rate < 1e-9 || *rate > 1e9)
    throw Error{ErrorCode::kBadUsage, "--rate is " + core::to_text(*rate) +
                                          " Hz, expected 1e-9 to 1e9; leave it out for every step"};
  return core::SimTime{std::llround(1e9 / *rate)};
}

std::optional<std::uint64_t> rows_of(const std::optional<double>& count) {
  if (!count) return {};
  if (*count < 1 || *count > 1e15 || *count != std::floor(*count))
    throw Error{ErrorCode::kBadUsage,
                "--count is " + core::to_text(*count) + ", expected a whole number of rows from 1 on"};
  return static_cast<std::uint64_t>(*count);
}

// At once, also into a pipe: somebody may watch, or wait for the heading to know that the tap is open.
void print_line(const std::string& line) {
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

void print_heading(const std::vector<channel::Port>& columns) {
  std::string line = "time";
  for (const channel::Port& column : columns) {
    std::vector<std::uint64_t> sizes;
    if (column.count != 1) sizes.push_back(column.count);
    for (std::uint32_t i = 0; i < column.count; ++i)
      line += ',' + csv_cell(core::element_name(column.name, sizes, i));
  }
  print_line(line);
}

void print_row(const channel::ClientRow& row) {
  std::string line = core::to_text(static_cast<double>(row.stamp.count()) / 1e9);
  for (const core::Value& value : row.values) {
    for (const std::string& text : element_texts(value))
      line += ',' + csv_cell(text);
  }
  print_line(line);
}

int watch(const WatchOptions& options) {
  const std::optional<std::uint64_t> most = rows_of(options.count);
  channel::ClientTapOptions wanted;
  wanted.signals = options.signals;
  wanted.period = period_of(options.rate);
  wanted.depth = 4096;
  channel::Client client = connect(options.channel);
  channel::ClientTap tap = client.tap(wanted);
  end_in_good_order();
  print_heading(tap.columns());
  channel::ClientRow row;
  std::uint64_t rows = 0;
  while (!interrupted() && !tap.ended() && (!most || rows < *most)) {
    if (!tap.read(row, std::chrono::milliseconds{100})) continue;
    print_row(row);
    ++rows;
  }
  if (tap.lost() != 0)
    std::fprintf(stderr,
                 "warning: %llu rows were lost, because printing was slower than the world; use --rate\n",
                 static_cast<unsigned long long>(tap.lost()));
  return kOk;
}

}  // namespace

Verb add_watch(CLI::App& app) {
  const auto options = std::make_shared<WatchOptions>();
  CLI::App* const command = app.add_subcommand("watch", "Print signals of a running world");
  command->footer(kWatchExamples);
  command->add_option("SIGNAL", options->signals, "Full names of signals")
      ->required()
      ->option_text("(required)");
  add_number(*command, "--rate", options->rate, "HZ", "Rows per second of the world; default: every step");
  add_number(*command, "--count", options->count, "ROWS", "End after so many rows");
  add_channel(*command, options->channel);
  return {command, [options] { return watch(*options); }, [] { return false; }};
}

}  // namespace lockstep::cli
