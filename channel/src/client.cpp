// SPDX-License-Identifier: Apache-2.0
#include "lockstep/channel/client.hpp"

#include "lockstep/channel/running_worlds.hpp"
#include "lockstep/core/number_text.hpp"
#include "session.hpp"

namespace lockstep::channel {

// --- inlet -------------------------------------------------------------------------------------------------

void ClientInlet::write_value(core::Value value, std::optional<core::SimTime> stamp) {
  WriteInlet message;
  message.inlet = id_;
  message.stamp = stamp;
  message.value = std::move(value);
  static_cast<void>(session_->call<Done>(std::move(message)));
}

// --- tap ---------------------------------------------------------------------------------------------------

double ClientRow::number(std::size_t column, std::size_t i) const {
  return std::visit(
      [i](const auto& elements) {
        using T = typename std::decay_t<decltype(elements)>::value_type;
        if constexpr (std::is_arithmetic_v<T>)
          return static_cast<double>(elements.at(i));
        else
          return 0.0;
      },
      values.at(column));
}

ClientTap::ClientTap(std::shared_ptr<Session> session, std::shared_ptr<TapQueue> queue)
    : session_{std::move(session)}, queue_{std::move(queue)} {}
ClientTap::ClientTap(ClientTap&&) noexcept = default;

ClientTap& ClientTap::operator=(ClientTap&& other) noexcept {
  std::swap(session_, other.session_);
  std::swap(queue_, other.queue_);
  return *this;
}

ClientTap::~ClientTap() {
  close();
}

void ClientTap::close() noexcept {
  if (queue_) session_->close_tap(*queue_);
  queue_.reset();
}

const std::vector<Port>& ClientTap::columns() const noexcept {
  return queue_->columns;
}

bool ClientTap::read(ClientRow& row, Limit limit) {
  std::unique_lock<std::mutex> lock{session_->mutex()};
  wait_for(queue_->changed, lock, limit, [this] { return !queue_->rows.empty() || queue_->ended; });
  if (queue_->rows.empty()) return false;
  Row& next = queue_->rows.front();
  row.stamp = next.stamp;
  row.step = next.step;
  row.values = std::move(next.values);
  queue_->lost = next.lost + queue_->dropped;
  queue_->rows.pop_front();
  return true;
}

std::uint64_t ClientTap::lost() const {
  const std::lock_guard<std::mutex> lock{session_->mutex()};
  return queue_->lost;
}

bool ClientTap::ended() const {
  const std::lock_guard<std::mutex> lock{session_->mutex()};
  return queue_->ended && queue_->rows.empty();
}

// --- requests ----------------------------------------------------------------------------------------------

PendingReply::PendingReply(std::shared_ptr<Session> session, std::uint32_t call)
    : session_{std::move(session)}, call_{call} {}
PendingReply::PendingReply(PendingReply&&) noexcept = default;

PendingReply& PendingReply::operator=(PendingReply&& other) noexcept {
  std::swap(session_, other.session_);
  std::swap(call_, other.call_);
  return *this;
}

PendingReply::~PendingReply() {
  drop();
}

void PendingReply::drop() noexcept {
  if (session_) session_->forget(call_);
  session_.reset();
}

std::optional<ClientReply> PendingReply::wait(Limit limit) {
  if (!session_) throw Error{ErrorCode::kBadUsage, "the reply of this request was taken already"};
  std::optional<Frame> frame;
  try {
    frame = session_->take_answer(call_, limit);
  } catch (...) {
    session_.reset();
    throw;
  }
  if (!frame) return {};
  session_.reset();
  auto reply = decode<Reply>(*frame);
  return ClientReply{reply.refused, std::move(reply.why), reply.step, std::move(reply.values)};
}

// --- party -------------------------------------------------------------------------------------------------

ClientParty::ClientParty(std::shared_ptr<Session> session, std::shared_ptr<PartyQueue> queue)
    : session_{std::move(session)}, queue_{std::move(queue)} {}
ClientParty::ClientParty(ClientParty&&) noexcept = default;

ClientParty& ClientParty::operator=(ClientParty&& other) noexcept {
  std::swap(session_, other.session_);
  std::swap(queue_, other.queue_);
  return *this;
}

ClientParty::~ClientParty() {
  leave();
}

std::optional<ClientTick> ClientParty::await(Limit limit) {
  if (!queue_) return {};
  std::unique_lock<std::mutex> lock{session_->mutex()};
  wait_for(queue_->changed, lock, limit, [this] { return queue_->tick || queue_->ended; });
  if (queue_->ended || !queue_->tick) return {};
  queue_->awaited_restart = queue_->tick->restart;
  return queue_->tick;
}

void ClientParty::confirm(std::int64_t step) {
  if (!queue_) return;
  Confirm message{queue_->id, step, {}};
  {
    const std::lock_guard<std::mutex> lock{session_->mutex()};
    message.restart = queue_->awaited_restart;
    // One of after a restart has still to be awaited.
    const bool same = queue_->tick && queue_->tick->restart == message.restart;
    if (same && queue_->tick->step <= step) queue_->tick.reset();
  }
  session_->send(message);
}

void ClientParty::leave() noexcept {
  if (queue_) session_->leave(*queue_);
  queue_.reset();
}

// --- client ------------------------------------------------------------------------------------------------

Client Client::connect(const std::filesystem::path& path) {
  return Client{std::make_shared<Session>(path)};
}

Client Client::connect() {
  const std::vector<RunningWorld> worlds = running_worlds();
  if (worlds.size() == 1) return connect(worlds.front().path);
  if (worlds.empty())
    throw Error{ErrorCode::kNotFound, "no world runs with a channel in its default place ('" +
                                          default_folder().string() +
                                          "'); start one, or give the path of its channel"};
  std::string list;
  for (const RunningWorld& world : worlds)
    list += (list.empty() ? "" : ", ") + world.path.string() + " (" + world.name.value_or("does not answer") +
            ")";
  throw Error{ErrorCode::kBadUsage,
              std::to_string(worlds.size()) + " worlds run; give the path of one channel: " + list};
}

const std::string& Client::world_name() const noexcept {
  return session_->welcome().world;
}

std::int32_t Client::pid() const noexcept {
  return session_->welcome().pid;
}

std::vector<Port> Client::ports() {
  return session_->call<Ports>(ListPorts{}).ports;
}

ClientInlet Client::inlet(const std::string& name) {
  auto opened = session_->call<InletOpened>(OpenInlet{0, name});
  return ClientInlet{session_, opened.call, std::move(opened.port)};
}

ClientTap Client::tap(const ClientTapOptions& options) {
  return ClientTap{session_, session_->open_tap(options)};
}

PendingReply Client::submit(const std::string& name, std::vector<core::Value> arguments) {
  return PendingReply{session_, session_->start(Submit{0, name, std::move(arguments)})};
}

ClientReply Client::request(const std::string& name, std::vector<core::Value> arguments, Limit limit) {
  std::optional<ClientReply> reply = submit(name, std::move(arguments)).wait(limit);
  if (reply) return std::move(*reply);
  throw Error{ErrorCode::kSystem, "the world has not replied to the request '" + name + "' within " +
                                      core::to_text(std::chrono::duration<double>(*limit).count()) + " s"};
}

ClientParty Client::join(const ClientPartyOptions& options) {
  return ClientParty{session_, session_->join(options)};
}

}  // namespace lockstep::channel
