// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/mcap_writer.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "lockstep/core/error.hpp"
#include "support/allocation_count.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace lockstep::record {
namespace {

using core::RecordColumn;
using core::VariableType;

/// What the official reader finds in the file.
nlohmann::json read_back(const std::filesystem::path& path, const std::string& how = "") {
  const test::ProcessResult result =
      test::run_process({LOCKSTEP_NODE, LOCKSTEP_MCAP_SCRIPT, LOCKSTEP_MCAP_PACKAGES, path.string(), how});
  EXPECT_EQ(result.exit_code, 0) << result.output << result.errors;
  return result.exit_code == 0 ? nlohmann::json::parse(result.output) : nlohmann::json{};
}

bool reader_missing() {
  return std::string{LOCKSTEP_MCAP_MISSING}.size() > 0;
}

// Every type, two components and a bare name, read back by the official reader: schemas, topics, times,
// values.
TEST(McapWriter, OfficialReaderReadsEverythingBack) {
  if (reader_missing()) GTEST_SKIP() << "@mcap/core: " << LOCKSTEP_MCAP_MISSING;
  const test::TemporaryFolder folder;
  double position = 0.1, infinite = std::numeric_limits<double>::infinity();
  float current = 0.1F;
  std::int64_t big = -9007199254740991;
  bool on = true;
  std::string text = "say \"hi\"\n";
  std::vector<std::uint8_t> bytes{0x00, 0xfe};
  double bare = 2;
  const RecordColumn columns[] = {{"arm/knee/position", "rad", VariableType::kFloat64, &position},
                                  {"arm/motor/current", "A", VariableType::kFloat32, &current},
                                  {"arm/knee/infinite", "", VariableType::kFloat64, &infinite},
                                  {"arm/motor/big", "", VariableType::kInt64, &big},
                                  {"arm/motor/on", "", VariableType::kBoolean, &on},
                                  {"arm/motor/text", "", VariableType::kString, &text},
                                  {"arm/motor/bytes", "", VariableType::kBinary, &bytes},
                                  {"bare", "", VariableType::kFloat64, &bare}};
  {
    McapWriter writer{folder / "run.mcap"};
    writer.begin(columns);
    ASSERT_TRUE(writer.row(0.0));
    position = 1e-300;
    ASSERT_TRUE(writer.row(0.001));
    writer.end();
  }
  const nlohmann::json found = read_back(folder / "run.mcap");
  EXPECT_EQ(found["count"], 6);
  EXPECT_EQ(found["read"], 6);
  EXPECT_EQ(found["streamed"], 6);
  EXPECT_EQ(found["done"], true);
  EXPECT_EQ(found["start"], 0);
  EXPECT_EQ(found["end"], 1'000'000);
  EXPECT_EQ(found["schemas"][0],
            nlohmann::json::parse(
                R"(["/arm/knee", "jsonschema", {"title": "/arm/knee", "type": "object", "properties":
                {"position": {"type": "number", "description": "rad"}, "infinite": {"type": "number"}}}])"));
  EXPECT_EQ(found["first"][0],
            nlohmann::json::parse(R"(["/arm/knee", 0, {"position": 0.1, "infinite": null}])"));
  EXPECT_EQ(found["first"][1],
            nlohmann::json::parse(R"(["/arm/motor", 0, {"current": 0.1, "big": -9007199254740991,
                "on": true, "text": "say \"hi\"\n", "bytes": "00fe"}])"));
  EXPECT_EQ(found["first"][2], nlohmann::json::parse(R"(["/signals", 0, {"bare": 2}])"));
  EXPECT_EQ(found["first"][3][2]["position"], 1e-300);
}

