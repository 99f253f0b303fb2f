// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace lockstep::devices {

/// What moves between the buffers of a Stepper and signals in every step: elements of any type, each from one
/// place to another. Set up once with add(); run() neither looks anything up nor calls anything per variable.
/// Texts and byte strings allocate only when they are longer than the target has room for.
class ElementCopies {
 public:
  template <class T>
  void add(const T* from, T* to, std::size_t count) {
    if (count == 0) return;
    any_ = true;
    if constexpr (std::is_same_v<T, std::string>) {
      texts_.push_back({from, to, count});
    } else if constexpr (std::is_same_v<T, std::vector<std::uint8_t>>) {
      binaries_.push_back({from, to, count});
    } else {
      static_assert(std::is_arithmetic_v<T>);
      plain_.push_back({from, to, count * sizeof(T)});
    }
  }
  void run() const noexcept {
    if (any_) copy_all();
  }

 private:
  struct Plain {
    const void* from;
    void* to;
    std::size_t bytes;
  };
  template <class T>
  struct Assigned {
    const T* from;
    T* to;
    std::size_t count;
  };
  void copy_all() const noexcept;

  bool any_{false};  // most devices have nothing to copy in one direction or the other
  std::vector<Plain> plain_;
  std::vector<Assigned<std::string>> texts_;
  std::vector<Assigned<std::vector<std::uint8_t>>> binaries_;
};

}  // namespace lockstep::devices
