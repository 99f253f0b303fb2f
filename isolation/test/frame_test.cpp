// SPDX-License-Identifier: Apache-2.0
#include "isolation/frame.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace lockstep::core::isolation {
namespace {

/// Carries what a writer flushes to a reader, `size` bytes at a time.
struct Parts final : FrameFlow {
  explicit Parts(std::size_t size) : memory(size) {}
  bool flush(std::size_t used) noexcept override {
    parts.emplace_back(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(used));
    return true;
  }
  std::size_t refill() noexcept override {
    if (next == parts.size()) return 0;
    memory = parts[next++];
    memory.resize(capacity);
    return parts[next - 1].size();
  }
  std::vector<char> memory;
  std::size_t capacity{memory.size()};
  std::vector<std::vector<char>> parts;
  std::size_t next{0};
};

// Values, texts and long blocks survive being cut at any place.
TEST(Frame, CrossesInPartsOfAnySize) {
  std::vector<std::uint8_t> block(1000);
  std::iota(block.begin(), block.end(), std::uint8_t{0});
  for (const std::size_t size : {1U, 2U, 3U, 7U, 8U, 64U, 4096U}) {
    Parts flow{size};
    FrameWriter writer{flow.memory.data(), size, &flow};
    writer.value(3.25);
    writer.text("four");
    writer.bytes(block.data(), block.size());
    writer.text("");
    ASSERT_TRUE(writer.ok());
    flow.flush(writer.used());
    FrameReader reader{flow.memory.data(), flow.refill(), &flow};
    EXPECT_EQ(reader.value<double>(), 3.25);
    EXPECT_EQ(reader.text(), "four");
    std::vector<std::uint8_t> read(1000);
    reader.bytes(read.data(), read.size());
    EXPECT_EQ(read, block);
    EXPECT_EQ(reader.text(), "");
    EXPECT_TRUE(reader.ok()) << size;
  }
}

// A frame that ends too early fails, and what was asked for is zero.
TEST(Frame, ReadsZerosBehindTheEnd) {
  const char bytes[4] = {1, 2, 3, 4};
  FrameReader reader{bytes, sizeof bytes, nullptr};
  EXPECT_EQ(reader.value<std::uint64_t>(), 0U);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.value<std::uint8_t>(), 0U);
}

// A text that claims more than there is takes no more memory than there is.
TEST(Frame, LyingLengthTakesNoMemory) {
  char bytes[16] = {};
  std::memset(bytes, 0xFF, 8);
  FrameReader reader{bytes, sizeof bytes, nullptr};
  const std::string text = reader.text();
  EXPECT_LE(text.size(), 8U);
  EXPECT_FALSE(reader.ok());
}

// A writer that nobody takes the parts of fails instead of writing past its memory.
TEST(Frame, WriterStopsAtTheEndOfItsMemory) {
  char memory[8];
  FrameWriter writer{memory, sizeof memory, nullptr};
  writer.value<std::uint64_t>(1);
  EXPECT_TRUE(writer.ok());
  writer.value<std::uint8_t>(1);
  EXPECT_FALSE(writer.ok());
}

}  // namespace
}  // namespace lockstep::core::isolation
