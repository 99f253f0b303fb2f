// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/csv_writer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>

#include "lockstep/core/error.hpp"
#include "support/files.hpp"

namespace lockstep::record {
namespace {

using core::RecordColumn;
using core::VariableType;

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class CsvWriterTest : public ::testing::Test {
 protected:
  /// Writes one row for each value of a single Float64 column `x`, time 0, 1, 2, ...
  void write(const std::vector<double>& values) {
    double x = 0.0;
    const RecordColumn columns[] = {{"x", "", VariableType::kFloat64, &x}};
    CsvWriter writer{path_};
    writer.begin(columns);
    double time_s = 0.0;
    for (const double value : values) {
      x = value;
      ASSERT_TRUE(writer.row(time_s));
      time_s += 1.0;
    }
    writer.end();
  }

  test::TemporaryFolder folder_;
  std::filesystem::path path_{folder_.path() / "out.csv"};
};

// The header names time first, then the columns in order; a row is one line.
TEST_F(CsvWriterTest, WritesHeaderAndRows) {
  double angle = 0.5;
  std::int32_t count = -3;
  const RecordColumn columns[] = {{"angle", "rad", VariableType::kFloat64, &angle},
                                  {"count", "", VariableType::kInt32, &count}};
  CsvWriter writer{path_};
  writer.begin(columns);
  EXPECT_TRUE(writer.row(0.0));
  angle = -0.25;
  count = 7;
  EXPECT_TRUE(writer.row(0.001));
  writer.end();
  EXPECT_EQ(content_of(path_), "time,angle,count\n0,0.5,-3\n0.001,-0.25,7\n");
  EXPECT_EQ(writer.bytes_written(), content_of(path_).size());
}

// Every double comes back bit for bit, and as short as it can be: tiny, huge, subnormal, negative zero.
TEST_F(CsvWriterTest, DoublesAreShortestAndExact) {
  const std::vector<double> values = {
      0.1,          1.0 / 3.0, 100000.0, 1e-5, 5e-324, -0.0, 1.7976931348623157e308, 2.2250738585072014e-308,
      123456789.125};
  write(values);
  std::istringstream lines{content_of(path_)};
  std::string line;
  std::getline(lines, line);
  for (const double value : values) {
    std::getline(lines, line);
    const std::string cell = line.substr(line.find(',') + 1);
    const double read = std::strtod(cell.c_str(), nullptr);
    EXPECT_EQ(read, value) << cell;
    EXPECT_EQ(std::signbit(read), std::signbit(value)) << cell;
  }
  EXPECT_NE(content_of(path_).find("\n0,0.1\n"), std::string::npos);
  EXPECT_NE(content_of(path_).find("\n2,100000\n"), std::string::npos);
  EXPECT_NE(content_of(path_).find("\n4,5e-324\n"), std::string::npos);
}

// NaN and infinities, where the user allows them, are words that NumPy, pandas and R read.
TEST_F(CsvWriterTest, NonFiniteValuesAreWords) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  write({std::nan(""), kInfinity, -kInfinity});
  EXPECT_EQ(content_of(path_), "time,x\n0,nan\n1,inf\n2,-inf\n");
}

// Every FMI type has its text: integers of all widths at their limits, Booleans as 0/1, Binary as
// hexadecimal.
TEST_F(CsvWriterTest, WritesEveryType) {
  const float f32 = 0.1F;
  const std::int8_t i8 = -128;
  const std::uint8_t u8 = 255;
  const std::int16_t i16 = -32768;
  const std::uint16_t u16 = 65535;
  const std::uint32_t u32 = 4294967295U;
  const std::int64_t i64 = std::numeric_limits<std::int64_t>::min();
  const std::uint64_t u64 = std::numeric_limits<std::uint64_t>::max();
  const bool yes = true;
  const bool tick = false;
  const std::string text = "idle";
  const std::vector<std::uint8_t> bytes = {0x00, 0xAF, 0x10};
  const std::int64_t item = 2;
  const RecordColumn columns[] = {
      {"f32", "", VariableType::kFloat32, &f32},      {"i8", "", VariableType::kInt8, &i8},
      {"u8", "", VariableType::kUInt8, &u8},          {"i16", "", VariableType::kInt16, &i16},
      {"u16", "", VariableType::kUInt16, &u16},       {"u32", "", VariableType::kUInt32, &u32},
      {"i64", "", VariableType::kInt64, &i64},        {"u64", "", VariableType::kUInt64, &u64},
      {"b", "", VariableType::kBoolean, &yes},        {"clock", "", VariableType::kClock, &tick},
      {"s", "", VariableType::kString, &text},        {"bin", "", VariableType::kBinary, &bytes},
      {"mode", "", VariableType::kEnumeration, &item}};
  CsvWriter writer{path_};
  writer.begin(columns);
  EXPECT_TRUE(writer.row(2.5));
  writer.end();
  EXPECT_EQ(content_of(path_),
            "time,f32,i8,u8,i16,u16,u32,i64,u64,b,clock,s,bin,mode\n"
            "2.5,0.1,-128,255,-32768,65535,4294967295,-9223372036854775808,18446744073709551615,1,0,idle,"
            "00af10,2\n");
}

// Array elements and structured names hold commas, quotes and line ends; a spreadsheet still sees one cell.
TEST_F(CsvWriterTest, QuotesNamesAndTextsThatNeedIt) {
  std::string text = "say \"hi\",\nplease";
  const double x = 1.0;
  const RecordColumn columns[] = {{"A[1,2]", "", VariableType::kFloat64, &x},
                                  {"'odd \"name\"'", "", VariableType::kString, &text}};
  CsvWriter writer{path_};
  writer.begin(columns);
  EXPECT_TRUE(writer.row(0.0));
  text = " padded ";
  EXPECT_TRUE(writer.row(1.0));
  writer.end();
  EXPECT_EQ(content_of(path_),
            "time,\"A[1,2]\",\"'odd \"\"name\"\"'\"\n"
            "0,1,\"say \"\"hi\"\",\nplease\"\n"
            "1,1,\" padded \"\n");
}

// A text far longer than the buffer arrives whole, with the numbers around it.
TEST_F(CsvWriterTest, TextsMayExceedTheBuffer) {
  const std::string text(3'000'000, 'q');
  const double x = 0.125;
  const RecordColumn columns[] = {{"s", "", VariableType::kString, &text},
                                  {"x", "", VariableType::kFloat64, &x}};
  CsvWriter writer{path_};
  writer.begin(columns);
  EXPECT_TRUE(writer.row(0.0));
  EXPECT_TRUE(writer.row(1.0));
  writer.end();
  EXPECT_EQ(content_of(path_), "time,s,x\n0," + text + ",0.125\n1," + text + ",0.125\n");
}

// Rows that fill the buffer many times are all there, in order; so are rows wider than the usual buffer.
TEST_F(CsvWriterTest, ManyAndWideRowsArriveInOrder) {
  std::vector<double> values(20'000);
  std::vector<RecordColumn> columns;
  std::string header = "time";
  for (std::size_t i = 0; i < values.size(); ++i) {
    columns.push_back({"c" + std::to_string(i), "", VariableType::kFloat64, &values[i]});
    header += ",c" + std::to_string(i);
  }
  CsvWriter writer{path_};
  writer.begin(columns);
  std::string expected = header + '\n';
  for (int k = 0; k < 20; ++k) {
    expected += std::to_string(k);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<double>(k) + static_cast<double>(i) / 16.0;
      std::ostringstream cell;
      cell.precision(17);
      cell << values[i];
      expected += ',' + cell.str();
    }
    expected += '\n';
    ASSERT_TRUE(writer.row(k));
  }
  writer.end();
  EXPECT_EQ(content_of(path_), expected);
}

// A path that cannot be written is refused by the constructor: before the model runs, with the reason.
TEST_F(CsvWriterTest, RefusesAPathItCannotWrite) {
  try {
    CsvWriter writer{folder_.path() / "no" / "such" / "folder.csv"};
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kSystem);
    EXPECT_NE(error.message().find("folder.csv' for writing: No such file or directory; choose"),
              std::string::npos)
        << error.message();
  }
}