// A long run has several chunks, each found through the index.
TEST(McapWriter, LongRunsHaveSeveralChunks) {
  if (reader_missing()) GTEST_SKIP() << "@mcap/core: " << LOCKSTEP_MCAP_MISSING;
  const test::TemporaryFolder folder;
  double value = 0;
  const RecordColumn columns[] = {{"m/c/value", "", VariableType::kFloat64, &value}};
  constexpr int kRows = 40'000;
  McapWriter writer{folder / "run.mcap"};
  writer.begin(columns);
  for (int i = 0; i < kRows; ++i) {
    value = 1.0 / (i + 1);
    ASSERT_TRUE(writer.row(i * 1e-3));
  }
  writer.end();
  const nlohmann::json found = read_back(folder / "run.mcap");
  EXPECT_GE(found["chunks"], 2);
  EXPECT_EQ(found["read"], kRows);
  EXPECT_EQ(found["streamed"], kRows);
  EXPECT_EQ(found["last"][0], nlohmann::json::array({"/m/c", 39'999'000'000, {{"value", 1.0 / kRows}}}));
}

// A run without rows is still a file that readers open.
TEST(McapWriter, EmptyRun) {
  if (reader_missing()) GTEST_SKIP() << "@mcap/core: " << LOCKSTEP_MCAP_MISSING;
  const test::TemporaryFolder folder;
  McapWriter writer{folder / "run.mcap"};
  writer.begin({});
  writer.end();
  EXPECT_EQ(read_back(folder / "run.mcap")["count"], 0);
}

// A process that has to end at once leaves a whole file behind, without index: the official reader of streams
// finds every row and the end.
TEST(McapWriter, EndsAtOnce) {
  if (reader_missing()) GTEST_SKIP() << "@mcap/core: " << LOCKSTEP_MCAP_MISSING;
  const test::TemporaryFolder folder;
  double value = 0;
  const RecordColumn columns[] = {{"v", "", VariableType::kFloat64, &value}};
  McapWriter writer{folder / "run.mcap"};
  writer.begin(columns);
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(writer.row(i));
  writer.end_now();
  const nlohmann::json found = read_back(folder / "run.mcap", "--stream");
  EXPECT_EQ(found["streamed"], 3);
  EXPECT_EQ(found["done"], true);
  const std::string content = test::read_file(folder / "run.mcap");
  writer.end();
  EXPECT_EQ(test::read_file(folder / "run.mcap"), content) << "nothing comes after it";
}

// What was flushed is found by a reader of streams although nobody ends the file, as after a process was
// killed; a flush without rows in between adds nothing.
TEST(McapWriter, FlushedRowsAreFoundInAnUnfinishedFile) {
  const test::TemporaryFolder folder;
  double value = 0;
  const RecordColumn columns[] = {{"v", "", VariableType::kFloat64, &value}};
  McapWriter writer{folder / "run.mcap"};
  writer.begin(columns);
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(writer.row(i));
  const std::size_t before = test::read_file(folder / "run.mcap").size();
  writer.flush();
  const std::string flushed = test::read_file(folder / "run.mcap");
  EXPECT_GT(flushed.size(), before + 3 * 31U);
  writer.flush();
  EXPECT_EQ(test::read_file(folder / "run.mcap"), flushed);
  if (reader_missing()) GTEST_SKIP() << "@mcap/core: " << LOCKSTEP_MCAP_MISSING;
  const nlohmann::json found = read_back(folder / "run.mcap", "--stream");
  EXPECT_EQ(found["streamed"], 3);
  EXPECT_EQ(found["done"], false) << "the file has no end";
  ASSERT_TRUE(writer.row(3));
  writer.end();
  const nlohmann::json whole = read_back(folder / "run.mcap");
  EXPECT_EQ(whole["read"], 4) << "both chunks are in the index";
  EXPECT_EQ(whole["chunks"], 2);
}

// Before the run and after its end there is nothing to flush or to complete: the file stays as it is.
TEST(McapWriter, FlushAndEndNowNeedARun) {
  const test::TemporaryFolder folder;
  test::write_file(folder / "run.mcap", "of an earlier run");
  double value = 0;
  const RecordColumn columns[] = {{"v", "", VariableType::kFloat64, &value}};
  {
    McapWriter writer{folder / "run.mcap"};
    writer.flush();
    writer.end_now();
  }
  EXPECT_EQ(test::read_file(folder / "run.mcap"), "of an earlier run");
  McapWriter writer{folder / "run.mcap"};
  writer.begin(columns);
  ASSERT_TRUE(writer.row(0));
  writer.end();
  const std::string whole = test::read_file(folder / "run.mcap");
  writer.flush();
  writer.end_now();
  EXPECT_EQ(test::read_file(folder / "run.mcap"), whole);
  McapWriter other{folder / "other.mcap"};
  other.begin(columns);
  ASSERT_TRUE(other.row(0));
  other.end_now();
  const std::string ended = test::read_file(folder / "other.mcap");
  other.flush();
  other.end_now();
  EXPECT_EQ(test::read_file(folder / "other.mcap"), ended);
}

// A world that is reset goes back in time: the index covers the earliest and the latest time of a chunk.
TEST(McapWriter, TimeMayGoBack) {
  if (reader_missing()) GTEST_SKIP() << "@mcap/core: " << LOCKSTEP_MCAP_MISSING;
  const test::TemporaryFolder folder;
  double value = 0;
  const RecordColumn columns[] = {{"a/v", "", VariableType::kFloat64, &value},
                                  {"b/v", "", VariableType::kFloat64, &value}};
  McapWriter writer{folder / "run.mcap"};
  writer.begin(columns);
  for (const double time_s : {2.0, 3.0, 1.0, 1.5}) {
    value = time_s;
    ASSERT_TRUE(writer.row(time_s));
  }
  writer.end();
  const nlohmann::json found = read_back(folder / "run.mcap");
  EXPECT_EQ(found["start"], 1'000'000'000);
  EXPECT_EQ(found["end"], 3'000'000'000);
  EXPECT_EQ(found["read"], 8);
  EXPECT_EQ(found["first"][0], nlohmann::json::array({"/a", 1'000'000'000, {{"v", 1}}}));
  EXPECT_EQ(found["last"][0], nlohmann::json::array({"/b", 3'000'000'000, {{"v", 3}}}));
}

// Rows of numbers and texts take no memory, in a long run with several chunks, too.
TEST(McapWriter, RowsDoNotAllocate) {
  if (!test::counts_allocations()) GTEST_SKIP() << "allocations are not counted with sanitizers";
  const test::TemporaryFolder folder;
  double value = 0;
  std::string text = "a text that does not fit into the string object itself";
  const RecordColumn columns[] = {{"v", "", VariableType::kFloat64, &value},
                                  {"c/text", "", VariableType::kString, &text},
                                  {"c/on", "", VariableType::kFloat64, &value}};
  McapWriter writer{folder / "run.mcap"};
  writer.begin(columns);
  const long before = test::allocation_count();
  for (int i = 0; i < 20'000; ++i) {
    value = i;
    ASSERT_TRUE(writer.row(i));
    if (i % 1000 == 0) writer.flush();
  }
  EXPECT_EQ(test::allocation_count(), before);
  writer.end();
  EXPECT_GT(std::filesystem::file_size(folder / "run.mcap"), 2 * McapWriter::kChunkBytes);
}

// Rows survive when nobody calls end(): the destructor completes the file.
TEST(McapWriter, DestructorCompletesTheFile) {
  const test::TemporaryFolder folder;
  double value = 0;
  const RecordColumn columns[] = {{"v", "", VariableType::kFloat64, &value}};
  {
    McapWriter writer{folder / "run.mcap"};
    writer.begin(columns);
    ASSERT_TRUE(writer.row(0));
  }
  const std::string content = test::read_file(folder / "run.mcap");
  const std::string magic{"\x89MCAP0\r\n", 8};
  ASSERT_GT(content.size(), 16U);
  EXPECT_EQ(content.substr(0, 8), magic);
  EXPECT_EQ(content.substr(content.size() - 8), magic);
}

TEST(McapWriter, RefusesNegativeTimes) {
  const test::TemporaryFolder folder;
  McapWriter writer{folder / "run.mcap"};
  writer.begin({});
  EXPECT_FALSE(writer.row(-1));
  EXPECT_FALSE(writer.row(1));
  try {
    writer.end();
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(std::string{error.what()},
              "cannot write '" + (folder / "run.mcap").string() +
                  "': an MCAP file cannot hold times before 0; start at 0 or record "
                  "CSV");
  }
}

TEST(McapWriter, FullDiskIsReported) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this machine has no /dev/full";
  McapWriter writer{"/dev/full"};
  EXPECT_THROW(writer.begin({}), Error);
}

}  // namespace
}  // namespace lockstep::record
