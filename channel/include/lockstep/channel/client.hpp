// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "lockstep/channel/port.hpp"
#include "lockstep/channel/wire.hpp"
#include "lockstep/core/time_grid.hpp"
#include "lockstep/core/value.hpp"

namespace lockstep::channel {

class Session;
class TapQueue;
class PartyQueue;

/// How long a call waits, of the wall clock; empty: without end.
using Limit = std::optional<std::chrono::nanoseconds>;

/// A number, a whole number, a truth value, a text or a list of numbers as the value of an inlet or argument.
template <class T>
core::Value value_of(const T& value) {
  if constexpr (std::is_same_v<T, core::Value>)
    return value;
  else if constexpr (std::is_same_v<T, bool>)
    return std::vector<bool>{value};
  else if constexpr (std::is_integral_v<T> && std::is_unsigned_v<T>)
    return std::vector<std::uint64_t>{value};
  else if constexpr (std::is_integral_v<T>)
    return std::vector<std::int64_t>{value};
  else if constexpr (std::is_floating_point_v<T>)
    return std::vector<double>{static_cast<double>(value)};
  else if constexpr (std::is_convertible_v<const T&, std::string_view>)
    return std::vector<std::string>{std::string{std::string_view{value}}};
  else
    return std::vector<double>(std::begin(value), std::end(value));
}

/// A value from outside: the world takes the newest one at the start of each step.
class ClientInlet {
 public:
  const Port& port() const noexcept { return port_; }

  /// When it returns, the value is there for the next step. `stamp`: the instant of the world it belongs to;
  /// empty: that of the step that takes it. Throws Error{kBadUsage} when the value does not fit the inlet,
  /// Error{kSystem} when the world has ended.
  template <class T>
  void write(const T& value, std::optional<core::SimTime> stamp = {}) {
    write_value(value_of(value), stamp);
  }

 private:
  friend class Client;
  ClientInlet(std::shared_ptr<Session> session, std::uint32_t id, Port port)
      : session_{std::move(session)}, id_{id}, port_{std::move(port)} {}
  void write_value(core::Value value, std::optional<core::SimTime> stamp);

  std::shared_ptr<Session> session_;
  std::uint32_t id_;
  Port port_;
};

struct ClientTapOptions {
  std::vector<std::string> signals;  ///< full names
  /// A row in the first step at or after each multiple of this time; empty: a row every step.
  std::optional<core::SimTime> period{};
  std::uint32_t depth{256};      ///< rows that are kept for a slow reader, in the world and here
  std::uint32_t text_room{255};  ///< bytes of a text or byte string; longer ones are cut off
};

/// One row: all signals of a tap at one instant.
struct ClientRow {
  core::SimTime stamp{0};           ///< time of the state
  std::int64_t step{0};             ///< steps done since the start
  std::vector<core::Value> values;  ///< one for each column

  /// Element `i` of a column as a number; 0 for a text.
  double number(std::size_t column, std::size_t i = 0) const;
};

/// Rows of chosen signals. A reader that is too slow loses the oldest rows and learns how many; the world
/// never waits for it. Closed on destruction. For one thread.
class ClientTap {
 public:
  ClientTap(ClientTap&&) noexcept;
  ClientTap& operator=(ClientTap&&) noexcept;
  ~ClientTap();

  const std::vector<Port>& columns() const noexcept;
  /// The next row; false when `limit` is over before there is one, or no more will come (see ended()).
  [[nodiscard]] bool read(ClientRow& row, Limit limit = {});
  /// Rows lost before the one that was read last.
  std::uint64_t lost() const;
  /// The world has ended and all rows have been read.
  bool ended() const;

 private:
  friend class Client;
  ClientTap(std::shared_ptr<Session> session, std::shared_ptr<TapQueue> queue);
  void close() noexcept;

  std::shared_ptr<Session> session_;
  std::shared_ptr<TapQueue> queue_;
};

/// What a request led to.
struct ClientReply {
  bool refused{false};
  std::string why;                  ///< of a refusal
  std::int64_t step{0};             ///< at whose start it was executed
  std::vector<core::Value> values;  ///< one for each field of the reply
};

/// A request on its way. May be dropped: the request is executed nevertheless.
class PendingReply {
 public:
  PendingReply(PendingReply&&) noexcept;
  PendingReply& operator=(PendingReply&&) noexcept;
  ~PendingReply();

