// SPDX-License-Identifier: Apache-2.0
#include "crash_report.hpp"

#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "printable.hpp"

namespace lockstep::cli {
namespace {

constexpr std::size_t kStackBytes = std::size_t{64} << 10U;

CrashReport* current = nullptr;

void put(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t count = ::write(STDERR_FILENO, text.data(), text.size());
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void put(std::uint64_t number) noexcept {
  char digits[20];
  put({digits, static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, number).ptr - digits)});
}

}  // namespace

CrashReport::Subject CrashReport::fmu(const std::string& file) {
  return {file, "the FMU", "--log-fmi-calls shows the call that did it, tell the vendor of the FMU"};
}

CrashReport::Subject CrashReport::world(const std::string& file) {
  return {file, "an FMU or another device",
          "run each FMU alone to find which one it is: lockstep simulate MODEL.fmu --log-fmi-calls"};
}

CrashReport::CrashReport(const Subject& subject, const record::MemoryRecorder& recorder,
                         Span<core::RowSink* const> files)
    : stack_(kStackBytes),
      name_{printable(subject.name)},
      culprit_{subject.culprit},
      advice_{subject.advice},
      recorder_{recorder},
      files_{files.begin(), files.end()} {
  handlers_ = {{SIGSEGV, "crash by SIGSEGV (access to memory that is not its own)", {}},
               {SIGBUS, "crash by SIGBUS (access to memory that is not there)", {}},
               {SIGFPE, "crash by SIGFPE (an arithmetic error)", {}},
               {SIGILL, "crash by SIGILL (an instruction this processor does not have)", {}},
               {SIGABRT, "crash by SIGABRT (it gave up by itself)", {}}};
  ::sigaltstack(nullptr, &stack_before_);
  if ((stack_before_.ss_flags & SS_DISABLE) != 0) {
    stack_t own{};
    own.ss_sp = stack_.data();
    own.ss_size = stack_.size();
    ::sigaltstack(&own, nullptr);
  }
  static const int registered = std::atexit(on_exit);
  static_cast<void>(registered);
  current = this;
  struct sigaction action {};
  action.sa_sigaction = on_crash;
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO;
  for (Handler& handler : handlers_)
    ::sigaction(handler.signal_number, &action, &handler.before);
}

CrashReport::~CrashReport() {
  for (const Handler& handler : handlers_)
    ::sigaction(handler.signal_number, &handler.before, nullptr);
  if ((stack_before_.ss_flags & SS_DISABLE) != 0) ::sigaltstack(&stack_before_, nullptr);
  current = nullptr;
}

// Only what POSIX allows in a handler: write(), sigaction(), raise(). A crash within goes to the handlers
// before.
void CrashReport::on_crash(int signal_number, siginfo_t* info, void* /*context*/) {
  CrashReport& report = *current;
  const char* name = "crash";
  for (const Handler& handler : report.handlers_) {
    ::sigaction(handler.signal_number, &handler.before, nullptr);
    if (handler.signal_number == signal_number) name = handler.name;
  }
  report.tell(name);
  // The processor repeats the instruction that failed, and whoever comes next sees its address; what somebody
  // sent must be sent again.
  if (info->si_code <= 0) ::raise(signal_number);
}

// Ours is the only exit() while no object lives.
void CrashReport::on_exit() {
  if (current == nullptr) return;
  current->tell("called exit()");
  ::_exit(1);
}

void CrashReport::tell(const char* what) noexcept {
  put("\nerror: ");
  put(name_);
  put(": ");
  put(culprit_);
  put(" ended the process: ");
  put(what);
  save_rows();
  put("; ");
  put(advice_);
  put("\n");
}

void CrashReport::save_rows() noexcept {
  for (core::RowSink* file : files_)
    file->end_now();
  if (files_.empty() || recorder_.rows() == 0) return;
  put("; the ");
  put(recorder_.rows());
  put(" rows up to then are in the output file");
}

void CrashReport::end_now(int signal_number) noexcept {
  if (current != nullptr) {
    put("\nerror: ");
    put(current->name_);
    put(": ended inside a step");
    current->save_rows();
    put("\n");
  }
  std::signal(signal_number, SIG_DFL);
  ::raise(signal_number);
}

}  // namespace lockstep::cli
