// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/value.hpp"
#include "lockstep/runtime/signal_table.hpp"

namespace lockstep::runtime {

class WaitWord;

/// What a tap takes.
struct TapOptions {
  std::vector<std::string> signals;  ///< full names
  /// A row in the first step at or after each multiple of this time; empty: a row every step.
  std::optional<core::SimTime> period{};
  std::size_t depth{256};      ///< rows that are kept for slow readers, at least 2
  std::size_t text_room{255};  ///< bytes of a text or byte string that a row has room for
  /// Also a row where the world pauses, whatever the period: for those who show where it stopped.
  bool on_pause{false};
};

/// Where a signal is in the rows of a tap.
struct TapColumn {
  devices::SignalInfo info;
  std::size_t first_word{0};  ///< of its first element, in TapRow::words
  std::size_t words{1};       ///< of one element
};

/// One row: all signals of a tap at one instant.
struct TapRow {
  core::SimTime stamp{0};  ///< time of the state
  std::int64_t step{0};    ///< steps done since the start
  std::vector<std::uint64_t> words;

  /// Element `i` of a column as a number; 0 for a text.
  double number(const TapColumn& column, std::uint32_t i = 0) const noexcept;
  /// All elements of a column as a value.
  core::Value value(const TapColumn& column) const;
  /// Element `i` of a column of texts or byte strings; empty for a number. Longer texts are cut off at the
  /// room of the tap.
  std::string_view text(const TapColumn& column, std::uint32_t i = 0) const noexcept;
};

/// Chosen signals of a running world for readers in other threads, as complete rows with their stamp.
///
/// The step writes rows into a ring and never waits for a reader. A reader that is too slow loses the oldest
/// rows and learns how many. Any number of readers may share a tap; each has its own TapReader. Made by
/// Doors::tap(); rows come as long as somebody keeps it.
class Tap {
 public:
  Tap(std::vector<SignalView> signals, const TapOptions& options);
  ~Tap();
  Tap(const Tap&) = delete;
  Tap& operator=(const Tap&) = delete;

  const std::vector<TapColumn>& columns() const noexcept { return columns_; }
  std::size_t depth() const noexcept { return depth_; }

  // --- the side of the step ------------------------------------------------------------------------------
  /// Adds a row if one is due.
  void publish(std::int64_t step, core::SimTime now) noexcept;
  /// The world pauses: adds a row if the options ask for it and there is none of this step.
  void publish_pause(std::int64_t step, core::SimTime now) noexcept;
  /// The world was put back to the start: the next row is due at once.
  void restart() noexcept {
    next_ = core::SimTime{0};
    last_step_ = -1;
  }
  /// No more rows will come; readers that wait are released.
  void end() noexcept;

 private:
  friend class TapReader;
  using Word = std::atomic<std::uint64_t>;

  void add_row(std::int64_t step, core::SimTime now) noexcept;
  void write(std::size_t column, Word* row) noexcept;
  Word* row(std::uint64_t number) const noexcept { return ring_.get() + (number % depth_) * row_words_; }

  std::vector<SignalView> signals_;
  std::vector<TapColumn> columns_;
  std::optional<core::SimTime> period_;
  std::size_t depth_, row_words_;
  core::SimTime next_{0};
  bool on_pause_{false};
  std::int64_t last_step_{-1};  // of the newest row
  // Each row: 2 n + 1 while row n is written and 2 n + 2 when it is complete; stamp; step; then the columns.
  // Words are stored with release and loaded with acquire, so that a reader that saw the same even number
  // before and after has a whole row.
  std::unique_ptr<Word[]> ring_;
  std::atomic<std::uint64_t> written_{0};  // rows so far
  std::atomic<bool> ended_{false};
  std::unique_ptr<WaitWord> changed_;
};

/// One reader of a tap, for one thread. Starts with the first row after it was made.
class TapReader {
 public:
  explicit TapReader(std::shared_ptr<Tap> tap);

  /// The next row; false when there is none yet.
  [[nodiscard]] bool read(TapRow& row);
  /// Waits for it; false when `limit` (empty: none) is over before that, or no more rows will come.
  [[nodiscard]] bool wait(TapRow& row, std::optional<std::chrono::nanoseconds> limit = {});
  /// Leaves out all rows but the newest.
  void skip_to_newest() noexcept;
  /// Rows that were overwritten before they were read.
  std::uint64_t lost() const noexcept { return lost_; }
  bool ended() const noexcept;
  const Tap& tap() const noexcept { return *tap_; }

 private:
  bool copy(std::uint64_t number, TapRow& row) const;

  std::shared_ptr<Tap> tap_;
  std::uint64_t next_;
  std::uint64_t lost_{0};
};

}  // namespace lockstep::runtime
