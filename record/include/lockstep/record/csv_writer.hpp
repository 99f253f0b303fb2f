// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/core/row_sink.hpp"

namespace lockstep::record {

/// Writes the rows of a simulation as comma-separated values (RFC 4180, UTF-8, lines end with LF).
///
/// The header is `time,<name>,...`; names and texts are quoted where they need it. Numbers are the shortest
/// decimals that read back to the same bits, with a point whatever the locale; Booleans and clocks are 0 or
/// 1, enumerations their number, Binary is hexadecimal. Time is in seconds, values in the model's units.
///
/// The file is opened, but not yet emptied, by the constructor: a path that cannot be written is found before
/// the model runs, and the results of an earlier run survive a set-up that fails. After begin() rows are
/// collected in a buffer that is written when full; row() neither allocates nor, most of the time, calls the
/// system. end() writes the rest and closes; the destructor does so too when end() was never called, so that
/// rows survive an exception.
///
/// Call order: constructor, begin() once, row()..., end(). One thread at a time.
class CsvWriter final : public core::RowSink {
 public:
  /// Throws Error{kSystem} when `path` cannot be opened for writing. `path` "-" is standard output.
  explicit CsvWriter(const std::filesystem::path& path);
  ~CsvWriter() override;
  CsvWriter(const CsvWriter&) = delete;
  CsvWriter& operator=(const CsvWriter&) = delete;

  /// Empties the file and writes the header. Throws Error{kSystem}.
  void begin(Span<const core::RecordColumn> columns) override;
  /// False after a failed write (disk full, ...): nothing more is accepted and end() throws the reason.
  [[nodiscard]] bool row(double time_s) noexcept override;
  /// Throws Error{kSystem} when not everything could be written.
  void end() override;

  /// Hands the buffered rows to the system now: for slow runs somebody watches, and before the process may
  /// end. Makes no calls but write() and poll(), so it may be called from a signal handler. A failure shows
  /// in the next row().
  void flush() noexcept override;
  /// The same: the rows are the whole file.
  void end_now() noexcept override { flush(); }

  /// Bytes handed to the system so far; the size of the file after end().
  std::uint64_t bytes_written() const noexcept { return bytes_written_; }

 private:
  struct Cell {
    core::VariableType type;
    const void* element;
  };

  void put_text(const char* text, std::size_t size) noexcept;
  void put_quoted(const std::string& text) noexcept;
  void put_hexadecimal(const std::vector<std::uint8_t>& bytes) noexcept;
  void put_variable_length(const Cell& cell) noexcept;
  void close() noexcept;
  [[noreturn]] void throw_write_error() const;

  std::string name_;               // for messages
  bool standard_output_{false};    // the shell has emptied it, or wants us to append
  std::filesystem::path created_;  // the file, if this object made it and no run has begun
  int descriptor_{-1};
  int error_number_{0};  // of the first failed write; sticky
  std::vector<Cell> cells_;
  std::size_t row_bytes_{0};  // most bytes a row can take, texts not counted
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_{0};
  char* end_{nullptr};  // one past the last byte in the buffer
  std::uint64_t bytes_written_{0};
};

}  // namespace lockstep::record
