// SPDX-License-Identifier: Apache-2.0
#include "isolation/worker_link.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cmath>
#include <csignal>
#include <cstring>

#include "instance/function_table.hpp"
#include "isolation/seccomp_filter.hpp"

namespace lockstep::core::isolation {
namespace {

constexpr std::size_t kLastLines = 5;

const char* signal_name(int number) noexcept {
  switch (number) {
    case SIGSEGV:
      return "SIGSEGV: it used memory that it does not have, or overflowed its stack";
    case SIGABRT:
      return "SIGABRT: it called abort(), or a C++ exception left it";
    case SIGFPE:
      return "SIGFPE: an arithmetic exception";
    case SIGILL:
      return "SIGILL: an illegal instruction";
    case SIGBUS:
      return "SIGBUS: a bus error";
    case SIGKILL:
      return "SIGKILL: somebody killed it, or the system ran out of memory";
    case SIGSYS:
      return "SIGSYS: a system call that is closed to it";
    case SIGXCPU:
      return "SIGXCPU: it used up its processor time";
    default:
      return "a signal";
  }
}

const char* (*name_function(FmiVersion version) noexcept)(std::uint8_t) noexcept {
  return version == FmiVersion::k1 ? fmi1_name : version == FmiVersion::k2 ? fmi2_name : fmi3_name;
}

}  // namespace

WorkerLink::WorkerLink(std::string name, FmiVersion version, const IsolationOptions& options, LogSink log)
    : name_{std::move(name)},
      version_{version},
      call_limit_s_{options.call_limit_s},
      log_{std::move(log)},
      memory_{SharedMapping::create()},
      process_{options, memory_.descriptor()},
      channel_{*memory_, [this](FrameReader& message) { on_log(message); },
               [this] { return process_.has_ended(); }} {}

void WorkerLink::on_log(FrameReader& message) {
  const auto level = message.value<std::uint8_t>();
  const std::string source = message.text(), category = message.text(), text = message.text();
  if (!message.ok() || level > static_cast<std::uint8_t>(LogLevel::kError)) return;
  const auto known = static_cast<LogLevel>(level);
  if (known >= LogLevel::kInfo) {
    last_lines_.push_back(fmt::format("  {}: {}\n", to_string(known), text));
    if (last_lines_.size() > kLastLines) last_lines_.pop_front();
  }
  if (log_) log_({known, source, category, text});
}

FrameWriter WorkerLink::begin(Request request, const char* doing, double time_s) noexcept {
  doing_ = doing;
  time_s_ = time_s;
  FrameWriter frame =
      channel_.begin(call_limit_s_, request == Request::kStep || request == Request::kContinue);
  frame.value(request);
  return frame;
}

FrameReader WorkerLink::finish(const FrameWriter& request) noexcept {
  const FrameReader reply = channel_.finish(request);
  if (channel_.fate() != HostChannel::Fate::kAlive) note_failure();
  return reply;
}

FrameReader WorkerLink::finish_or_throw(const FrameWriter& request) {
  FrameReader reply = finish(request);
  if (!alive()) throw_report();
  if (reply.flag()) return reply;
  const Error error = read_error(reply);
  if (!reply.ok()) {
    garbled();
    throw_report();
  }
  const std::string hint = denial_hint();
  if (error.code() != ErrorCode::kFmuFailed || hint.empty()) throw error;
  throw Error{error.code(), error.message() + "\n" + hint, error.diagnostics()};
}

void WorkerLink::garbled() noexcept {
  channel_.garbled();
  note_failure();
}

void WorkerLink::throw_report() {
  throw Error{ErrorCode::kFmuFailed, report_};
}

void WorkerLink::note_failure() noexcept {
  if (!report_.empty()) return;
  process_.end();
  try {
    const std::string when = std::isnan(time_s_) ? std::string{} : fmt::format(" at t = {} s", time_s_);
    report_ = fmt::format("{}: {} failed{}: {}", name_, doing_, when, cause());
    if (!last_lines_.empty()) {
      report_ += "\nits last messages:\n";
      for (const std::string& line : last_lines_)
        report_ += line;
    }
    const std::string calls = last_calls();
    if (!calls.empty()) report_ += (last_lines_.empty() ? "\n" : "") + calls;
    const std::string hint = denial_hint();
    if (!hint.empty()) report_ += "\n" + hint;
  } catch (...) {
    report_ = "the worker of an isolated FMU failed";  // fits into the string itself
  }
}

std::string WorkerLink::cause() const {
  constexpr const char* kAlive = "; this process goes on";
  switch (channel_.fate()) {
    case HostChannel::Fate::kTimeout:
      return fmt::format("the FMU did not answer within {} s, so its process was ended{}", call_limit_s_,
                         kAlive);
    case HostChannel::Fate::kGarbled:
      return fmt::format(
          "the process of the FMU sent an answer that is none (the FMU has probably overwritten "
          "memory) and was ended{}",
          kAlive);
    default:
      break;
  }
  if (!process_.exit()) return "the supervisor of the FMU's process is gone; somebody killed it";
  const int status = process_.exit()->status;
  if (WIFSIGNALED(status)) {
    return fmt::format("the FMU crashed with signal {} ({}){}", WTERMSIG(status),
                       signal_name(WTERMSIG(status)), kAlive);
  }
  return fmt::format("the FMU ended its process with exit({}){}", WEXITSTATUS(status), kAlive);
}

std::string WorkerLink::last_calls() const {
  if (memory_->last_words.written.load() != 1) return {};
  CallRing ring;
  std::memcpy(static_cast<void*>(&ring), memory_->last_words.calls, sizeof ring);
  // The ring may hold anything: all its accessors stay inside it whatever its counter says.
  if (ring.total() == 0) return {};
  return fmt::format("last {} of {} FMI calls:\n{}", ring.size(), ring.total(),
                     to_string(ring, name_function(version_)));
}

std::string WorkerLink::denial_hint() const {
  const std::string files = refused_files();
  const std::string sockets = refused_sockets();
  return files + (files.empty() || sockets.empty() ? "" : "\n") + sockets;
}

std::string WorkerLink::refused_files() const {
  std::string text;
  for (const RefusedFile& file : memory_->last_words.files) {
    const std::uint32_t state = file.state.load();
    if (state != 2 && state != 3) continue;
    char path[RefusedFile::kMaxPath];
    std::memcpy(path, file.path, sizeof path);  // the worker may still write
    path[sizeof path - 1] = '\0';
    const bool to_write = state == 3;
    text += fmt::format(
        "{0}the FMU was refused the file '{1}'; if it should {2} it, add to its configuration: permissions: "
        "{{{2}: [{1}]}} (lockstep simulate: --allow {2}={1})",
        text.empty() ? "" : "\n", path, to_write ? "write" : "read");
  }
  return text;
}

std::string WorkerLink::refused_sockets() const {
  const std::uint32_t denied = memory_->last_words.denied.load();
  const bool killed =
      process_.exit() && WIFSIGNALED(process_.exit()->status) && WTERMSIG(process_.exit()->status) == SIGSYS;
  if (!killed && (denied == 0 || !needs_network(static_cast<int>(denied - 1)))) return {};
  return "the FMU asked for a socket, which is closed to it; if you trust it with the network, add to its "
         "configuration: permissions: {network: true} (lockstep simulate: --allow network)";
}

void WorkerLink::end() noexcept {
  if (!alive()) return;
  const FrameWriter request = begin(Request::kEnd, "freeing the FMU", std::nan(""));
  static_cast<void>(finish(request));
  if (alive()) {
    process_.await_end(call_limit_s_);
  } else if (log_) {
    try {
      log_({LogLevel::kWarning, name_, "isolation", report_});
    } catch (...) {  // a destructor does not throw, and there is nobody else to tell
    }
  }
}

}  // namespace lockstep::core::isolation
