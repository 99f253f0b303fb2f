// SPDX-License-Identifier: Apache-2.0
#include "process.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <system_error>

#include "lockstep/core/error.hpp"

namespace lockstep::bench {
namespace {

// Value of a line "key:   value kB" of a /proc file, in bytes.
std::uint64_t proc_kilobytes(const char* file, const std::string& key) {
  std::ifstream in{file};
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(key + ":", 0) == 0) {
      return std::strtoull(line.c_str() + key.size() + 1, nullptr, 10) * 1024;
    }
  }
  return 0;
}

std::string first_value(const char* file, const std::string& key) {
  std::ifstream in{file};
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind(key, 0) == 0 && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "unknown";
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t got = 0; (got = read(descriptor, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace

Memory memory_now() {
  Memory memory;
  memory.resident_bytes = proc_kilobytes("/proc/self/status", "VmRSS");
  memory.peak_bytes = proc_kilobytes("/proc/self/status", "VmHWM");
  const struct mallinfo2 heap = mallinfo2();
  memory.heap_bytes = heap.uordblks + heap.hblkhd;
  return memory;
}

double measure_in_child(const std::vector<std::string>& arguments) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) {
    throw Error{ErrorCode::kSystem, "no pipe for a measurement in a child process"};
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  std::string self = "/proc/self/exe";
  std::vector<char*> argv{self.data()};
  std::vector<std::string> copies = arguments;
  for (std::string& argument : copies) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  pid_t child = 0;
  const int spawned = posix_spawn(&child, self.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  const std::string text = spawned == 0 ? read_all(ends[0]) : "";
  close(ends[0]);
  int status = -1;
  if (spawned == 0) {
    waitpid(child, &status, 0);
  }
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (status != 0 || end == text.c_str()) {
    throw Error{ErrorCode::kSystem,
                fmt::format("the measurement '{}' in a child process failed (status {}); run it "
                            "by hand to see why",
                            fmt::join(arguments, " "), status)};
  }
  return value;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "lockstep_bench.XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) {
    throw Error{ErrorCode::kSystem, "cannot make a folder '" + name + "'"};
  }
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string machine_text() {
  utsname system{};
  uname(&system);
  std::array<double, 3> load{};
  getloadavg(load.data(), static_cast<int>(load.size()));
  return fmt::format("{}, {} processors; {} {}; compiler {}; load average {:.1f} at the start",
                     first_value("/proc/cpuinfo", "model name"), sysconf(_SC_NPROCESSORS_ONLN),
                     system.sysname, system.release, __VERSION__, load[0]);
}

}  // namespace lockstep::bench
