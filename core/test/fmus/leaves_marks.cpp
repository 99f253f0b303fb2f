// SPDX-License-Identifier: Apache-2.0
// A library whose constructor leaves marks in the process, and with static data of the kind the loader shares
// among all libraries of a process ("unique" symbols).
#include <cfenv>
#include <clocale>
#include <cstdlib>

namespace {
struct Marker {
  Marker() {
    setenv("LOCKSTEP_TEST_CONSTRUCTOR_RAN", "yes", 1);
    std::fesetround(FE_DOWNWARD);
    std::setlocale(LC_ALL, "C.UTF-8");
  }
} marker;
}  // namespace

template <class T>
struct __attribute__((visibility("default"))) Shared {
  static int count;
};
template <class T>
int Shared<T>::count = 0;

extern "C" __attribute__((visibility("default"))) int count_up() {
  return ++Shared<int>::count;
}
extern "C" __attribute__((visibility("default"))) int* address_of_count() {
  return &Shared<int>::count;
}
