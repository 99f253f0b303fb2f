// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The MCAP container (https://mcap.dev/spec): little-endian records of an opcode, a length and a content.
namespace lockstep::record::mcap {

inline constexpr std::string_view kMagic{"\x89MCAP0\r\n", 8};

enum class Opcode : std::uint8_t {
  kHeader = 0x01,
  kFooter = 0x02,
  kSchema = 0x03,
  kChannel = 0x04,
  kMessage = 0x05,
  kChunk = 0x06,
  kMessageIndex = 0x07,
  kChunkIndex = 0x08,
  kStatistics = 0x0B,
  kSummaryOffset = 0x0E,
  kDataEnd = 0x0F,
};

void put_u8(std::string& out, std::uint8_t value);
void put_u16(std::string& out, std::uint16_t value);
void put_u32(std::string& out, std::uint32_t value);
void put_u64(std::string& out, std::uint64_t value);
/// Length as uint32, then the bytes.
void put_string(std::string& out, std::string_view text);

/// Writes a record: opcode and a length that the destructor fills in.
class Record {
 public:
  Record(std::string& out, Opcode opcode);
  ~Record();
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;

 private:
  std::string& out_;
  std::size_t content_;
};

/// CRC-32 (IEEE 802.3, as in zlib) of `bytes`, continuing from `seed`.
std::uint32_t crc32(std::string_view bytes, std::uint32_t seed = 0) noexcept;

/// Times and places of the messages of one channel in the chunk that is being filled.
struct MessageIndex {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> entries;  ///< log time, offset in the chunk
};

/// What the summary says about a chunk.
struct ChunkIndex {
  std::uint64_t first_time{0}, last_time{0};
  std::uint64_t start{0}, length{0};  ///< of the chunk record in the file
  /// Behind it come the message indices of the channels 1 to `channels`, all of one length: every row has a
  /// message on each channel.
  std::uint16_t channels{0};
  std::uint64_t message_index_length{0};  ///< of all of them together
  std::uint64_t size{0};                  ///< of the records inside
};

/// What is in front of the records of a chunk, made without taking memory: also for a signal handler.
using ChunkHead = std::array<char, 49>;
ChunkHead chunk_head(std::uint64_t first_time, std::uint64_t last_time, std::string_view records) noexcept;

/// The end of a file without summary: end of the data, an empty footer, magic.
inline constexpr std::string_view kEndWithoutSummary{
    "\x0F\x04\0\0\0\0\0\0\0\0\0\0\0"
    "\x02\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
    "\x89MCAP0\r\n",
    13 + 29 + 8};

void put_chunk_index(std::string& out, const ChunkIndex& chunk);

}  // namespace lockstep::record::mcap
