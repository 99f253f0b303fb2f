// SPDX-License-Identifier: Apache-2.0
#include "crash_note.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string_view>

namespace lockstep::hosts::gazebo_classic {
namespace {

// Read in a signal handler, where nothing may be allocated: hence the model that needs no allocation.
__attribute__((tls_model("initial-exec"))) thread_local const std::string* current = nullptr;

struct Handler {
  int signal_number;
  const char* name;
  struct sigaction before;
};
Handler handlers[] = {{SIGSEGV, "SIGSEGV (access to memory that is not its own)", {}},
                      {SIGBUS, "SIGBUS (access to memory that is not there)", {}},
                      {SIGFPE, "SIGFPE (an arithmetic error)", {}},
                      {SIGILL, "SIGILL (an instruction this processor does not have)", {}},
                      {SIGABRT, "SIGABRT (it gave up by itself)", {}}};

void put(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t count = ::write(STDERR_FILENO, text.data(), text.size());
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void tell(const char* what) noexcept {
  put("\n[Err] ");
  put(*current);
  put(": an FMU ended the process: ");
  put(what);
  put("; tell its vendor\n");
  current = nullptr;
}

// Only what POSIX allows in a handler: write(), sigaction(), raise().
void on_crash(int signal_number, siginfo_t* info, void* /*context*/) {
  for (const Handler& handler : handlers) {
    if (handler.signal_number != signal_number) continue;
    ::sigaction(signal_number, &handler.before, nullptr);
    if (current != nullptr) tell(handler.name);
  }
  // The processor repeats the instruction that failed; what somebody sent must be sent again.
  if (info->si_code <= 0) ::raise(signal_number);
}

void on_exit() {
  if (current == nullptr) return;
  tell("it called exit()");
  ::_exit(1);
}

void install() {
  std::atexit(on_exit);
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO;
  for (Handler& handler : handlers)
    ::sigaction(handler.signal_number, &action, &handler.before);
}

}  // namespace

CrashNote::CrashNote(const std::string& text) noexcept : before_{current} {
  current = &text;
}

CrashNote::~CrashNote() {
  current = before_;
}

void CrashNote::prepare() {
  static std::once_flag once;
  std::call_once(once, install);
  stack_t stack{};
  ::sigaltstack(nullptr, &stack);
  if ((stack.ss_flags & SS_DISABLE) == 0) return;
  // Kept as long as the thread. Not an array in the thread's own storage: that is short where libraries are
  // loaded late.
  static thread_local std::unique_ptr<char[]> memory;
  constexpr std::size_t kBytes = std::size_t{64} << 10U;
  memory.reset(new char[kBytes]);
  stack.ss_sp = memory.get();
  stack.ss_size = kBytes;
  stack.ss_flags = 0;
  ::sigaltstack(&stack, nullptr);
}

}  // namespace lockstep::hosts::gazebo_classic
