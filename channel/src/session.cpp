// SPDX-License-Identifier: Apache-2.0
#include "session.hpp"

#include "handshake.hpp"

namespace lockstep::channel {

Session::Session(const std::filesystem::path& path)
    : path_{path}, socket_{FrameSocket::connect(path)}, welcome_{greet(*socket_, path)} {
  receiver_ = std::thread{[this] { receive(); }};
}

Session::~Session() {
  socket_->shut_down();
  receiver_.join();
}

CallId Session::new_call() {
  const std::lock_guard<std::mutex> lock{mutex_};
  do
    ++last_call_;
  while (last_call_ == 0 || answers_.count(last_call_) != 0 || taps_.count(last_call_) != 0 ||
         parties_.count(last_call_) != 0);
  answers_[last_call_];
  return last_call_;
}

void Session::forget(CallId call) noexcept {
  const std::lock_guard<std::mutex> lock{mutex_};
  answers_.erase(call);
}

std::optional<Frame> Session::take_answer(CallId call, Limit limit) {
  std::unique_lock<std::mutex> lock{mutex_};
  Answer& answer = answers_.at(call);
  wait_for(answer.came, lock, limit, [&] { return answer.frame || over_; });
  if (!answer.frame && !over_) return {};
  std::optional<Frame> frame = std::move(answer.frame);
  answers_.erase(call);
  if (!frame) throw Error{ErrorCode::kSystem, why_over_};
  if (frame->kind == MessageKind::kFailed) {
    const auto failed = decode<Failed>(*frame);
    throw Error{failed.code, failed.message};
  }
  return frame;
}

std::shared_ptr<TapQueue> Session::open_tap(const ClientTapOptions& options) {
  OpenTap message;
  message.signals = options.signals;
  message.period = options.period;
  message.depth = options.depth;
  message.text_room = options.text_room;
  auto queue = std::make_shared<TapQueue>();
  queue->depth = std::max<std::size_t>(2, options.depth);
  queue->id = message.call = new_call();
  {
    // Rows may come right behind the answer, before this thread has read it.
    const std::lock_guard<std::mutex> lock{mutex_};
    taps_[queue->id] = queue;
  }
  try {
    if (!socket_->send(encode_or_forget(message))) socket_->shut_down();
    queue->columns = decode<TapOpened>(*take_answer(queue->id, {})).columns;
  } catch (...) {
    const std::lock_guard<std::mutex> lock{mutex_};
    taps_.erase(queue->id);
    throw;
  }
  return queue;
}

void Session::close_tap(TapQueue& queue) noexcept {
  try {
    CloseTap message;
    message.tap = queue.id;
    static_cast<void>(call<Done>(message));
  } catch (const std::exception&) {
    // The world has ended, and the tap with it.
  }
  const std::lock_guard<std::mutex> lock{mutex_};
  taps_.erase(queue.id);
}

std::shared_ptr<PartyQueue> Session::join(const ClientPartyOptions& options) {
  Join message;
  message.name = options.name;
  message.period = options.period;
  message.timeout = options.timeout;
  message.policy = options.policy;
  auto queue = std::make_shared<PartyQueue>();
  queue->id = message.call = new_call();
  {
    const std::lock_guard<std::mutex> lock{mutex_};
    parties_[queue->id] = queue;
  }
  try {
    if (!socket_->send(encode_or_forget(message))) socket_->shut_down();
    static_cast<void>(decode<Done>(*take_answer(queue->id, {})));
  } catch (...) {
    const std::lock_guard<std::mutex> lock{mutex_};
    parties_.erase(queue->id);
    throw;
  }
  return queue;
}

void Session::leave(PartyQueue& queue) noexcept {
  try {
    Leave message;
    message.party = queue.id;
    static_cast<void>(call<Done>(message));
  } catch (const std::exception&) {
    // The world has ended, and the barrier with it.
  }
  const std::lock_guard<std::mutex> lock{mutex_};
  parties_.erase(queue.id);
  queue.ended = true;
  queue.changed.notify_all();
}

void Session::receive() noexcept {
  std::string why = "the world '" + welcome_.world + "' at '" + path_.string() + "' has ended";
  try {
    while (std::optional<Frame> frame = socket_->receive())
      dispatch(std::move(*frame));
  } catch (const std::exception& error) {
    why = "the connection to the world '" + welcome_.world + "' is over: " + error.what();
    socket_->shut_down();
  }
  const std::lock_guard<std::mutex> lock{mutex_};
  over_ = true;
  why_over_ = std::move(why);
  for (auto& [call, answer] : answers_)
    answer.came.notify_all();
  for (auto& [id, queue] : taps_) {
    queue->ended = true;
    queue->changed.notify_all();
  }
  for (auto& [id, queue] : parties_) {
    queue->ended = true;
    queue->changed.notify_all();
  }
}

void Session::keep_row(Row row) {
  const auto found = taps_.find(row.tap);
  if (found == taps_.end()) return;  // closed meanwhile
  TapQueue& queue = *found->second;
  if (queue.rows.size() >= queue.depth) {
    queue.rows.pop_front();
    ++queue.dropped;
  }
  queue.rows.push_back(std::move(row));
  queue.changed.notify_all();
}

void Session::dispatch(Frame frame) {
  switch (frame.kind) {
    case MessageKind::kRow: {
      auto row = decode<Row>(frame);
      const std::lock_guard<std::mutex> lock{mutex_};
      return keep_row(std::move(row));
    }
    case MessageKind::kTapEnded: {
      const std::lock_guard<std::mutex> lock{mutex_};
      const auto found = taps_.find(decode<TapEnded>(frame).tap);
      if (found == taps_.end()) return;
      found->second->ended = true;
      return found->second->changed.notify_all();
    }
    case MessageKind::kTicked: {
      const auto ticked = decode<Ticked>(frame);
      const std::lock_guard<std::mutex> lock{mutex_};
      const auto found = parties_.find(ticked.party);
      if (found == parties_.end()) return;
      found->second->tick = ClientTick{ticked.step, ticked.time, ticked.restart};
      return found->second->changed.notify_all();
    }
    case MessageKind::kPartyEnded: {
      const std::lock_guard<std::mutex> lock{mutex_};
      const auto found = parties_.find(decode<PartyEnded>(frame).party);
      if (found == parties_.end()) return;
      found->second->ended = true;
      return found->second->changed.notify_all();
    }
    default:
      break;
  }
  // Every answer begins with the number of its call.
  CallId call = 0;
  Reader{frame.payload}(call);
  if (call == 0 && frame.kind == MessageKind::kFailed)
    throw Error{ErrorCode::kSystem, decode<Failed>(frame).message};
  const std::lock_guard<std::mutex> lock{mutex_};
  const auto found = answers_.find(call);
  if (found == answers_.end()) return;  // nobody waits any more
  found->second.frame = std::move(frame);
  found->second.came.notify_all();
}

}  // namespace lockstep::channel
