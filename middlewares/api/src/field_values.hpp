// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lockstep/middlewares/api/channels.hpp"

namespace lockstep::middlewares {

/// The elements of ports as they were given last, whatever channel they came from: arrays are written as a
/// whole, messages bring single elements.
class InputArrays {
 public:
  /// All elements of the port, in its type; at first its start values. Stays where it is.
  core::Value& of(const PortWriter& writer, const Port& port);
  /// Back to the start values.
  void restart(const PortWriter& writer);

 private:
  std::map<const Port*, core::Value> values_;
};

/// Hands the fields of an input channel to their ports. Fields that are one element of an array keep the
/// other elements as they were.
class InputFields {
 public:
  /// `arrays` outlives this.
  InputFields(const PortWriter& writer, const std::vector<FieldBinding>& fields, InputArrays& arrays);

  /// Why the value was refused, as the end of a sentence; empty: it was taken.
  [[nodiscard]] std::string add(PortWriter& writer, std::size_t field, SimTime at, const core::Value& value);

 private:
  struct Target {
    FieldBinding binding;
    core::Value* value;           // all elements of the port, in its type
    core::Value element, before;  // one of them, in its type, and what it was
  };
  std::vector<Target> targets_;
};

/// The fields of an output channel, read from their ports.
class OutputFields {
 public:
  explicit OutputFields(const Channel& channel);

  /// Allocates nothing for numbers.
  const std::vector<core::Value>& read(const PortReader& reader);
  const std::vector<core::Value>& values() const noexcept { return values_; }
  /// Fields of the last read() that could not hold their value and have the nearest one.
  const std::vector<std::size_t>& clipped() const noexcept { return clipped_; }

 private:
  std::vector<FieldBinding> bindings_;
  std::vector<core::Value> values_;  // by field, of the alternative of its kind
  std::vector<std::size_t> clipped_;
  core::Value scratch_, element_;
};

/// What is published although it is not what the port has: "topic 'a': y = 300 does not fit field 'data'
/// (unsigned integer of 8 bits), 255 was published".
std::string clipped_text(const Channel& channel, std::size_t field, const core::Value& value,
                         const core::Value& published);

}  // namespace lockstep::middlewares
