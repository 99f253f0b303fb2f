// SPDX-License-Identifier: Apache-2.0
#include "crash_witness.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <mutex>

namespace probe {
namespace {

constexpr int kMostFrames = 64;

struct sigaction before;

/// A line that is put together without memory of others and written at once, so that nothing comes between.
class Line {
 public:
  void add(const char* text) {
    const std::size_t length = std::min(std::strlen(text), sizeof(text_) - size_);
    std::memcpy(text_ + size_, text, length);
    size_ += length;
  }
  void write() const {
    if (::write(STDERR_FILENO, text_, size_) < 0) return;  // nothing can be done about it here
  }

 private:
  char text_[4096];
  std::size_t size_{0};
};

void on_crash(int signal_number, siginfo_t* info, void* /*context*/) {
  ::sigaction(signal_number, &before, nullptr);
  void* frames[kMostFrames];
  const int count = ::backtrace(frames, kMostFrames);
  Line line;
  line.add("\nprobe: a thread crashed in");
  const char* last = nullptr;
  for (int i = 2; i < count; ++i) {  // 0 is this function, 1 what the kernel returns through
    Dl_info library;
    if (::dladdr(frames[i], &library) == 0 || library.dli_fname == nullptr || library.dli_fname == last)
      continue;
    last = library.dli_fname;
    const char* const slash = std::strrchr(last, '/');
    line.add(" ");
    line.add(slash == nullptr ? last : slash + 1);
  }
  line.add("\n");
  line.write();
  // The processor repeats the instruction that failed; what somebody sent must be sent again. Whoever handled
  // it before gets it.
  if (info->si_code <= 0) ::raise(signal_number);
}

void install() {
  void* frame = nullptr;
  ::backtrace(&frame, 1);  // loads what it needs; a handler may not
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER;  // a crash may be a stack overflow
  ::sigaction(SIGSEGV, &action, &before);
  Line line;
  line.add("probe: watches for crashes\n");  // gazebo.py looks for it
  line.write();
}

}  // namespace

void witness_crashes() {
  static std::once_flag once;
  std::call_once(once, install);
}

}  // namespace probe
