// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/recording_file.hpp"

#include "lockstep/core/error.hpp"
#include "lockstep/record/csv_writer.hpp"
#include "lockstep/record/mcap_writer.hpp"

namespace lockstep::record {

std::unique_ptr<core::RowSink> open_recording(const std::filesystem::path& path) {
  std::error_code ignored;
  const bool special = std::filesystem::is_other(path, ignored);
  if (path.extension() == ".csv" || path == "-" || special) return std::make_unique<CsvWriter>(path);
  if (path.extension() == ".mcap") return std::make_unique<McapWriter>(path);
  throw Error{ErrorCode::kBadUsage,
              "cannot record into '" + path.string() + "': expected a name that ends with .csv or .mcap"};
}

}  // namespace lockstep::record
