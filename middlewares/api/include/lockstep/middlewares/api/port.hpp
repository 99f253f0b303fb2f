// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/core/time_grid.hpp"
#include "lockstep/core/value.hpp"

namespace lockstep::middlewares {

using core::SimTime;

/// Which way values go through a port, seen from the model.
enum class Direction : std::uint8_t {
  kNone,  ///< neither: a parameter or local variable of an FMU
  kIn,
  kOut,
  kBoth,  ///< an inlet: what was latched last can be read, too
};
constexpr bool takes_values(Direction direction) noexcept {
  return direction == Direction::kIn || direction == Direction::kBoth;
}
constexpr bool gives_values(Direction direction) noexcept {
  return direction == Direction::kOut || direction == Direction::kBoth;
}

/// What a message field can be connected to: a variable of an FMU, a signal or an inlet of a world, an
/// argument of a request. Names are looked up once, when channels are built; from then on a port is used by
/// its handle.
struct Port {
  std::uint32_t handle{0};  ///< place in its PortTable, for PortReader and PortWriter
  std::string name;         ///< full name, as in FMU or world
  Direction direction{Direction::kNone};
  std::string_view role;  ///< for messages, with its article: "an input", "a signal", "an argument"
  core::VariableType type{core::VariableType::kFloat64};
  bool is_array{false};
  std::size_t count{1};  ///< elements; 0: any number of them
  std::string unit;      ///< empty: none
  /// The topic it has unless the mapping says otherwise; empty: none, as for quantities of a host, of which a
  /// world has hundreds.
  std::string topic;

  /// More than one value: an array, or bytes.
  bool is_many() const noexcept { return is_array || type == core::VariableType::kBinary; }
};

/// All ports of one model, in its order. Ports never move.
class PortTable {
 public:
  /// How messages speak of the model.
  struct Words {
    std::string owner;       ///< "the FMU", "the world", "request 'world/step'"
    std::string noun;        ///< "variable", "port", "argument"
    std::string_view taker;  ///< what an input channel expects: "an input", "an inlet"
    std::string_view giver;  ///< what an output channel expects: "an output", "a signal"
  };
  /// Names like a misspelt one, the best first.
  using Similar = std::function<std::vector<std::string>(std::string_view)>;

  PortTable(Words words, std::vector<Port> ports, Similar similar);
  PortTable(const PortTable&) = delete;
  PortTable& operator=(const PortTable&) = delete;

  const Words& words() const noexcept { return words_; }
  const std::vector<Port>& ports() const noexcept { return ports_; }
  /// Null when there is none. For set-up.
  const Port* find(std::string_view name) const noexcept;
  /// "did you mean 'a', 'b'"; empty when nothing is like it.
  std::string suggest(std::string_view name) const;

 private:
  Words words_;
  std::vector<Port> ports_;
  Similar similar_;
};

/// Where the values of ports come from: an FMU after a step, or one row of a tap.
class PortReader {
 public:
  virtual ~PortReader() = default;
  /// All elements of the port into `value`, of the alternative of its type. `value` keeps its memory:
  /// nothing is looked up, and numbers allocate nothing once it has their size.
  virtual void read(std::uint32_t port, core::Value& value) const = 0;
};

/// Where values for ports go: into trajectories of an FMU, through inlets of a world, into the arguments of
/// a request.
class PortWriter {
 public:
  virtual ~PortWriter() = default;
  /// What the port has before somebody writes, of the alternative of its type; may have fewer elements.
  virtual core::Value start_value(std::uint32_t port) const = 0;
  /// All elements of the port, from the instant `at` on. Returns why the value was refused, as the end of a
  /// sentence that began with the value; empty: it was taken. Nothing is looked up.
  [[nodiscard]] virtual std::string write(std::uint32_t port, SimTime at, const core::Value& value) = 0;
};

}  // namespace lockstep::middlewares
