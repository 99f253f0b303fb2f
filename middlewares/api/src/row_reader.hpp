// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "lockstep/middlewares/api/port.hpp"
#include "lockstep/runtime/tap.hpp"

namespace lockstep::middlewares {

/// The ports of some channels, read from rows of a tap: the reader itself waits for them.
class RowReader final : public PortReader {
 public:
  /// `ports`: handles, one for each column of the tap.
  RowReader(std::shared_ptr<runtime::Tap> tap, const std::vector<std::uint32_t>& ports);

  /// The next row with a stamp of `latest` or before it; false when there is none yet. A row that is later
  /// stays for the next time.
  [[nodiscard]] bool next(SimTime latest);
  /// Time was set back: rows of the time before that are left are dropped.
  void restart() noexcept { restarted_ = true; }
  const runtime::TapRow& row() const noexcept { return row_; }
  /// Rows that came faster than they were read.
  std::uint64_t lost() const noexcept { return reader_.lost(); }
  /// Of a port in `ports`: its value in the present row.
  void read(std::uint32_t port, core::Value& value) const override;

 private:
  runtime::TapReader reader_;
  std::vector<std::optional<std::size_t>> columns_;  // by handle
  runtime::TapRow row_;
  bool waits_{false};      // row_ was read, and is later than it was asked for
  bool restarted_{false};  // and no row after it was seen yet
};

}  // namespace lockstep::middlewares
