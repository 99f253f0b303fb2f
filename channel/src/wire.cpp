// SPDX-License-Identifier: Apache-2.0
#include "lockstep/channel/wire.hpp"

#include <limits>

namespace lockstep::channel {
namespace {

/// Puts alternative `index` into a value, for the reader to fill.
template <std::size_t I = 0>
void choose_alternative(core::Value& value, std::size_t index) {
  if constexpr (I < std::variant_size_v<core::Value>) {
    if (index == I)
      value.emplace<I>();
    else
      choose_alternative<I + 1>(value, index);
  }
}

}  // namespace

std::string_view to_string(PortKind kind) noexcept {
  switch (kind) {
    case PortKind::kSignal:
      return "signal";
    case PortKind::kInlet:
      return "inlet";
    case PortKind::kRequest:
      return "request";
  }
  return "unknown";
}

void Writer::put_count(std::size_t count) {
  if (count > std::numeric_limits<std::uint32_t>::max())
    throw Error{ErrorCode::kBadUsage, "a list of " + std::to_string(count) +
                                          " elements is too long for the channel, expected at most " +
                                          std::to_string(std::numeric_limits<std::uint32_t>::max())};
  put(static_cast<std::uint32_t>(count));
}

void Writer::put(const core::Value& value) {
  put(static_cast<std::uint8_t>(value.index()));
  std::visit([this](const auto& elements) { put(elements); }, value);
}

void Reader::get(std::string& text) {
  const std::uint32_t length = get_count();
  text.resize(length);
  take(text.data(), length);
}

void Reader::get(core::Value& value) {
  std::uint8_t index = 0;
  get(index);
  if (index >= std::variant_size_v<core::Value>) fail("a value is of no kind there is");
  choose_alternative(value, index);
  std::visit([this](auto& elements) { get(elements); }, value);
}

std::uint32_t Reader::get_count() {
  std::uint32_t count = 0;
  get(count);
  if (count > left()) fail("a list is longer than its frame");
  return count;
}

void Reader::take(void* to, std::size_t size) {
  if (size > left()) fail("it ends early");
  if (size != 0) std::memcpy(to, bytes_.data() + next_, size);
  next_ += size;
}

void Reader::fail(const char* why) {
  throw Error{ErrorCode::kBadInput, std::string{"a message on the channel is broken: "} + why};
}

}  // namespace lockstep::channel
