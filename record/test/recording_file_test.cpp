// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/recording_file.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"
#include "lockstep/record/csv_writer.hpp"
#include "lockstep/record/mcap_writer.hpp"
#include "support/files.hpp"
#include "support/message_of.hpp"

namespace lockstep::record {
namespace {

TEST(RecordingFile, TheEndingDecides) {
  const test::TemporaryFolder folder;
  EXPECT_NE(dynamic_cast<CsvWriter*>(open_recording(folder / "a.csv").get()), nullptr);
  EXPECT_NE(dynamic_cast<McapWriter*>(open_recording(folder / "a.mcap").get()), nullptr);
  EXPECT_NE(dynamic_cast<CsvWriter*>(open_recording("/dev/null").get()), nullptr);
  for (const char* const name : {"a.json", "a", "csv", ".csv", ""}) {
    const std::filesystem::path path = *name == '\0' ? std::filesystem::path{} : folder / name;
    EXPECT_NE(
        test::message_of([&] { open_recording(path); }).find("expected a name that ends with .csv or .mcap"),
        std::string::npos)
        << name;
    EXPECT_FALSE(std::filesystem::exists(folder / "a.json"));
  }
}

}  // namespace
}  // namespace lockstep::record