// A full disk stops the run at the row that no longer fits, and end() says why.
TEST(CsvWriterFullDisk, StopsAndSaysWhy) {
  if (::access("/dev/full", W_OK) != 0) GTEST_SKIP() << "this machine has no /dev/full";
  const double x = 1.0;
  const RecordColumn columns[] = {{"x", "", VariableType::kFloat64, &x}};
  CsvWriter writer{"/dev/full"};
  try {
    writer.begin(columns);
    FAIL() << "expected an Error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kSystem);
    EXPECT_EQ(error.message(),
              "cannot write '/dev/full' (0 bytes are there): No space left on device; make room or choose "
              "another file");
  }
  EXPECT_FALSE(writer.row(0.0));
  EXPECT_THROW(writer.end(), Error);
}

// A disk that fills up in the middle of a run: row() says so, what fitted is kept.
TEST_F(CsvWriterTest, StopsWhenTheDiskFillsUpDuringTheRun) {
  constexpr rlim_t kLimitBytes = 300'000;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{kLimitBytes, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);

  const double x = 0.1;
  const RecordColumn columns[] = {{"x", "", VariableType::kFloat64, &x}};
  CsvWriter writer{path_};
  writer.begin(columns);
  int accepted = 0;
  while (accepted < 1'000'000 && writer.row(accepted))
    ++accepted;
  std::string message;
  try {
    writer.end();
  } catch (const Error& error) {
    message = error.message();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);

  EXPECT_LT(accepted, 1'000'000);
  EXPECT_NE(message.find("(300000 bytes are there): File too large"), std::string::npos) << message;
  EXPECT_EQ(std::filesystem::file_size(path_), kLimitBytes);
}

