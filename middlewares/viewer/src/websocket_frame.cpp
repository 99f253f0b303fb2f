// SPDX-License-Identifier: Apache-2.0
#include "websocket_frame.hpp"

#include <algorithm>
#include <array>

#include "sha1.hpp"

namespace lockstep::viewer {
namespace {

unsigned byte_at(const std::string& text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

std::string base64(std::string_view bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8U | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j)
      text += i + j <= bytes.size() ? kDigits[group >> (18U - 6U * static_cast<unsigned>(j)) & 63U] : '=';
  }
  return text;
}

bool is_known(unsigned opcode) {
  return opcode <= 2 || (opcode >= 8 && opcode <= 10);
}

}  // namespace

FrameReader::Result FrameReader::fail(std::uint16_t code) noexcept {
  close_code_ = code;
  return Result::kFailed;
}

FrameReader::Result FrameReader::read_header(Header& header) {
  if (buffer_.size() < 2) return Result::kIncomplete;
  const unsigned first = byte_at(buffer_, 0);
  const unsigned second = byte_at(buffer_, 1);
  header.opcode = first & 15U;
  header.final = (first & 128U) != 0;
  const bool is_control = header.opcode >= 8;
  const unsigned short_length = second & 127U;
  const bool is_masked = (second & 128U) != 0;
  if ((first & 112U) != 0 || !is_known(header.opcode) || !is_masked) return fail(kCloseProtocolError);
  if (is_control && (!header.final || short_length > 125)) return fail(kCloseProtocolError);
  if (!is_control && (header.opcode == 0) != (opcode_ != 0)) return fail(kCloseProtocolError);
  const std::size_t length_bytes = short_length == 126 ? 2 : short_length == 127 ? 8 : 0;
  if (buffer_.size() < 2 + length_bytes) return Result::kIncomplete;
  header.length = length_bytes == 0 ? short_length : 0;
  for (std::size_t i = 0; i < length_bytes; ++i)
    header.length = header.length << 8U | byte_at(buffer_, 2 + i);
  if (header.length > max_message_ - std::min(max_message_, is_control ? 0 : partial_.size()))
    return fail(kCloseTooBig);
  header.header_size = 2 + length_bytes + 4;
  return buffer_.size() < header.header_size + header.length ? Result::kIncomplete : Result::kMessage;
}

FrameReader::Result FrameReader::next(WebSocketMessage& message) {
  while (close_code_ == 0) {
    Header header;
    if (const Result result = read_header(header); result != Result::kMessage) return result;
    const std::size_t mask = header.header_size - 4;
    std::string payload = buffer_.substr(header.header_size, static_cast<std::size_t>(header.length));
    for (std::size_t i = 0; i < payload.size(); ++i)
      payload[i] = static_cast<char>(byte_at(payload, i) ^ byte_at(buffer_, mask + i % 4));
    buffer_.erase(0, header.header_size + static_cast<std::size_t>(header.length));
    if (header.opcode >= 8) {
      message = {static_cast<WebSocketMessage::Kind>(header.opcode), std::move(payload)};
      return Result::kMessage;
    }
    if (header.opcode != 0) opcode_ = header.opcode;
    partial_ += payload;
    if (!header.final) continue;
    message = {static_cast<WebSocketMessage::Kind>(opcode_), std::move(partial_)};
    opcode_ = 0;
    partial_.clear();
    return Result::kMessage;
  }
  return Result::kFailed;
}

std::string encode_frame(WebSocketMessage::Kind kind, std::string_view payload) {
  std::string frame;
  frame.reserve(payload.size() + 10);
  frame += static_cast<char>(128U | static_cast<unsigned>(kind));
  const std::uint64_t length = payload.size();
  const unsigned length_bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
  frame += static_cast<char>(length_bytes == 0 ? length : length_bytes == 2 ? 126 : 127);
  for (unsigned i = length_bytes; i-- > 0;)
    frame += static_cast<char>(length >> (8U * i) & 255U);
  return frame.append(payload);
}

std::string encode_close(std::uint16_t code, std::string_view why) {
  std::string payload;
  payload += static_cast<char>(code >> 8U);
  payload += static_cast<char>(code & 255U);
  payload += why.substr(0, 123);
  return encode_frame(WebSocketMessage::Kind::kClose, payload);
}

std::string accept_key(std::string_view key) {
  return base64(sha1(std::string{key} + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"));
}

bool is_key(std::string_view key) noexcept {
  return key.size() == 24 && key.substr(22) == "==" && std::all_of(key.begin(), key.end() - 2, [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' ||
                  c == '/';
         });
}

}  // namespace lockstep::viewer
