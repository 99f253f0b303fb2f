// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lockstep/core/bytes.hpp"

namespace lockstep::core {

/// What to_utf8 did.
struct EncodingReport {
  std::string name;                     ///< "UTF-8", "UTF-16LE", "ISO-8859-1", ...
  std::uint32_t first_invalid_line{0};  ///< not 0: bytes that are no UTF-8 were read as Windows-1252
};

/// Turns an XML file into UTF-8 in place, by its byte order mark, its zero bytes or its declared encoding
/// (UTF-8, UTF-16, UTF-32, US-ASCII, ISO-8859-1, ISO-8859-15, Windows-1252). A file that calls itself UTF-8
/// and is not has its bad bytes read as Windows-1252 (what they usually are) and is reported. `ascii` says
/// that all bytes are known to be below 0x80. Throws Error{kBadDescription} for other encodings; `file` names
/// the file in it.
EncodingReport to_utf8(Bytes& text, bool ascii, std::string_view file);

/// Offset of the first byte that is not part of well-formed UTF-8; text.size() when there is none.
std::size_t first_invalid_utf8(std::string_view text) noexcept;

}  // namespace lockstep::core
