// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/recorder.hpp"

#include <ctime>

namespace lockstep::runtime {

std::vector<core::RecordColumn> record_columns(Span<const SignalView> signals) {
  std::vector<core::RecordColumn> columns;
  for (const SignalView& signal : signals) {
    const devices::SignalInfo& info = *signal.info;
    const std::size_t size = element_size(info.type);
    for (std::uint32_t i = 0; i < info.count; ++i) {
      core::RecordColumn column;
      column.name = info.count == 1 ? info.name : info.name + '[' + std::to_string(i + 1) + ']';
      column.unit = info.unit;
      column.type = info.type;
      column.element = static_cast<const char*>(signal.data) + i * size;
      columns.push_back(std::move(column));
    }
  }
  return columns;
}

std::chrono::nanoseconds coarse_now() noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::chrono::seconds{now.tv_sec} + std::chrono::nanoseconds{now.tv_nsec};
}

Recorder::~Recorder() {
  end_all();
}

void Recorder::begin(Span<const SignalView> signals, Span<core::RowSink* const> sinks) {
  if (begun_) throw Error{ErrorCode::kBadUsage, "the recorder has begun already; call end() first"};
  failures_.clear();
  rows_ = 0;
  const std::vector<core::RecordColumn> columns = record_columns(signals);
  begun_ = true;
  sinks_.reserve(sinks.size());
  try {
    for (core::RowSink* sink : sinks) {
      sink->begin({columns.data(), columns.size()});
      sinks_.push_back(sink);
    }
  } catch (...) {
    end_all();
    throw;
  }
  next_flush_ = options_.now() + options_.flush_interval;
}

bool Recorder::row(double time_s) noexcept {
  bool good = true;
  for (std::size_t i = 0; i < sinks_.size();) {
    if (sinks_[i]->row(time_s)) {
      ++i;
      continue;
    }
    good = false;
    core::RowSink* const failed = sinks_[i];
    sinks_.erase(sinks_.begin() + static_cast<std::ptrdiff_t>(i));
    end_sink(*failed);
  }
  ++rows_;
  if (options_.now() >= next_flush_) flush();
  return good;
}

void Recorder::flush() noexcept {
  for (core::RowSink* sink : sinks_)
    sink->flush();
  next_flush_ = options_.now() + options_.flush_interval;
}

void Recorder::end_sink(core::RowSink& sink) noexcept {
  try {
    try {
      sink.end();
    } catch (const Error& error) {
      failures_.push_back(error);
    } catch (const std::exception& error) {
      failures_.push_back(Error{ErrorCode::kSystem, error.what()});
    }
  } catch (...) {  // NOLINT(bugprone-empty-catch): without memory there is nothing to note the reason in
  }
}

void Recorder::end_all() noexcept {
  begun_ = false;
  for (core::RowSink* sink : sinks_)
    end_sink(*sink);
  sinks_.clear();
}

void Recorder::end() {
  if (!begun_) return;
  end_all();
  if (failures_.empty()) return;
  if (failures_.size() == 1) throw failures_.front();
  std::vector<Diagnostic> reasons;
  for (const Error& failure : failures_)
    reasons.push_back({Severity::kError, "recording", failure.message(), {}, {}});
  throw Error{failures_.front().code(), std::to_string(failures_.size()) + " recordings failed",
              std::move(reasons)};
}

}  // namespace lockstep::runtime
