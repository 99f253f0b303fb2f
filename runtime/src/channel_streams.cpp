// SPDX-License-Identifier: Apache-2.0
#include "channel_streams.hpp"

#include <algorithm>
#include <iterator>

#include "quiet_thread.hpp"
#include "wait_word.hpp"

namespace lockstep::runtime {

// --- taps --------------------------------------------------------------------------------------------------

TapStream::TapStream(channel::FrameSocket& socket, channel::CallId id, std::shared_ptr<Tap> tap)
    : socket_{socket}, id_{id}, tap_{std::move(tap)}, reader_{tap_} {}

void TapStream::start() {
  thread_ = quiet_thread([this] { send_rows(); });
}

TapStream::~TapStream() {
  ending_.store(true);  // the world may go on to add rows
  tap_->end();
  if (thread_.joinable()) thread_.join();
}

void TapStream::send_rows() noexcept {
  try {
    TapRow row;
    channel::Row message;
    message.tap = id_;
    while (reader_.wait(row) && !ending_.load()) {
      message.stamp = row.stamp;
      message.step = row.step;
      message.lost = reader_.lost();
      message.values.clear();
      for (const TapColumn& column : tap_->columns())
        message.values.push_back(row.value(column));
      if (!socket_.send(message)) return;
    }
    socket_.send(channel::TapEnded{id_});
  } catch (const std::exception& error) {  // a row that is too long for a frame, or no memory
    socket_.send(channel::Failed{0, ErrorCode::kSystem, error.what()});
    socket_.shut_down();
  }
}

// --- the barrier -------------------------------------------------------------------------------------------

PartyStream::PartyStream(channel::FrameSocket& socket, channel::CallId id,
                         std::shared_ptr<Barrier::Party> party)
    : socket_{socket}, id_{id}, party_{std::move(party)} {
  thread_ = quiet_thread([this] { send_ticks(); });
}

PartyStream::~PartyStream() {
  party_->leave();
  thread_.join();
}

void PartyStream::send_ticks() noexcept {
  std::uint64_t seen = 0;
  while (const std::optional<Tick> tick = party_->await_new(seen)) {
    if (!socket_.send(channel::Ticked{id_, tick->step, tick->time, tick->restart})) return;
  }
  socket_.send(channel::PartyEnded{id_});
}

// --- requests ----------------------------------------------------------------------------------------------

ReplyStream::ReplyStream(channel::FrameSocket& socket, std::shared_ptr<WaitWord> completions)
    : socket_{socket}, completions_{std::move(completions)} {
  thread_ = quiet_thread([this] { send_replies(); });
}

ReplyStream::~ReplyStream() {
  ending_.store(true);
  completions_->increment();
  thread_.join();
}

void ReplyStream::submit(Doors& doors, const channel::Submit& call) {
  const auto count = [this](int change) {
    const std::lock_guard<std::mutex> lock{mutex_};
    submitting_ += change;
  };
  count(1);
  std::shared_ptr<const Request> request;
  try {
    request = doors.submit(call.request, call.arguments);
  } catch (...) {
    count(-1);
    throw;
  }
  {
    const std::lock_guard<std::mutex> lock{mutex_};
    pending_.push_back({call.call, request});
    --submitting_;
  }
  // It may have been done before it was in the list; then nobody else would wake the thread.
  if (request->done()) completions_->increment();
}

std::vector<ReplyStream::Pending> ReplyStream::take_done() {
  const std::lock_guard<std::mutex> lock{mutex_};
  const auto first_done = std::stable_partition(pending_.begin(), pending_.end(),
                                                [](const Pending& one) { return !one.request->done(); });
  std::vector<Pending> done{std::make_move_iterator(first_done), std::make_move_iterator(pending_.end())};
  pending_.erase(first_done, pending_.end());
  sending_ = !done.empty();
  return done;
}

bool ReplyStream::drained() {
  const std::lock_guard<std::mutex> lock{mutex_};
  return !sending_ && submitting_ == 0 &&
         std::none_of(pending_.begin(), pending_.end(),
                      [](const Pending& one) { return one.request->done(); });
}

void ReplyStream::send(const Pending& done) noexcept {
  try {
    channel::Reply reply;
    reply.call = done.call;
    reply.refused = done.request->refused();
    reply.why = done.request->why();
    reply.step = done.request->step();
    const Span<const core::Value> values = done.request->reply();
    reply.values.assign(values.begin(), values.end());
    socket_.send(reply);
  } catch (const Error& error) {  // longer than a frame
    socket_.send(channel::Failed{done.call, error.code(), error.message()});
  } catch (const std::exception& error) {
    socket_.send(channel::Failed{done.call, ErrorCode::kSystem, error.what()});
  }
}

void ReplyStream::send_replies() noexcept {
  while (!ending_.load()) {
    const std::uint32_t seen = completions_->load();
    for (std::vector<Pending> some = take_done(); !some.empty(); some = take_done()) {
      for (const Pending& done : some)
        send(done);
    }
    if (!ending_.load()) completions_->wait_while(seen, {});
  }
}

}  // namespace lockstep::runtime
