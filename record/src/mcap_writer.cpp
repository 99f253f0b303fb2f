// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/mcap_writer.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "json_value.hpp"
#include "lockstep/core/error.hpp"
#include "mcap_format.hpp"
#include "output_file.hpp"

namespace lockstep::record {
namespace {

using core::VariableType;

struct Field {
  std::string key;  ///< the JSON name with quotes, escapes and ':'
  VariableType type;
  const void* element;
};

struct Channel {
  std::string topic;
  std::string schema;
  std::vector<Field> fields;
  mcap::MessageIndex index;
  std::uint64_t messages{0};
};

/// A name as JSON has it in front of a value.
std::string key_of(const std::string& name) {
  std::string key;
  put_json_text(key, name);
  return key + ':';
}

/// Groups the columns by what stands before their last '/', in the order in which the groups come up.
std::vector<Channel> make_channels(Span<const core::RecordColumn> columns) {
  std::vector<Channel> channels;
  std::vector<nlohmann::ordered_json> schemas;
  std::map<std::string, std::size_t> by_topic;
  for (const core::RecordColumn& column : columns) {
    const std::size_t slash = column.name.rfind('/');
    const bool grouped = slash != std::string::npos && slash != 0;
    const std::string topic = grouped ? '/' + column.name.substr(0, slash) : "/signals";
    const std::string name = grouped ? column.name.substr(slash + 1) : column.name;
    const auto [known, added] = by_topic.emplace(topic, channels.size());
    if (added) {
      channels.push_back({topic, {}, {}, {}, 0});
      schemas.push_back(
          {{"title", topic}, {"type", "object"}, {"properties", nlohmann::ordered_json::object()}});
    }
    channels[known->second].fields.push_back({key_of(name), column.type, column.element});
    nlohmann::ordered_json& property = schemas[known->second]["properties"][name];
    property["type"] = json_type_of(column.type);
    if (!column.unit.empty()) property["description"] = column.unit;
  }
  for (std::size_t i = 0; i < channels.size(); ++i)
    channels[i].schema = schemas[i].dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return channels;
}

}  // namespace

struct McapWriter::Impl {
  explicit Impl(const std::filesystem::path& path) : name{path.string()}, file{path} {}

  std::string name;
  OutputFile file;
  std::vector<Channel> channels;
  std::string chunk;        // records of the chunk that is being filled
  std::size_t complete{0};  // bytes of it that are whole rows
  std::string scratch;      // what goes around them
  std::vector<mcap::ChunkIndex> chunks;
  std::uint64_t first_time{0}, last_time{0};            // of the chunk
  std::uint64_t file_first_time{0}, file_last_time{0};  // of the file
  std::uint32_t sequence{0};
  bool begun{false}, ended{false}, negative_time{false}, out_of_memory{false};

  void put_schemas(std::string& out) const;
  void put_channels(std::string& out) const;
  void put_statistics(std::string& out) const;
  void make_room();
  void add_row(std::uint64_t time);
  void write_chunk();
  void write_summary();
};

void McapWriter::Impl::put_schemas(std::string& out) const {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const mcap::Record record{out, mcap::Opcode::kSchema};
    mcap::put_u16(out, static_cast<std::uint16_t>(i + 1));
    mcap::put_string(out, channels[i].topic);
    mcap::put_string(out, "jsonschema");
    mcap::put_string(out, channels[i].schema);
  }
}

void McapWriter::Impl::put_channels(std::string& out) const {
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const mcap::Record record{out, mcap::Opcode::kChannel};
    mcap::put_u16(out, static_cast<std::uint16_t>(i + 1));
    mcap::put_u16(out, static_cast<std::uint16_t>(i + 1));
    mcap::put_string(out, channels[i].topic);
    mcap::put_string(out, "json");
    mcap::put_u32(out, 0);  // no metadata
  }
}

// All that rows need, so that they take no memory: entries of the index for as many rows as fit into a chunk.
void McapWriter::Impl::make_room() {
  constexpr std::size_t kMessageHead = 9 + 22;  // of the record; channel, sequence number and times
  std::size_t row_bytes = 0;
  for (const Channel& channel : channels) {
    row_bytes += kMessageHead + 1;
    for (const Field& field : channel.fields)
      row_bytes += 1 + field.key.size() + 1;
  }
  const std::size_t rows = row_bytes == 0 ? 0 : kChunkBytes / row_bytes + 1;
  for (Channel& channel : channels)
    channel.index.entries.reserve(rows);
  constexpr std::size_t kIndexHead = 9 + 6;  // of the record; channel and length
  scratch.reserve(channels.size() * (kIndexHead + 16 * rows));
  chunk.reserve(kChunkBytes + (kChunkBytes >> 2U));
  constexpr std::size_t kChunks = 1024;
  chunks.reserve(kChunks);
}

