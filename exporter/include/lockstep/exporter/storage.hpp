// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "lockstep/exporter/clock.hpp"
#include "lockstep/exporter/dual.hpp"
#include "lockstep/exporter/trace.hpp"
#include "lockstep/exporter/types.hpp"

// How the kit reaches a member of a model without knowing the model's type. Authors never use this header
// directly.

namespace lockstep::exporter {

/// Growing byte buffer a model's memory is saved into.
class ByteWriter {
 public:
  void raw(const void* data, std::size_t size) {
    const auto* p = static_cast<const std::uint8_t*>(data);
    bytes_.insert(bytes_.end(), p, p + size);
  }
  const std::vector<std::uint8_t>& bytes() const noexcept { return bytes_; }
  void clear() noexcept { bytes_.clear(); }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// Reads what ByteWriter wrote; throws std::runtime_error when the bytes end too early.
class ByteReader {
 public:
  ByteReader(const std::uint8_t* data, std::size_t size) : next_(data), left_(size) {}
  void raw(void* data, std::size_t size) {
    if (size > left_) throw std::runtime_error("saved FMU state is too short");
    if (size != 0) std::memcpy(data, next_, size);
    next_ += size;
    left_ -= size;
  }
  std::size_t left() const noexcept { return left_; }

 private:
  const std::uint8_t* next_;
  std::size_t left_;
};

// Declared before use, so that vectors of arrays of vectors find each other.
inline void save_value(const std::string& x, ByteWriter& out);
template <class T>
void save_value(const std::vector<T>& x, ByteWriter& out);
template <class T, std::size_t N>
void save_value(const std::array<T, N>& x, ByteWriter& out);
inline void load_value(std::string& x, ByteReader& in);
template <class T>
void load_value(std::vector<T>& x, ByteReader& in);
template <class T, std::size_t N>
void load_value(std::array<T, N>& x, ByteReader& in);

/// One value to and from bytes. A Dual is saved as its value alone, so bytes saved from Model<double> load
/// into Model<Dual>: that is how the differentiated twin of a model gets its state.
template <class T>
void save_value(const T& x, ByteWriter& out) {
  if constexpr (std::is_same_v<T, Dual> || std::is_same_v<T, Trace>) {
    out.raw(&x.value, sizeof x.value);
  } else if constexpr (std::is_same_v<T, Binary>) {
    save_value(x.bytes, out);
  } else if constexpr (std::is_same_v<T, Clock>) {
    Clock copy = x;
    ClockAccess::each_field(copy, [&](const auto& field) { out.raw(&field, sizeof field); });
  } else {
    static_assert(
        std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>,
        "memory of a model is made of numbers, plain structs, std::string, std::array and std::vector");
    out.raw(&x, sizeof x);
  }
}
inline void save_value(const std::string& x, ByteWriter& out) {
  const std::uint64_t size = x.size();
  out.raw(&size, sizeof size);
  out.raw(x.data(), x.size());
}
template <class T>
void save_value(const std::vector<T>& x, ByteWriter& out) {
  const std::uint64_t size = x.size();
  out.raw(&size, sizeof size);
  for (const T& e : x)
    save_value(e, out);
}
template <class T, std::size_t N>
void save_value(const std::array<T, N>& x, ByteWriter& out) {
  for (const T& e : x)
    save_value(e, out);
}

template <class T>
void load_value(T& x, ByteReader& in) {
  if constexpr (std::is_same_v<T, Dual>) {
    x.slope = 0.0;
    in.raw(&x.value, sizeof x.value);
  } else if constexpr (std::is_same_v<T, Trace>) {
    x.sources.clear();
    in.raw(&x.value, sizeof x.value);
  } else if constexpr (std::is_same_v<T, Binary>) {
    load_value(x.bytes, in);
  } else if constexpr (std::is_same_v<T, Clock>) {
    ClockAccess::each_field(x, [&](auto& field) { in.raw(&field, sizeof field); });
  } else {
    in.raw(&x, sizeof x);
  }
}
inline std::size_t load_size(ByteReader& in) {
  std::uint64_t size = 0;
  in.raw(&size, sizeof size);
  // Every element takes at least one byte: a larger count can only come from damaged bytes.
  if (size > in.left())
    throw std::runtime_error("saved FMU state is damaged: a list is longer than the state");
  return static_cast<std::size_t>(size);
}
inline void load_value(std::string& x, ByteReader& in) {
  x.resize(load_size(in));
  in.raw(x.data(), x.size());
}
template <class T>
void load_value(std::vector<T>& x, ByteReader& in) {
  x.resize(load_size(in));
  for (T& e : x)
    load_value(e, in);
}
template <class T, std::size_t N>
void load_value(std::array<T, N>& x, ByteReader& in) {
  for (T& e : x)
    load_value(e, in);
}

/// The FMI type of a C++ element type.
template <class T>
constexpr Type type_of() {
  if constexpr (std::is_same_v<T, double> || std::is_same_v<T, Dual> || std::is_same_v<T, Trace>)
    return Type::kFloat64;
  else if constexpr (std::is_same_v<T, float>)
    return Type::kFloat32;
  else if constexpr (std::is_same_v<T, bool>)
    return Type::kBoolean;
  else if constexpr (std::is_same_v<T, std::string>)
    return Type::kString;
  else if constexpr (std::is_same_v<T, Binary>)
    return Type::kBinary;
  else if constexpr (std::is_same_v<T, Clock>)
    return Type::kClock;
  else if constexpr (std::is_enum_v<T>)
    return Type::kEnumeration;
  else {
    static_assert(std::is_integral_v<T>,
                  "an FMI variable is a Real (double), float, integer, bool, enum, std::string, "
                  "Binary or Clock, or a std::array or std::vector of these");
    constexpr bool is_signed = std::is_signed_v<T>;
    if constexpr (sizeof(T) == 1)
      return is_signed ? Type::kInt8 : Type::kUInt8;
    else if constexpr (sizeof(T) == 2)
      return is_signed ? Type::kInt16 : Type::kUInt16;
    else if constexpr (sizeof(T) == 4)
      return is_signed ? Type::kInt32 : Type::kUInt32;
    else
      return is_signed ? Type::kInt64 : Type::kUInt64;
  }
}

/// Functions that save and load one member, given its address. One table per member type.
struct MemoryStorage {
  std::size_t size;  ///< bytes of the member itself
  std::size_t align;
  void (*save)(const void* member, ByteWriter& out);
  void (*load)(void* member, ByteReader& in);
};

/// A member that is also an FMI variable: its elements can be reached.
struct Storage {
  MemoryStorage memory;
  Type type;
  std::size_t element_size;  ///< bytes from one element to the next
  bool is_array;
  bool is_resizable;  ///< std::vector: follows structural parameters
  std::size_t (*count)(const void* member);
  void* (*elements)(void* member);
  void (*resize)(void* member, std::size_t count);
};

template <class T>
struct ContainerTraits {
  using Element = T;
  static constexpr bool kArray = false, kResizable = false;
  static std::size_t count(const void*) { return 1; }
  static void* elements(void* m) { return m; }
  static void resize(void*, std::size_t) {}
};
template <class T, std::size_t N>
struct ContainerTraits<std::array<T, N>> {
  using Element = T;
  static constexpr bool kArray = true, kResizable = false;
  static std::size_t count(const void*) { return N; }
  static void* elements(void* m) { return static_cast<std::array<T, N>*>(m)->data(); }
  static void resize(void*, std::size_t) {}
};
template <class T>
struct ContainerTraits<std::vector<T>> {
  static_assert(!std::is_same_v<T, bool>,
                "std::vector<bool> has no elements to point at: use std::array<bool, N>");
  using Element = T;
  static constexpr bool kArray = true, kResizable = true;
  static std::size_t count(const void* m) { return static_cast<const std::vector<T>*>(m)->size(); }
  static void* elements(void* m) { return static_cast<std::vector<T>*>(m)->data(); }
  static void resize(void* m, std::size_t n) { static_cast<std::vector<T>*>(m)->resize(n); }
};

template <class Member>
void save_member(const void* m, ByteWriter& out) {
  save_value(*static_cast<const Member*>(m), out);
}
template <class Member>
void load_member(void* m, ByteReader& in) {
  load_value(*static_cast<Member*>(m), in);
}

template <class Member>
constexpr MemoryStorage memory_storage_of() {
  return {sizeof(Member), alignof(Member), &save_member<Member>, &load_member<Member>};
}

template <class Member>
const Storage& storage_of() {
  using C = ContainerTraits<Member>;
  using Element = typename C::Element;
  static constexpr Storage kStorage{memory_storage_of<Member>(),
                                    type_of<Element>(),
                                    sizeof(Element),
                                    C::kArray,
                                    C::kResizable,
                                    &C::count,
                                    &C::elements,
                                    &C::resize};
  return kStorage;
}

}  // namespace lockstep::exporter
