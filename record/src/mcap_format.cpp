// SPDX-License-Identifier: Apache-2.0
#include "mcap_format.hpp"

#include <array>

namespace lockstep::record::mcap {
namespace {

template <class Integer>
void put_integer(std::string& out, Integer value) {
  for (std::size_t i = 0; i < sizeof value; ++i)
    out += static_cast<char>(static_cast<std::uint8_t>(value >> (8 * i)));
}

std::array<std::uint32_t, 256> make_crc_table() noexcept {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit)
      value = (value >> 1U) ^ ((value & 1U) != 0 ? 0xEDB88320U : 0U);
    table[i] = value;
  }
  return table;
}

}  // namespace

void put_u8(std::string& out, std::uint8_t value) {
  put_integer(out, value);
}
void put_u16(std::string& out, std::uint16_t value) {
  put_integer(out, value);
}
void put_u32(std::string& out, std::uint32_t value) {
  put_integer(out, value);
}
void put_u64(std::string& out, std::uint64_t value) {
  put_integer(out, value);
}

void put_string(std::string& out, std::string_view text) {
  put_u32(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

Record::Record(std::string& out, Opcode opcode) : out_{out} {
  put_u8(out_, static_cast<std::uint8_t>(opcode));
  put_u64(out_, 0);
  content_ = out_.size();
}

Record::~Record() {
  const std::uint64_t length = out_.size() - content_;
  for (std::size_t i = 0; i < sizeof length; ++i)
    out_[content_ - sizeof length + i] = static_cast<char>(static_cast<std::uint8_t>(length >> (8 * i)));
}

std::uint32_t crc32(std::string_view bytes, std::uint32_t seed) noexcept {
  static const std::array<std::uint32_t, 256> kTable = make_crc_table();
  std::uint32_t crc = ~seed;
  for (const char c : bytes)
    crc = (crc >> 8U) ^ kTable[(crc ^ static_cast<std::uint8_t>(c)) & 0xFFU];
  return ~crc;
}

ChunkHead chunk_head(std::uint64_t first_time, std::uint64_t last_time, std::string_view records) noexcept {
  ChunkHead head{};
  std::size_t at = 0;
  const auto put = [&](std::uint64_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
      head[at++] = static_cast<char>(value >> (8 * i));
  };
  put(static_cast<std::uint64_t>(Opcode::kChunk), 1);
  put(head.size() - 9 + records.size(), 8);
  put(first_time, 8);
  put(last_time, 8);
  put(records.size(), 8);
  put(crc32(records), 4);
  put(0, 4);  // no compression
  put(records.size(), 8);
  return head;
}

void put_chunk_index(std::string& out, const ChunkIndex& chunk) {
  const Record record{out, Opcode::kChunkIndex};
  put_u64(out, chunk.first_time);
  put_u64(out, chunk.last_time);
  put_u64(out, chunk.start);
  put_u64(out, chunk.length);
  put_u32(out, std::uint32_t{chunk.channels} * 10);
  for (std::uint16_t i = 0; i < chunk.channels; ++i) {
    put_u16(out, static_cast<std::uint16_t>(i + 1));
    put_u64(out, chunk.start + chunk.length + chunk.message_index_length / chunk.channels * i);
  }
  put_u64(out, chunk.message_index_length);
  put_string(out, "");  // no compression
  put_u64(out, chunk.size);
  put_u64(out, chunk.size);
}

}  // namespace lockstep::record::mcap