// The results of the last run are kept until the next one really begins.
TEST_F(CsvWriterTest, KeepsTheOldFileUntilTheRunBegins) {
  write({1.0, 2.0, 3.0});
  const std::string old = content_of(path_);
  { CsvWriter writer{path_}; }
  EXPECT_EQ(content_of(path_), old);
  write({4.0});
  EXPECT_EQ(content_of(path_), "time,x\n0,4\n");
}

// A run that never begins leaves no empty file behind.
TEST_F(CsvWriterTest, LeavesNoEmptyFileBehind) {
  { CsvWriter writer{path_}; }
  EXPECT_FALSE(std::filesystem::exists(path_));
}

// Rows survive when the run ends by an exception and nobody calls end().
TEST_F(CsvWriterTest, DestructorKeepsTheRows) {
  const double x = 2.0;
  const RecordColumn columns[] = {{"x", "", VariableType::kFloat64, &x}};
  {
    CsvWriter writer{path_};
    writer.begin(columns);
    EXPECT_TRUE(writer.row(0.5));
  }
  EXPECT_EQ(content_of(path_), "time,x\n0.5,2\n");
}

// Rows are in the file after flush(), while the run goes on.
TEST(CsvWriter, CanBeFlushed) {
  const ::lockstep::test::TemporaryFolder folder;
  const double value = 1.5;
  CsvWriter writer{folder.path() / "out.csv"};
  const core::RecordColumn column{"x", "", core::VariableType::kFloat64, &value};
  writer.begin({&column, 1});
  EXPECT_TRUE(writer.row(0.0));
  EXPECT_EQ(::lockstep::test::read_file(folder.path() / "out.csv"), "time,x\n");
  writer.flush();
  EXPECT_EQ(::lockstep::test::read_file(folder.path() / "out.csv"), "time,x\n0,1.5\n");
  writer.end();
}

}  // namespace
}  // namespace lockstep::record
