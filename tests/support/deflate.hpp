// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <libdeflate.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "support/zip_writer.hpp"

namespace lockstep::test {

/// Raw deflate data. Link lockstep::deflate to use it.
inline std::string deflated(std::string_view content, int level = 6) {
  const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor{
      libdeflate_alloc_compressor(level), &libdeflate_free_compressor};
  std::string data(libdeflate_deflate_compress_bound(compressor.get(), content.size()), '\0');
  data.resize(libdeflate_deflate_compress(compressor.get(), content.data(), content.size(), data.data(),
                                          data.size()));
  return data;
}

inline ZipEntry deflated_entry(std::string name, std::string content) {
  ZipEntry entry{std::move(name), std::move(content)};
  entry.compressed = deflated(entry.content);
  entry.method = 8;
  return entry;
}

}  // namespace lockstep::test
