// SPDX-License-Identifier: Apache-2.0
#include "isolation/frame.hpp"

#include <algorithm>

namespace lockstep::core::isolation {

void FrameWriter::bytes_in_parts(const char* data, std::size_t size) noexcept {
  while (ok_ && size != 0) {
    if (position_ == end_) {
      ok_ = flow_ != nullptr && flow_->flush(used());
      if (!ok_) return;
      position_ = begin_;
    }
    const std::size_t part = std::min(size, static_cast<std::size_t>(end_ - position_));
    std::memcpy(position_, data, part);
    position_ += part;
    data += part;
    size -= part;
  }
}

bool FrameReader::refill() noexcept {
  const std::size_t more = flow_ != nullptr ? flow_->refill() : 0;
  position_ = memory_;
  end_ = memory_ + more;
  ok_ = ok_ && more != 0;
  return ok_;
}

void FrameReader::bytes_in_parts(char* data, std::size_t size) noexcept {
  char* const all = data;
  const std::size_t whole = size;
  while (ok_ && size != 0) {
    if (position_ == end_ && !refill()) break;
    const std::size_t part = std::min(size, static_cast<std::size_t>(end_ - position_));
    std::memcpy(data, position_, part);
    position_ += part;
    data += part;
    size -= part;
  }
  if (!ok_) std::memset(all, 0, whole);
}

}  // namespace lockstep::core::isolation
