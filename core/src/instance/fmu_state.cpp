// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "lockstep/core/instance.hpp"

namespace lockstep::core {

FmuState::FmuState(FmuState&& other) noexcept
    : owner_{std::exchange(other.owner_, nullptr)}, handle_{std::exchange(other.handle_, nullptr)} {}

FmuState& FmuState::operator=(FmuState&& other) noexcept {
  std::swap(owner_, other.owner_);
  std::swap(handle_, other.handle_);
  return *this;
}

FmuState::~FmuState() {
  if (owner_ != nullptr && handle_ != nullptr) owner_->free_state(handle_);
}

}  // namespace lockstep::core
