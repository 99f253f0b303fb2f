// SPDX-License-Identifier: Apache-2.0
#include "isolation/last_words.hpp"

#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace lockstep::core::isolation {
namespace {

// The worker program runs one FMU in its life; a signal handler can reach nothing but globals.
std::atomic<const CallRing*> last_calls{nullptr};
std::atomic<LastWords*> last_place{nullptr};
std::atomic<LastWords*> denial_place{nullptr};
alignas(16) char handler_stack[64 * 1024];

void write_last_words() noexcept {
  LastWords* const place = last_place.exchange(nullptr);
  const CallRing* const calls = last_calls.load();
  if (place == nullptr || calls == nullptr) return;
  static_assert(std::is_trivially_copyable_v<CallRing>);
  std::memcpy(place->calls, calls, sizeof *calls);
  place->written.store(1);
}

void on_signal(int signal_number) noexcept {
  write_last_words();
  // The default action ends the process with this signal, which the supervisor sees.
  std::signal(signal_number, SIG_DFL);
  ::raise(signal_number);
}

/// A system call the filter refused: the model sees EPERM and goes on, the host knows what it asked for.
void on_denied_call(int /*signal_number*/, siginfo_t* information, void* context) noexcept {
  if (LastWords* const place = denial_place.load())
    place->denied.store(static_cast<std::uint32_t>(information->si_syscall) + 1);
  auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  registers.gregs[REG_RAX] = -EPERM;
#elif defined(__aarch64__)
  registers.regs[0] = static_cast<unsigned long long>(-EPERM);
#endif
}

}  // namespace

void arrange_last_words(LastWords& place) noexcept {
  last_place.store(&place);
  stack_t stack{};
  stack.ss_sp = handler_stack;
  stack.ss_size = sizeof handler_stack;
  ::sigaltstack(&stack, nullptr);
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGXCPU})
    ::sigaction(number, &action, nullptr);
  denial_place.store(&place);
  struct sigaction denial {};
  denial.sa_sigaction = on_denied_call;
  denial.sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER;
  ::sigaction(SIGSYS, &denial, nullptr);
  std::atexit(write_last_words);
}

void note_refused_file(const char* path, bool to_write) noexcept {
  LastWords* const place = denial_place.load();
  if (place == nullptr || path == nullptr) return;
  for (RefusedFile& file : place->files) {
    std::uint32_t none = 0;
    if (!file.state.compare_exchange_strong(none, 1)) {
      if (none > 1 && std::strncmp(file.path, path, sizeof file.path - 1) == 0) return;
      continue;
    }
    std::strncpy(file.path, path, sizeof file.path - 1);
    file.state.store(to_write ? 3 : 2);
    return;
  }
}

void set_last_calls(const CallRing* calls) noexcept {
  last_calls.store(calls);
}

}  // namespace lockstep::core::isolation
