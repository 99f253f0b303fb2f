// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/signal_table.hpp"

#include <algorithm>
#include <cstring>

#include "closest_names.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::runtime {
namespace {

std::unique_ptr<std::max_align_t[]> zeroed(std::size_t bytes) {
  return std::make_unique<std::max_align_t[]>(
      (bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t) + 1);
}

std::string kind_of(const devices::SignalInfo& info) {
  std::string text{core::to_string(info.type)};
  if (info.count != 1) text += '[' + std::to_string(info.count) + ']';
  return text;
}

void check_same_kind(const devices::SignalInfo& declared, const devices::SignalInfo& wanted,
                     const std::string& reader) {
  if (declared.type == wanted.type && declared.count == wanted.count) return;
  throw Error{ErrorCode::kBadUsage, "signal '" + declared.name + "' is " + kind_of(declared) + ", but " +
                                        reader + " reads it as " + kind_of(wanted) + "; make both the same"};
}

}  // namespace

std::size_t element_size(core::VariableType type) noexcept {
  switch (type) {
    case core::VariableType::kFloat64:
    case core::VariableType::kInt64:
    case core::VariableType::kUInt64:
      return 8;
    case core::VariableType::kFloat32:
    case core::VariableType::kInt32:
    case core::VariableType::kUInt32:
      return 4;
    case core::VariableType::kInt16:
    case core::VariableType::kUInt16:
      return 2;
    default:
      return 1;
  }
}

double SignalView::number(std::uint32_t i) const noexcept {
  switch (info->type) {
    case core::VariableType::kFloat64:
      return values<double>()[i];
    case core::VariableType::kFloat32:
      return static_cast<double>(values<float>()[i]);
    case core::VariableType::kInt64:
      return static_cast<double>(values<std::int64_t>()[i]);
    case core::VariableType::kUInt64:
      return static_cast<double>(values<std::uint64_t>()[i]);
    case core::VariableType::kInt32:
      return values<std::int32_t>()[i];
    case core::VariableType::kUInt32:
      return values<std::uint32_t>()[i];
    case core::VariableType::kInt16:
      return values<std::int16_t>()[i];
    case core::VariableType::kUInt16:
      return values<std::uint16_t>()[i];
    case core::VariableType::kInt8:
      return values<std::int8_t>()[i];
    case core::VariableType::kUInt8:
      return values<std::uint8_t>()[i];
    default:
      return values<bool>()[i] ? 1.0 : 0.0;
  }
}

SignalTable::Entry& SignalTable::add(devices::SignalInfo info) {
  entries_.emplace_back();
  Entry& entry = entries_.back();
  entry.info = std::move(info);
  index_.emplace(entry.info.name, &entry);
  return entry;
}

void SignalTable::add_host_signal(devices::SignalInfo info, const void* data, HostSource source) {
  if (find(info.name) != nullptr) return;  // a joint and a link may share a name; the first one has it
  Entry& entry = add(std::move(info));
  entry.writer = kHost;
  entry.data = data;
  entry.source = source;
}

void* SignalTable::declare(devices::SignalInfo info, Writer writer) {
  const auto found = index_.find(info.name);
  if (found == index_.end()) {
    Entry& entry = add(std::move(info));
    entry.writer = writer;
    entry.storage = zeroed(entry.bytes());
    entry.data = entry.storage.get();
    return entry.storage.get();
  }
  Entry& entry = *found->second;
  if (entry.writer != kNobody)
    throw Error{ErrorCode::kBadUsage,
                "signal '" + info.name + "' has a writer already; give one of the two another name"};
  check_same_kind(info, entry.info, entry.first_reader);
  entry.info.unit = std::move(info.unit);
  entry.info.description = std::move(info.description);
  entry.writer = writer;
  return entry.storage.get();
}

const void* SignalTable::connect(const devices::SignalInfo& wanted, devices::Timing timing,
                                 const std::string& reader) {
  const auto found = index_.find(wanted.name);
  Entry& entry = found == index_.end() ? add(wanted) : *found->second;
  if (found == index_.end()) {
    entry.storage = zeroed(entry.bytes());
    entry.data = entry.storage.get();
    entry.first_reader = reader;
  } else {
    check_same_kind(entry.info, wanted, reader);
  }
  entry.used = true;
  if (timing == devices::Timing::kSameStep) return entry.data;
  if (!entry.delayed) {
    entry.delayed = zeroed(entry.bytes());
    delayed_.push_back(&entry);
  }
  return entry.delayed.get();
}

SignalView SignalTable::view(std::string_view name) {
  const auto found = index_.find(name);
  if (found == index_.end()) fail_unknown({{std::string{name}, std::string{}}});
  Entry& entry = *found->second;
  entry.used = true;
  return {&entry.info, entry.data};
}

const SignalTable::Entry* SignalTable::find(std::string_view name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? nullptr : found->second;
}

void SignalTable::check_complete() const {
  std::vector<std::pair<std::string, std::string>> missing;
  for (const Entry& entry : entries_) {
    if (entry.writer == kNobody) missing.emplace_back(entry.info.name, entry.first_reader);
  }
  if (!missing.empty()) fail_unknown(missing);
}

void SignalTable::fail_unknown(const std::vector<std::pair<std::string, std::string>>& missing) const {
  std::vector<std::string_view> names;
  for (const Entry& entry : entries_) {
    if (entry.writer != kNobody) names.emplace_back(entry.info.name);
  }
  std::string message;
  for (const auto& [name, reader] : missing) {
    if (!message.empty()) message += '\n';
    message += "there is no signal '" + name + "'";
    if (!reader.empty()) message += ", which " + reader + " reads";
    message += closest_names_text(name, names);
  }
  throw Error{ErrorCode::kNotFound, message};
}

void SignalTable::latch_delayed() noexcept {
  for (Entry* entry : delayed_)
    std::memcpy(entry->delayed.get(), entry->data, entry->bytes());
}

}  // namespace lockstep::runtime
