// SPDX-License-Identifier: Apache-2.0
#include "csv_scanner.hpp"

#include <gtest/gtest.h>

namespace lockstep::record {
namespace {

using Result = CsvScanner::Result;
using Records = std::vector<std::vector<std::string>>;

/// All records up to the end; fails the test on anything unreadable.
Records scan(std::string_view text) {
  CsvScanner scanner{text, 100};
  std::vector<CsvScanner::Cell> cells;
  Records records;
  Result result = scanner.next(cells);
  for (; result == Result::kRecord; result = scanner.next(cells)) {
    records.emplace_back();
    for (const CsvScanner::Cell& cell : cells)
      records.back().emplace_back(cell.text);
  }
  EXPECT_EQ(result, Result::kEnd);
  return records;
}

TEST(CsvScanner, CutsCellsAndLines) {
  EXPECT_EQ(scan("time,u\n0,1\n2,3\n"), (Records{{"time", "u"}, {"0", "1"}, {"2", "3"}}));
}

// Files from Windows, old Macs and editors that leave out the last line end are all the same table.
TEST(CsvScanner, TakesEveryLineEnd) {
  const Records expected{{"a", "b"}, {"1", "2"}};
  EXPECT_EQ(scan("a,b\r\n1,2\r\n"), expected);
  EXPECT_EQ(scan("a,b\r1,2\r"), expected);
  EXPECT_EQ(scan("a,b\n1,2"), expected);
  EXPECT_EQ(scan("\xEF\xBB\xBF\n  \na,b\n\r\n1,2\n\n"), expected);
}

// Blanks around a bare cell are layout; blanks, commas, quotes and line ends inside quotes are content.
TEST(CsvScanner, QuotesKeepEverythingInside) {
  EXPECT_EQ(scan(" a ,\t\" b \" \n"), (Records{{"a", " b "}}));
  EXPECT_EQ(scan("\"A[1,2]\",\"say \"\"hi\"\"\",\"two\nlines\"\n"),
            (Records{{"A[1,2]", "say \"hi\"", "two\nlines"}}));
  EXPECT_EQ(scan("\"\"\"\",\"\"\n"), (Records{{"\"", ""}}));
}

// Empty cells count, also after the last comma of a line or of the file.
TEST(CsvScanner, KeepsEmptyCells) {
  EXPECT_EQ(scan(",a,,\n,"), (Records{{"", "a", "", ""}, {"", ""}}));
}

TEST(CsvScanner, NothingIsNoRecord) {
  EXPECT_TRUE(scan("").empty());
  EXPECT_TRUE(scan(" \n\r\n\t").empty());
}

// Messages point at the first character of a cell, also after a quoted cell that spans lines.
TEST(CsvScanner, KnowsWhereCellsStand) {
  CsvScanner scanner{"\xEF\xBB\xBFtime, \"a\nb\" ,c\n\n 1,2\n", 100};
  std::vector<CsvScanner::Cell> cells;
  ASSERT_EQ(scanner.next(cells), Result::kRecord);
  ASSERT_EQ(cells.size(), 3U);
  EXPECT_EQ(cells[0].line, 1U);
  EXPECT_EQ(cells[0].column, 1U);
  EXPECT_EQ(cells[1].line, 1U);
  EXPECT_EQ(cells[1].column, 7U);
  EXPECT_EQ(cells[2].line, 2U);
  EXPECT_EQ(cells[2].column, 5U);
  ASSERT_EQ(scanner.next(cells), Result::kRecord);
  EXPECT_EQ(cells[0].line, 4U);
  EXPECT_EQ(cells[0].column, 2U);
}

// What makes the rest of a file meaningless ends the scan at its place.
TEST(CsvScanner, StopsAtBrokenQuotes) {
  std::vector<CsvScanner::Cell> cells;
  CsvScanner open{"a,\"b\n1,2\n", 100};
  EXPECT_EQ(open.next(cells), Result::kOpenQuote);
  EXPECT_EQ(cells.back().line, 1U);
  EXPECT_EQ(cells.back().column, 3U);
  CsvScanner after{"a\n\"b\"x,2\n", 100};
  EXPECT_EQ(after.next(cells), Result::kRecord);
  EXPECT_EQ(after.next(cells), Result::kTextAfterQuote);
  EXPECT_EQ(cells.back().line, 2U);
  EXPECT_EQ(cells.back().column, 4U);
}

TEST(CsvScanner, StopsAtTooManyCells) {
  std::vector<CsvScanner::Cell> cells;
  CsvScanner scanner{"a,b,c\na,b,c,d\n", 3};
  EXPECT_EQ(scanner.next(cells), Result::kRecord);
  EXPECT_EQ(scanner.next(cells), Result::kTooManyCells);
}

}  // namespace
}  // namespace lockstep::record