void McapWriter::Impl::add_row(std::uint64_t time) {
  if (chunk.empty()) {
    first_time = last_time = time;
    // Readers that start in the middle of a file need the definitions in its first chunk only.
    if (chunks.empty()) {
      put_schemas(chunk);
      put_channels(chunk);
      file_first_time = file_last_time = time;
    }
  }
  // Time goes back when a world is reset.
  first_time = std::min(first_time, time);
  last_time = std::max(last_time, time);
  file_first_time = std::min(file_first_time, time);
  file_last_time = std::max(file_last_time, time);
  for (std::size_t i = 0; i < channels.size(); ++i) {
    Channel& channel = channels[i];
    channel.index.entries.emplace_back(time, chunk.size());
    ++channel.messages;
    const mcap::Record record{chunk, mcap::Opcode::kMessage};
    mcap::put_u16(chunk, static_cast<std::uint16_t>(i + 1));
    mcap::put_u32(chunk, sequence);
    mcap::put_u64(chunk, time);
    mcap::put_u64(chunk, time);
    char separator = '{';
    for (const Field& field : channel.fields) {
      chunk += separator;
      chunk += field.key;
      put_json_value(chunk, field.type, field.element);
      separator = ',';
    }
    chunk += '}';
  }
  ++sequence;
  complete = chunk.size();
  if (chunk.size() >= kChunkBytes) write_chunk();
}

void McapWriter::Impl::write_chunk() {
  if (chunk.empty()) return;
  mcap::ChunkIndex index;
  index.channels = static_cast<std::uint16_t>(channels.size());
  index.first_time = first_time;
  index.last_time = last_time;
  index.start = file.bytes_written();
  index.size = chunk.size();
  // The record is put together around the chunk, which is not copied.
  const mcap::ChunkHead head = mcap::chunk_head(first_time, last_time, chunk);
  index.length = head.size() + chunk.size();
  complete = 0;
  file.write(head.data(), head.size());
  file.write(chunk.data(), chunk.size());

  scratch.clear();
  for (std::size_t i = 0; i < channels.size(); ++i) {
    auto& entries = channels[i].index.entries;
    const mcap::Record record{scratch, mcap::Opcode::kMessageIndex};
    mcap::put_u16(scratch, static_cast<std::uint16_t>(i + 1));
    mcap::put_u32(scratch, static_cast<std::uint32_t>(entries.size() * 16));
    for (const auto& [time, offset] : entries) {
      mcap::put_u64(scratch, time);
      mcap::put_u64(scratch, offset);
    }
    entries.clear();
  }
  index.message_index_length = scratch.size();
  file.write(scratch.data(), scratch.size());
  chunks.push_back(index);
  chunk.clear();
}

void McapWriter::Impl::put_statistics(std::string& out) const {
  const mcap::Record record{out, mcap::Opcode::kStatistics};
  mcap::put_u64(out, std::uint64_t{sequence} * channels.size());
  mcap::put_u16(out, static_cast<std::uint16_t>(channels.size()));
  mcap::put_u32(out, static_cast<std::uint32_t>(channels.size()));
  mcap::put_u32(out, 0);  // attachments
  mcap::put_u32(out, 0);  // metadata
  mcap::put_u32(out, static_cast<std::uint32_t>(chunks.size()));
  mcap::put_u64(out, file_first_time);
  mcap::put_u64(out, file_last_time);
  mcap::put_u32(out, static_cast<std::uint32_t>(channels.size() * 10));
  for (std::size_t i = 0; i < channels.size(); ++i) {
    mcap::put_u16(out, static_cast<std::uint16_t>(i + 1));
    mcap::put_u64(out, channels[i].messages);
  }
}

