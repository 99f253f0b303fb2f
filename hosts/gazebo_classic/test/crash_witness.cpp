// SPDX-License-Identifier: Apache-2.0
#include "crash_witness.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <unistd.h>

#include <cstring>

namespace probe {
namespace {

constexpr int kMostFrames = 64;

struct sigaction before;

void put(const char* text) {
  if (::write(STDERR_FILENO, text, std::strlen(text)) < 0) return;  // nothing can be done about it here
}

void on_crash(int signal_number, siginfo_t* /*info*/, void* /*context*/) {
  ::sigaction(signal_number, &before, nullptr);
  void* frames[kMostFrames];
  const int count = ::backtrace(frames, kMostFrames);
  put("\nprobe: a thread crashed in");
  const char* last = nullptr;
  for (int i = 2; i < count; ++i) {  // 0 is this function, 1 what the kernel returns through
    Dl_info library;
    if (::dladdr(frames[i], &library) == 0 || library.dli_fname == nullptr || library.dli_fname == last)
      continue;
    last = library.dli_fname;
    const char* const slash = std::strrchr(last, '/');
    put(" ");
    put(slash == nullptr ? last : slash + 1);
  }
  put("\n");
  // The processor repeats the instruction that failed, and whoever handled it before gets it.
}

}  // namespace

void witness_crashes() {
  void* frame = nullptr;
  ::backtrace(&frame, 1);  // loads what it needs; a handler may not
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_ONSTACK | SA_SIGINFO;  // a crash may be a stack overflow
  ::sigaction(SIGSEGV, &action, &before);
}

}  // namespace probe
