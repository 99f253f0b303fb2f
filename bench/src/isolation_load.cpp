// SPDX-License-Identifier: Apache-2.0
#include "isolation_load.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "lockstep/core/error.hpp"

namespace lockstep::bench {
namespace {

struct ProcessTime {
  long parent{0};
  double seconds{0.0};
};

/// All processes of this machine, from /proc.
std::map<long, ProcessTime> all_processes() {
  std::map<long, ProcessTime> all;
  const auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file{entry.path() / "stat"};
    std::string line;
    if (!std::getline(file, line) || line.rfind(')') == std::string::npos) continue;
    std::istringstream rest{line.substr(line.rfind(')') + 2)};
    std::string state;
    std::vector<long> numbers;
    rest >> state;
    for (long number = 0; rest >> number;)
      numbers.push_back(number);
    // After the state: parent is the first; user and system time are the 11th and 12th.
    if (numbers.size() > 11)
      all[std::stol(line)] = {numbers[0], static_cast<double>(numbers[10] + numbers[11]) / ticks};
  }
  return all;
}

double seconds_below(long process) {
  const std::map<long, ProcessTime> all = all_processes();
  std::set<long> family{process};
  double seconds = 0.0;
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& [child, time] : all) {
      if (family.count(time.parent) == 0 || !family.insert(child).second) continue;
      seconds += time.seconds;
      grown = true;
    }
  }
  return seconds;
}

}  // namespace

TouchedMemory::TouchedMemory(double gib) : bytes_{static_cast<std::size_t>(gib * 1073741824.0)} {
  if (bytes_ == 0) return;
  memory_ = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory_ == MAP_FAILED) throw Error{ErrorCode::kSystem, "no memory for the large host"};
  for (std::size_t i = 0; i < bytes_; i += 4096)
    static_cast<volatile char*>(memory_)[i] = 1;
}

TouchedMemory::~TouchedMemory() {
  if (bytes_ != 0) ::munmap(memory_, bytes_);
}

double idle_share_of_children(double seconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds{100});  // the last answer is well behind
  const double before = seconds_below(::getpid());
  std::this_thread::sleep_for(std::chrono::duration<double>{seconds});
  return (seconds_below(::getpid()) - before) / seconds;
}

}  // namespace lockstep::bench
