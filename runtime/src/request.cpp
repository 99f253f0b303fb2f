// SPDX-License-Identifier: Apache-2.0
#include "lockstep/runtime/request.hpp"

#include "wait_word.hpp"

namespace lockstep::runtime {

Request::Request(std::uint32_t target, std::vector<core::Value> arguments, std::vector<core::Value> reply,
                 std::shared_ptr<WaitWord> completions)
    : RequestCall{std::move(arguments), std::move(reply)},
      target_{target},
      finished_{std::make_unique<WaitWord>()},
      completions_{std::move(completions)} {}

Request::~Request() = default;

bool Request::done() const noexcept {
  return finished_->load() != 0;
}

bool Request::wait(std::optional<std::chrono::nanoseconds> limit) const {
  return finished_->wait_while(0, deadline_after(limit));
}

std::shared_ptr<devices::RequestCall> Request::defer() {
  deferred_ = true;
  return shared_from_this();
}

void Request::complete() noexcept {
  // Once it is finished, its last owner may let it go.
  const std::shared_ptr<WaitWord> completions = completions_;
  finished_->store(1);
  if (completions) completions->increment();
}

}  // namespace lockstep::runtime
