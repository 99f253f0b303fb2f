// SPDX-License-Identifier: Apache-2.0
#include "recording.hpp"

#include "lockstep/core/error.hpp"
#include "lockstep/record/csv_writer.hpp"
#include "lockstep/record/mcap_writer.hpp"

namespace lockstep::hosts::shell {

std::vector<std::unique_ptr<WorldSession::Recording>> WorldSession::open_recordings(
    const DoorsConfig& config) {
  std::vector<std::unique_ptr<Recording>> opened;
  for (const DoorsConfig::Record& record : config.records) {
    auto recording = std::make_unique<Recording>();
    recording->signals = record.signals;
    if (record.file.extension() == ".csv")
      recording->sink = std::make_unique<record::CsvWriter>(record.file);
    else
      recording->sink = std::make_unique<record::McapWriter>(record.file);
    opened.push_back(std::move(recording));
  }
  return opened;
}

/// With the signals that are there in the first step: a file has the same columns from its first row on.
void WorldSession::begin_recordings() {
  runtime::SignalTable& signals = commons_.doors().signals();
  for (const std::unique_ptr<Recording>& recording : recordings_) {
    if (recording->recorder.recording() || recording->failed) continue;
    recording->failed = true;
    if (recording->signals.empty()) {
      for (const runtime::SignalTable::Entry& entry : signals.entries()) {
        if (entry.writer != runtime::SignalTable::kHost && entry.writer != runtime::SignalTable::kNobody)
          recording->signals.push_back(entry.info.name);
      }
    }
    std::vector<runtime::SignalView> views;
    for (const std::string& name : recording->signals)
      views.push_back(signals.view(name));
    core::RowSink* const sink = recording->sink.get();
    recording->recorder.begin({views.data(), views.size()}, {&sink, 1});
    recording->failed = false;
  }
}

void WorldSession::record_row() noexcept {
  for (const std::unique_ptr<Recording>& recording : recordings_) {
    if (!recording->recorder.recording() || recording->failed) continue;
    if (recording->recorder.row(time_s_)) continue;
    recording->failed = true;
    for (const Error& failure : recording->recorder.failures())
      simulator_.log({core::LogLevel::kError, "lockstep", "record", failure.message()});
  }
}

/// A pause may be long.
void WorldSession::flush_recordings() noexcept {
  for (const std::unique_ptr<Recording>& recording : recordings_) {
    if (recording->recorder.recording()) recording->recorder.flush();
  }
}

}  // namespace lockstep::hosts::shell
