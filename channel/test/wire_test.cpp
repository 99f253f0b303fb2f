// SPDX-License-Identifier: Apache-2.0
#include "lockstep/channel/wire.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace lockstep::channel {
namespace {

using Bytes = std::vector<std::uint8_t>;

template <class T>
Bytes written(const T& value) {
  Bytes bytes;
  Writer writer{bytes};
  writer(value);
  return bytes;
}

template <class T>
T read(const Bytes& bytes) {
  T value{};
  Reader reader{bytes};
  reader(value);
  EXPECT_EQ(reader.left(), 0U);
  return value;
}

template <class T>
std::string failure(const Bytes& bytes) {
  T value{};
  try {
    Reader{bytes}(value);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kBadInput);
    return error.message();
  }
  return "nothing was thrown";
}

const std::vector<core::Value>& one_of_each_kind() {
  static const std::vector<core::Value> values = {
      std::vector<double>{0.1, -std::numeric_limits<double>::infinity(), 0.0},
      std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min(), -1},
      std::vector<std::uint64_t>{std::numeric_limits<std::uint64_t>::max()},
      std::vector<bool>{true, false, true},
      std::vector<std::string>{"", "Grüße", std::string{"a\0b", 3}},
      std::vector<std::vector<std::uint8_t>>{{}, {0, 255, 7}},
  };
  return values;
}

// Every kind of value comes back as it was, also without elements.
TEST(Wire, CarriesEveryKindOfValue) {
  ASSERT_EQ(one_of_each_kind().size(), std::variant_size_v<core::Value>);
  for (const core::Value& value : one_of_each_kind()) {
    EXPECT_EQ(read<core::Value>(written(value)), value) << value.index();
    core::Value empty = value;
    std::visit([](auto& elements) { elements.clear(); }, empty);
    EXPECT_EQ(read<core::Value>(written(empty)), empty) << value.index();
  }
}

// Bytes are those that were agreed: a client of another language can rely on them.
TEST(Wire, HasOneFormat) {
  EXPECT_EQ(written(std::uint32_t{0x01020304}), (Bytes{4, 3, 2, 1}));
  EXPECT_EQ(written(std::string{"ab"}), (Bytes{2, 0, 0, 0, 'a', 'b'}));
  EXPECT_EQ(written(core::Value{std::vector<bool>{true}}), (Bytes{3, 1, 0, 0, 0, 1}));
  EXPECT_EQ(written(std::optional<std::chrono::nanoseconds>{}), (Bytes{0}));
  EXPECT_EQ(written(std::optional{std::chrono::nanoseconds{2}}), (Bytes{1, 2, 0, 0, 0, 0, 0, 0, 0}));
}

// A value that ends early is refused wherever it ends, and never read beyond.
TEST(Wire, RefusesTruncatedValues) {
  for (const core::Value& value : one_of_each_kind()) {
    Bytes bytes = written(value);
    while (!bytes.empty()) {
      bytes.pop_back();
      EXPECT_NE(failure<core::Value>(bytes), "nothing was thrown") << value.index() << ' ' << bytes.size();
    }
  }
}

// A count that is larger than the rest of the message takes no memory.
TEST(Wire, RefusesCountsBeyondTheMessage) {
  EXPECT_EQ(failure<std::string>({255, 255, 255, 255, 'a'}),
            "a message on the channel is broken: a list is longer than its frame");
  EXPECT_EQ(failure<core::Value>({0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
            "a message on the channel is broken: a list is longer than its frame");
}

TEST(Wire, RefusesImpossibleValues) {
  EXPECT_EQ(failure<bool>({2}), "a message on the channel is broken: a truth value is neither 0 nor 1");
  EXPECT_EQ(failure<core::Value>({6, 0, 0, 0, 0}),
            "a message on the channel is broken: a value is of no kind there is");
  EXPECT_EQ(failure<PortKind>({3}), "a message on the channel is broken: an enumeration has no such item");
  EXPECT_EQ(read<PortKind>({2}), PortKind::kRequest);
}

TEST(Wire, NamesKindsOfPorts) {
  EXPECT_EQ(to_string(PortKind::kSignal), "signal");
  EXPECT_EQ(to_string(PortKind::kInlet), "inlet");
  EXPECT_EQ(to_string(PortKind::kRequest), "request");
}

}  // namespace
}  // namespace lockstep::channel
