// SPDX-License-Identifier: Apache-2.0
#include "lockstep/hosts/shell/crash_note.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <thread>
#include <vector>

namespace lockstep::hosts::shell {
namespace {

constexpr int kPatience_s = 10;

/// What a thread is doing, for its own signal handlers and for the watch.
struct Activity {
  std::atomic<const std::string*> text{nullptr};
  std::atomic<std::uint64_t> begun{0};  // how often; written by its thread alone
};

/// Never destroyed: the watch looks at them until the process is gone.
struct Activities {
  std::mutex mutex;
  std::vector<Activity*> all;
};
Activities& activities() {
  static auto* const made = new Activities;
  return *made;
}

// Read in a signal handler, where nothing may be allocated: hence the model that needs no allocation.
__attribute__((tls_model("initial-exec"))) thread_local Activity* own = nullptr;

// For the crash of a thread that runs no FMU: an FMU may have closed the files of the process under it.
std::atomic<const std::string*> last{nullptr};
int witness = -1;  // a file of ours that nobody else has a reason to close

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

const std::string* current() noexcept {
  return own == nullptr ? nullptr : own->text.load(std::memory_order_relaxed);
}

void tell(const char* what) noexcept {
  put("\n[Err] ");
  put(*current());
  put(": the process ends while this plugin runs, most likely by an FMU: ");
  put(what);
  put("\n");
  own->text.store(nullptr, std::memory_order_relaxed);
}

void tell_closed_files() noexcept {
  const std::string* const text = last.load(std::memory_order_relaxed);
  if (text == nullptr || witness < 0 || ::fcntl(witness, F_GETFD) != -1) return;
  put("\n[Err] the process ends because somebody has closed its files, most likely an FMU; the last that "
      "ran: ");
  put(*text);
  put("\n");
}

// Only what POSIX allows in a handler: write(), fcntl(), sigaction(), raise().
void on_crash(int signal_number, siginfo_t* info, void* /*context*/) {
  for (const Handler& handler : handlers) {
    if (handler.signal_number != signal_number) continue;
    ::sigaction(signal_number, &handler.before, nullptr);
    if (current() != nullptr)
      tell(handler.name);
    else
      tell_closed_files();
  }
  // The processor repeats the instruction that failed; what somebody sent must be sent again.
  if (info->si_code <= 0) ::raise(signal_number);
}

void on_exit() {
  if (current() == nullptr) return;
  tell("it called exit()");
  ::_exit(1);
}

/// Tells once of each activity that lasts. Counts its own seconds, so that a suspended machine does not
/// matter.
void watch() {
  struct Seen {
    std::uint64_t begun{0};
    int seconds{0};
  };
  std::vector<Seen> seen;
  while (true) {
    std::this_thread::sleep_for(std::chrono::seconds{1});
    Activities& known = activities();
    const std::lock_guard<std::mutex> lock{known.mutex};
    seen.resize(known.all.size());
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const std::string* const text = known.all[i]->text.load(std::memory_order_relaxed);
      const std::uint64_t begun = known.all[i]->begun.load(std::memory_order_relaxed);
      if (text == nullptr || begun != seen[i].begun) {
        seen[i] = {begun, 0};
      } else if (++seen[i].seconds == kPatience_s) {
        put("\n[Err] " + *text + ": an FMU has not returned for " + std::to_string(kPatience_s) +
            " s, and the world stands still; end the process by force if it does not come back\n");
      }
    }
  }
}

void install() {
  std::atexit(on_exit);
  witness = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  std::thread{watch}.detach();
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO;
  for (Handler& handler : handlers)
    ::sigaction(handler.signal_number, &action, &handler.before);
}

}  // namespace

CrashNote::CrashNote(const std::string& text) noexcept {
  if (own == nullptr) prepare();  // a thread that only steps what another one has loaded
  before_ = own->text.load(std::memory_order_relaxed);
  own->begun.store(own->begun.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  own->text.store(&text, std::memory_order_relaxed);
  last.store(&text, std::memory_order_relaxed);
}

CrashNote::~CrashNote() {
  own->text.store(before_, std::memory_order_relaxed);
}

void CrashNote::prepare() {
  static std::once_flag once;
  std::call_once(once, install);
  if (own == nullptr) {
    const std::lock_guard<std::mutex> lock{activities().mutex};
    activities().all.push_back(new Activity);
    own = activities().all.back();
  }
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

const std::string& lasting_text(const std::string& text) {
  static std::mutex mutex;
  static auto* const texts = new std::set<std::string>;
  const std::lock_guard<std::mutex> lock{mutex};
  return *texts->insert(text).first;
}

}  // namespace lockstep::hosts::shell
