// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace lockstep::core {

/// Bytes read from a file or an archive. Owned, movable, not initialised before they are filled.
class Bytes {
 public:
  Bytes() = default;
  explicit Bytes(std::size_t size) : data_{new char[size]}, size_{size} {}

  /// A copy.
  Bytes(const std::vector<char>& bytes) : Bytes{bytes.size()} {
    if (size_ != 0) std::memcpy(data_.get(), bytes.data(), size_);
  }

  char* data() noexcept { return data_.get(); }
  const char* data() const noexcept { return data_.get(); }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  std::string_view text() const noexcept { return {data_.get(), size_}; }

 private:
  std::unique_ptr<char[]> data_;
  std::size_t size_{0};
};

}  // namespace lockstep::core
