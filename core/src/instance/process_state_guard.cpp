// SPDX-License-Identifier: Apache-2.0
#include "instance/process_state_guard.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstring>

namespace lockstep::core {

namespace {

void append(std::string& changes, const std::string& change) {
  if (!changes.empty()) changes += ", ";
  changes += change;
}

const char* global_locale() {
  const char* name = std::setlocale(LC_ALL, nullptr);
  return name != nullptr ? name : "C";
}

#if defined(__x86_64__) || defined(__i386__)
const char* rounding_name(std::uint32_t bits) {
  constexpr const char* kNames[] = {"to nearest", "downward", "upward", "toward zero"};
  return kNames[bits & 3U];
}
#endif

}  // namespace

std::string FpControl::difference_to(const FpControl& before) const {
  std::string text;
#if defined(__x86_64__) || defined(__i386__)
  const std::uint32_t changed = sse_ ^ before.sse_;
  if ((changed & 0x6000U) != 0) append(text, fmt::format("rounding mode {}", rounding_name(sse_ >> 13U)));
  if ((changed & 0x8000U) != 0)
    append(text, fmt::format("flush to zero {}", (sse_ & 0x8000U) != 0 ? "on" : "off"));
  if ((changed & 0x0040U) != 0) {
    append(text, fmt::format("denormals are zero {}", (sse_ & 0x0040U) != 0 ? "on" : "off"));
  }
  if ((changed & 0x1F80U) != 0) append(text, "floating-point traps");
  if (x87_ != before.x87_) append(text, fmt::format("x87 control word {:#06x}", x87_));
#else
  if (*this != before) append(text, fmt::format("floating-point control register {:#x}", fpcr_));
#endif
  return text;
}

ProcessStateGuard::ProcessStateGuard()
    : fp_{FpControl::current()},
      thread_locale_{uselocale(static_cast<locale_t>(nullptr))},
      global_locale_{global_locale()},
      directory_{::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC)} {
  pthread_sigmask(SIG_SETMASK, nullptr, &signal_mask_);
}

ProcessStateGuard::~ProcessStateGuard() {
  if (!restored_) restore();
  if (directory_ >= 0) ::close(directory_);
}

std::string ProcessStateGuard::restore() {
  std::string changes;
  restore_floating_point(changes);  // first: nothing should be computed in a foreign mode
  restore_locale(changes);
  restore_directory(changes);
  restore_signal_mask(changes);
  restored_ = true;
  return changes;
}

void ProcessStateGuard::restore_floating_point(std::string& changes) {
  const FpControl now = FpControl::current();
  if (now == fp_) return;
  fp_.apply();
  append(changes, now.difference_to(fp_));
}

void ProcessStateGuard::restore_locale(std::string& changes) {
  if (uselocale(static_cast<locale_t>(nullptr)) != thread_locale_) {
    uselocale(thread_locale_);
    append(changes, "locale of the thread");
  }
  if (global_locale_ != global_locale()) {
    append(changes, fmt::format("locale from '{}' to '{}'", global_locale_, global_locale()));
    std::setlocale(LC_ALL, global_locale_.c_str());
  }
}

void ProcessStateGuard::restore_directory(std::string& changes) {
  struct stat before {
  }, now{};
  if (directory_ < 0 || ::fstat(directory_, &before) != 0) return;
  if (::stat(".", &now) == 0 && now.st_dev == before.st_dev && now.st_ino == before.st_ino) return;
  char path[PATH_MAX];
  const bool known = ::getcwd(path, sizeof path) != nullptr;
  const bool back = ::fchdir(directory_) == 0;
  append(changes, fmt::format("working directory to '{}'{}", known ? path : "(removed)",
                              back ? "" : " (cannot go back)"));
}

void ProcessStateGuard::restore_signal_mask(std::string& changes) {
  sigset_t now{};
  pthread_sigmask(SIG_SETMASK, nullptr, &now);
  if (std::memcmp(&now, &signal_mask_, sizeof now) == 0) return;
  std::string names;
  for (int signal = 1; signal < NSIG; ++signal) {
    const bool blocked = sigismember(&now, signal) == 1;
    if (blocked == (sigismember(&signal_mask_, signal) == 1)) continue;
    names += fmt::format("{}'{}' {}", names.empty() ? "" : ", ", strsignal(signal),
                         blocked ? "blocked" : "unblocked");
  }
  if (names.empty()) return;
  pthread_sigmask(SIG_SETMASK, &signal_mask_, nullptr);
  append(changes, fmt::format("signal mask ({})", names));
}

}  // namespace lockstep::core