  /// The reply, once; empty when `limit` is over before it came. Throws Error{kNotFound} for an unknown
  /// request, Error{kBadUsage} for arguments that are not those of the request and Error{kSystem} when the
  /// world ends before the reply.
  std::optional<ClientReply> wait(Limit limit = {});

 private:
  friend class Client;
  PendingReply(std::shared_ptr<Session> session, std::uint32_t call);
  void drop() noexcept;

  std::shared_ptr<Session> session_;
  std::uint32_t call_;
};

/// A tick of the world: the step that is about to begin, and its time.
struct ClientTick {
  std::int64_t step{0};
  core::SimTime time{0};
  /// How often the world was set back or restored before: a confirmation from before that counts no more.
  std::uint32_t restart{0};
};

struct ClientPartyOptions {
  std::string name;  ///< for messages; unique in the world
  /// Takes part in the first step at or after each multiple of this time; empty: in every step.
  std::optional<core::SimTime> period{};
  Limit timeout{};  ///< how long the world waits for it
  /// What happens after the timeout, and when this process or its connection ends without leave().
  PartyPolicy policy{PartyPolicy::kStop};
};

/// Keeps step with the world: again and again await() a tick, read taps and write inlets, confirm(). The step
/// begins after all parties have confirmed, and sees everything written before. Leaves on destruction.
class ClientParty {
 public:
  ClientParty(ClientParty&&) noexcept;
  ClientParty& operator=(ClientParty&&) noexcept;
  ~ClientParty();

  /// The tick at which the world waits for this party; empty when `limit` is over, or the world has ended.
  std::optional<ClientTick> await(Limit limit = {});
  /// Everything this party has to say for the steps up to `step` has been said: for the tick that was awaited
  /// last or a later step. Nothing happens when the world has been set back since that tick.
  void confirm(std::int64_t step);
  /// From now on the world does not wait for this party.
  void leave() noexcept;

 private:
  friend class Client;
  ClientParty(std::shared_ptr<Session> session, std::shared_ptr<PartyQueue> queue);

  std::shared_ptr<Session> session_;
  std::shared_ptr<PartyQueue> queue_;
};

/// A running world as another process of the same machine reaches it: through its doors only.
///
///     auto world = channel::Client::connect();
///     auto target = world.inlet("arm/board/target");
///     auto tap = world.tap({{"arm/knee/position"}});
///     target.write(0.5);
///     channel::ClientRow row;
///     while (tap.read(row)) use(row.number(0));
///
/// Calls are for any thread, each object that was opened for one thread at a time; objects may outlive the
/// client. One thread in the background receives. When the world ends or the connection breaks, calls that
/// wait for an answer throw Error{kSystem}; tap.read() and party.await() return empty-handed.
class Client {
 public:
  /// The world at this socket. Throws Error{kNotFound} when there is none, Error{kUnsupported} when it speaks
  /// another version.
  static Client connect(const std::filesystem::path& path);
  /// The only running world. Throws Error{kNotFound} when there is none, Error{kBadUsage} listing them when
  /// there are several.
  static Client connect();

  const std::string& world_name() const noexcept;
  std::int32_t pid() const noexcept;  ///< of the world

  /// All signals, inlets and requests.
  std::vector<Port> ports();
  /// Throws Error{kNotFound} with the closest names.
  ClientInlet inlet(const std::string& name);
  /// Throws Error{kNotFound} for an unknown signal, and whatever else the world says.
  ClientTap tap(const ClientTapOptions& options);
  /// Sends a request and waits for the reply. Throws as PendingReply::wait, and Error{kSystem} when `limit`
  /// is over before the reply.
  ClientReply request(const std::string& name, std::vector<core::Value> arguments = {}, Limit limit = {});
  /// Sends a request and does not wait.
  PendingReply submit(const std::string& name, std::vector<core::Value> arguments = {});
  /// Takes part in the barrier. Throws Error{kBadUsage} for a name that is taken and wrong options.
  ClientParty join(const ClientPartyOptions& options);

 private:
  explicit Client(std::shared_ptr<Session> session) : session_{std::move(session)} {}

  std::shared_ptr<Session> session_;
};

}  // namespace lockstep::channel
