// SPDX-License-Identifier: Apache-2.0
#include "interrupt.hpp"

#include <unistd.h>

#include <csignal>
#include <initializer_list>
#include <string_view>

#include "crash_report.hpp"

namespace lockstep::cli {
namespace {

volatile std::sig_atomic_t signal_came = 0;

void on_interrupt(int signal_number) {
  // The step may never end: the FMU may hang in it.
  if (signal_came != 0) CrashReport::end_now(signal_number);
  signal_came = signal_number;
  constexpr std::string_view kHint = "\nending after this step; once more to end now\n";
  if (::isatty(STDERR_FILENO) != 0) static_cast<void>(::write(STDERR_FILENO, kHint.data(), kHint.size()));
}

}  // namespace

void end_in_good_order() {
  for (const int signal_number : {SIGINT, SIGTERM, SIGHUP}) {
    // What was ignored stays ignored: nohup, and jobs in the background of a script.
    if (std::signal(signal_number, on_interrupt) == SIG_IGN) std::signal(signal_number, SIG_IGN);
  }
}

bool interrupted() noexcept {
  return signal_came != 0;
}

int interrupted_exit_code() noexcept {
  constexpr int kSignalBase = 128;
  return signal_came == 0 ? 1 : kSignalBase + static_cast<int>(signal_came);
}

}  // namespace lockstep::cli
