// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "lockstep/core/row_sink.hpp"

namespace lockstep::record {

/// Writes the rows of a simulation as an MCAP file (https://mcap.dev), which Foxglove, Rerun, PlotJuggler and
/// the readers for Python, C++, Go, Rust and TypeScript open.
///
/// Columns are grouped by component: `arm/motor/current` and `arm/motor/torque` are the fields `current` and
/// `torque` of messages on the topic `/arm/motor`; columns without a '/' are on the topic `/signals`. A
/// message is a JSON object, and each topic has its JSON Schema in the file: the type of every field, and the
/// unit as its description. Numbers are the shortest decimals that read back to the same bits; NaN and
/// infinity, which JSON does not have, are null; Binary is hexadecimal text.
///
/// The time of a message (log time and publish time) is that of the row in nanoseconds, rounded. Rows are
/// collected in chunks with an index, so that viewers can seek; chunks carry a CRC and are not compressed.
/// Time may go back (a world that was reset).
///
/// row() takes no memory but for the list of chunks, one entry for each MiB of rows and each flush(), and for
/// texts that make a chunk longer than 1.25 MiB.
///
/// Call order, failures and threads as for CsvWriter. Time must not be negative: MCAP counts from 0; row() is
/// false then, and end() says so.
class McapWriter final : public core::RowSink {
 public:
  /// Throws Error{kSystem} when `path` cannot be opened for writing.
  explicit McapWriter(const std::filesystem::path& path);
  ~McapWriter() override;
  McapWriter(const McapWriter&) = delete;
  McapWriter& operator=(const McapWriter&) = delete;

  /// Throws Error{kSystem}; Error{kUnsupported} for more than 65,535 components, which the format cannot
  /// number.
  void begin(Span<const core::RecordColumn> columns) override;
  [[nodiscard]] bool row(double time_s) noexcept override;
  /// Writes the rows as a chunk of their own: a reader of streams finds all of them, and `mcap recover` makes
  /// a whole file of it, if the process is killed later.
  void flush() noexcept override;
  void end() override;

  /// Completes the file at once, with all rows but without the index of the last chunk and the summary.
  /// Makes no calls but write().
  void end_now() noexcept override;

  /// Bytes of a chunk before it is written; for tests.
  static constexpr std::size_t kChunkBytes = std::size_t{1} << 20U;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lockstep::record
