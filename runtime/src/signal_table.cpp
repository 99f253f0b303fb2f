// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/signal_table.hpp"

#include <algorithm>
#include <type_traits>

#include "closest_names.hpp"
#include "lockstep/core/element_type.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::runtime {
namespace {

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

double SignalView::number(std::uint32_t i) const noexcept {
  return core::with_element_type(info->type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (std::is_arithmetic_v<T>)
      return static_cast<double>(values<T>()[i]);
    else
      return 0.0;
  });
}

SignalTable::Entry& SignalTable::add(devices::SignalInfo info) {
  entries_.emplace_back();
  Entry& entry = entries_.back();
  entry.info = std::move(info);
  index_.emplace(entry.info.name, &entry);
  return entry;
}

void SignalTable::add_host_signal(devices::SignalInfo info, const void* data, const core::SimTime* written,
                                  HostSource source) {
  if (find(info.name) != nullptr)
    throw Error{ErrorCode::kBadUsage,
                "the world has two signals '" + info.name + "'; rename a link, a joint or a model of it"};
  Entry& entry = add(std::move(info));
  entry.writer = kHost;
  entry.data = data;
  entry.written = written;
  entry.source = source;
}

void* SignalTable::declare_host_signal(devices::SignalInfo info, const core::SimTime* written,
                                       HostSource source, Owner owner) {
  const std::string name = info.name;
  void* const data = declare(std::move(info), kHost, written, owner);
  index_.at(name)->source = source;
  return data;
}

void* SignalTable::declare(devices::SignalInfo info, Writer writer, const core::SimTime* written, Owner owner,
                           std::size_t text_room) {
  const auto found = index_.find(info.name);
  if (found == index_.end()) {
    Entry& entry = add(std::move(info));
    entry.writer = writer;
    entry.owner = owner;
    entry.written = written;
    entry.text_room = text_room;
    entry.storage = SignalBuffer{entry.info.type, entry.info.count, text_room};
    entry.data = entry.storage.data();
    return entry.storage.data();
  }
  Entry& entry = *found->second;
  if (entry.writer != kNobody)
    throw Error{ErrorCode::kBadUsage,
                "signal '" + info.name + "' has a writer already; give one of the two another name"};
  check_same_kind(info, entry.info, entry.first_reader.empty() ? "its last reader" : entry.first_reader);
  entry.info.unit = std::move(info.unit);
  entry.info.description = std::move(info.description);
  entry.writer = writer;
  entry.owner = owner;
  entry.written = written;
  entry.text_room = text_room;
  entry.storage.assign(SignalBuffer{entry.info.type, entry.info.count}.data());
  entry.storage.reserve(text_room);
  if (entry.delayed) entry.delayed.reserve(text_room);
  return entry.storage.data();
}

void SignalTable::remove(Owner owner) {
  for (Entry& entry : entries_) {
    if (entry.owner != owner) continue;
    entry.writer = kNobody;
    entry.owner = kOwnedByWorld;
    entry.phases = 0;
    entry.source = {};
    core::SimTime* const last = add_stamp();
    if (entry.written != nullptr) *last = *entry.written;
    entry.written = last;
  }
}

void SignalTable::set_written(std::string_view name, const core::SimTime* written) {
  index_.at(name)->written = written;
}

const void* SignalTable::connect(const devices::SignalInfo& wanted, devices::Timing timing,
                                 const std::string& reader) {
  const auto found = index_.find(wanted.name);
  Entry& entry = found == index_.end() ? add(wanted) : *found->second;
  if (found == index_.end()) {
    entry.storage = SignalBuffer{entry.info.type, entry.info.count};
    entry.data = entry.storage.data();
    entry.first_reader = reader;
  } else {
    check_same_kind(entry.info, wanted, reader);
    if (entry.first_reader.empty()) entry.first_reader = reader;
  }
  entry.used = true;
  if (timing == devices::Timing::kSameStep) return entry.data;
  if (!entry.delayed) {
    entry.delayed = SignalBuffer{entry.info.type, entry.info.count, entry.text_room};
    delayed_.push_back(&entry);
  }
  return entry.delayed.data();
}

SignalView SignalTable::view(std::string_view name) {
  const auto found = index_.find(name);
  if (found == index_.end() || found->second->writer == kNobody)
    fail_unknown({{std::string{name}, std::string{}}});
  Entry& entry = *found->second;
  entry.used = true;
  return entry.view();
}

const SignalTable::Entry* SignalTable::find(std::string_view name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? nullptr : found->second;
}

void SignalTable::check_complete(const std::vector<std::string>* names) const {
  std::vector<std::pair<std::string, std::string>> missing;
  const auto check = [&](const Entry& entry) {
    if (entry.writer == kNobody) missing.emplace_back(entry.info.name, entry.first_reader);
  };
  if (names == nullptr) {
    for (const Entry& entry : entries_)
      check(entry);
  } else {
    for (const std::string& name : *names)
      check(*index_.at(name));
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
    entry->delayed.assign(entry->data);
}

}  // namespace lockstep::runtime