void McapWriter::Impl::write_summary() {
  scratch.clear();
  {
    const mcap::Record record{scratch, mcap::Opcode::kDataEnd};
    mcap::put_u32(scratch, 0);  // 0: no CRC of the whole; the chunks have theirs
  }
  file.write(scratch.data(), scratch.size());
  const std::uint64_t summary_start = file.bytes_written();
  scratch.clear();
  std::string offsets;
  const auto group = [&](mcap::Opcode opcode, auto&& put) {
    const std::size_t start = scratch.size();
    put();
    if (scratch.size() == start) return;
    const mcap::Record record{offsets, mcap::Opcode::kSummaryOffset};
    mcap::put_u8(offsets, static_cast<std::uint8_t>(opcode));
    mcap::put_u64(offsets, summary_start + start);
    mcap::put_u64(offsets, scratch.size() - start);
  };
  group(mcap::Opcode::kSchema, [&] { put_schemas(scratch); });
  group(mcap::Opcode::kChannel, [&] { put_channels(scratch); });
  group(mcap::Opcode::kStatistics, [&] { put_statistics(scratch); });
  group(mcap::Opcode::kChunkIndex, [&] {
    for (const mcap::ChunkIndex& one : chunks)
      mcap::put_chunk_index(scratch, one);
  });
  const std::uint64_t offset_start = summary_start + scratch.size();
  scratch += offsets;
  // The CRC covers everything from the summary up to itself, the beginning of the footer included.
  {
    const mcap::Record record{scratch, mcap::Opcode::kFooter};
    mcap::put_u64(scratch, summary_start);
    mcap::put_u64(scratch, offset_start);
    mcap::put_u32(scratch, 0);
  }
  const std::uint32_t crc = mcap::crc32(std::string_view{scratch}.substr(0, scratch.size() - 4));
  scratch.resize(scratch.size() - 4);
  mcap::put_u32(scratch, crc);
  scratch += mcap::kMagic;
  file.write(scratch.data(), scratch.size());
}

McapWriter::McapWriter(const std::filesystem::path& path) : impl_{std::make_unique<Impl>(path)} {}

McapWriter::~McapWriter() {
  if (!impl_->begun || impl_->ended) return;
  try {
    end();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): a destructor has nobody to tell
  }
}

void McapWriter::begin(Span<const core::RecordColumn> columns) {
  Impl& impl = *impl_;
  impl.channels = make_channels(columns);
  if (impl.channels.size() > 0xFFFF) {
    throw Error{ErrorCode::kUnsupported, "an MCAP file holds at most 65535 components, this run has " +
                                             std::to_string(impl.channels.size()) + "; record fewer signals"};
  }
  impl.file.begin();
  impl.make_room();
  impl.begun = true;
  impl.scratch.assign(mcap::kMagic);
  {
    const mcap::Record record{impl.scratch, mcap::Opcode::kHeader};
    mcap::put_string(impl.scratch, "");  // no profile: messages are described by their schemas
    mcap::put_string(impl.scratch, "lockstep");
  }
  if (!impl.file.write(impl.scratch.data(), impl.scratch.size())) impl.file.throw_error();
}

bool McapWriter::row(double time_s) noexcept {
  Impl& impl = *impl_;
  if (impl.negative_time || impl.out_of_memory) return false;
  if (!(time_s >= 0.0)) {
    impl.negative_time = true;
    return false;
  }
  try {
    impl.add_row(static_cast<std::uint64_t>(std::llround(time_s * 1e9)));
  } catch (const std::exception&) {
    impl.out_of_memory = true;
    return false;
  }
  return !impl.file.failed();
}

void McapWriter::flush() noexcept {
  Impl& impl = *impl_;
  if (!impl.begun || impl.ended) return;
  try {
    impl.write_chunk();
  } catch (const std::exception&) {
    impl.out_of_memory = true;
  }
}

void McapWriter::end_now() noexcept {
  Impl& impl = *impl_;
  if (!impl.begun || impl.ended) return;
  impl.ended = true;
  if (impl.complete > 0) {
    const std::string_view rows{impl.chunk.data(), impl.complete};
    const mcap::ChunkHead head = mcap::chunk_head(impl.first_time, impl.last_time, rows);
    impl.file.write(head.data(), head.size());
    impl.file.write(rows.data(), rows.size());
  }
  impl.file.write(mcap::kEndWithoutSummary.data(), mcap::kEndWithoutSummary.size());
}

void McapWriter::end() {
  Impl& impl = *impl_;
  if (impl.begun && !impl.ended) {
    impl.ended = true;
    impl.write_chunk();
    impl.write_summary();
    impl.file.end();
  }
  if (impl.negative_time)
    throw Error{ErrorCode::kUnsupported, "cannot write '" + impl.name +
                                             "': an MCAP file cannot hold times before 0; start at 0 or "
                                             "record CSV"};
  if (impl.out_of_memory)
    throw Error{ErrorCode::kSystem, "cannot write '" + impl.name + "': there is no memory left"};
}

}  // namespace lockstep::record
