// SPDX-License-Identifier: Apache-2.0
#include "lockstep/world/recording.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/record/csv_writer.hpp"
#include "lockstep/record/mcap_writer.hpp"
#include "support/files.hpp"

namespace lockstep::world {
namespace {

std::string error_of(const RecordingOptions& options) {
  try {
    const Recording recording{options};
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

// The ending chooses the format; the summary comes first, sinks of the caller last.
TEST(Recording, OpensFilesByTheirEnding) {
  const test::TemporaryFolder folder;
  record::MemoryRecorder own{{}};
  RecordingOptions options;
  options.files = {folder / "a.csv", folder / "a.mcap"};
  options.sinks = {&own};
  const Recording recording{options};
  ASSERT_EQ(recording.sinks().size(), 4U);
  EXPECT_EQ(recording.sinks()[0], &recording.summary());
  EXPECT_NE(dynamic_cast<record::CsvWriter*>(recording.sinks()[1]), nullptr);
  EXPECT_NE(dynamic_cast<record::McapWriter*>(recording.sinks()[2]), nullptr);
  EXPECT_EQ(recording.sinks()[3], &own);
  ASSERT_EQ(recording.files().size(), 2U);
  EXPECT_EQ(recording.files()[0], recording.sinks()[1]);
}

// What would fail after a long run fails now, before any file is touched.
TEST(Recording, RefusesWhatCannotBeWritten) {
  const test::TemporaryFolder folder;
  RecordingOptions options;
  options.files = {folder / "a.txt"};
  EXPECT_EQ(error_of(options), "cannot record into '" + (folder / "a.txt").string() +
                                   "': expected a name that ends with .csv or .mcap");
  options.files = {folder / "a.csv", folder / "." / "a.csv"};
  EXPECT_NE(error_of(options).find("is given twice"), std::string::npos) << error_of(options);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.csv"));
  options.files = {};
  options.events = folder / "a.csv";
  EXPECT_EQ(error_of(options), "cannot record events into '" + (folder / "a.csv").string() +
                                   "': expected a name that ends with .yaml");
  options.events = folder / "a.yml";
  EXPECT_EQ(error_of(options), "no error");
  options.files = {folder / "." / "a.yml"};
  EXPECT_NE(error_of(options).find("is given twice"), std::string::npos) << error_of(options);
  options.events.clear();
  options.files = {folder / "none" / "a.csv"};
  EXPECT_NE(error_of(options).find("cannot open"), std::string::npos) << error_of(options);
  options.files.clear();
  options.plots = {folder / "a.png"};
  EXPECT_NE(error_of(options), "no error");
  options.plots.clear();
  for (const double interval : {0.0, -1.0}) {
    options.output_interval_s = interval;
    EXPECT_NE(error_of(options).find("expected a number above 0"), std::string::npos);
  }
}

// Plots are drawn of the points that only recordings with plots keep.
TEST(Recording, WritesPlots) {
  const test::TemporaryFolder folder;
  RecordingOptions options;
  options.plots = {folder / "a.svg"};
  Recording recording{options};
  double value = 0.0;
  const core::RecordColumn columns[] = {{"v", "", core::VariableType::kFloat64, &value}};
  for (core::RowSink* sink : recording.sinks()) {
    sink->begin(columns);
    for (int i = 0; i < 3; ++i)
      ASSERT_TRUE(sink->row(i));
    sink->end();
  }
  EXPECT_EQ(recording.summary().time_s().size(), 3U);
  recording.write_plots("title", "below");
  EXPECT_NE(test::read_file(folder / "a.svg").find("<svg"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::world
