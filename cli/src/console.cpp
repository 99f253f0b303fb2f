// SPDX-License-Identifier: Apache-2.0
#include "console.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "printable.hpp"

namespace lockstep::cli {
namespace {

constexpr std::chrono::milliseconds kRedraw{100};

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string duration_text(double seconds) {
  if (seconds < 60.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 3600.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

}  // namespace

std::string size_text(std::uint64_t bytes) {
  const auto number = static_cast<double>(bytes);
  return number < 1e6 ? fmt::format("{:.3g} kB", number / 1e3) : fmt::format("{:.3g} MB", number / 1e6);
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3)
    digits.insert(i - 3, ",");
  return digits;
}

std::string speed_text(double real_time_factor) {
  if (real_time_factor < 1000.0 || real_time_factor >= 1e15) return fmt::format("{:.3g}x", real_time_factor);
  const double unit = std::pow(10.0, std::floor(std::log10(real_time_factor)) - 2.0);
  return grouped(static_cast<std::uint64_t>(std::round(real_time_factor / unit) * unit)) + 'x';
}

std::string progress_line(const core::SimulationProgress& progress, double elapsed_s, std::size_t width) {
  const double length_s = progress.stop_time_s - progress.start_time_s;
  const double done_s = progress.time_s - progress.start_time_s;
  const double fraction = length_s > 0.0 ? std::min(1.0, std::max(0.0, done_s / length_s)) : 1.0;
  std::string facts = fmt::format(" {:3.0f} %  t = {:.6g} s", 100.0 * fraction, progress.time_s);
  if (elapsed_s > 0.0 && fraction > 0.0) {
    facts += fmt::format("  {} real time  {} left", speed_text(done_s / elapsed_s),
                         duration_text(elapsed_s * (1.0 / fraction - 1.0)));
  }
  constexpr std::size_t kWidestBar = 40;
  const std::size_t room = width > facts.size() + 3 ? width - facts.size() - 3 : 0;
  const std::size_t cells = std::min(room, kWidestBar);
  if (cells < 5) return facts.substr(1, width);
  const auto full = static_cast<std::size_t>(fraction * static_cast<double>(cells));
  return '[' + std::string(full, '#') + std::string(cells - full, ' ') + ']' + facts;
}

bool Console::wants_bar() {
  const char* const terminal = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && terminal != nullptr && std::string_view{terminal} != "dumb";
}

void Console::clear() {
  const std::lock_guard lock{mutex_};
  clear_bar();
  std::fflush(stderr);
}

void Console::clear_bar() {
  if (bar_shown_) std::fputs("\r\033[K", stderr);
  bar_shown_ = false;
}

void Console::message(const core::LogMessage& message) {
  const std::lock_guard lock{mutex_};
  clear_bar();
  std::string text = fmt::format("{}: {}", to_string(message.level), message.source);
  if (!message.category.empty()) text += fmt::format(" [{}]", message.category);
  text += fmt::format(": {}\n", message.text);
  std::fputs(printable_lines(text).c_str(), stderr);
}

void Console::progress(const core::SimulationProgress& progress) {
  if (!bar_) return;
  const std::lock_guard lock{mutex_};
  const Clock::time_point now = Clock::now();
  if (!begin_) begin_ = now;
  if (now - last_drawn_ < kRedraw) return;
  last_drawn_ = now;
  const double elapsed_s = std::chrono::duration<double>(now - *begin_).count();
  const std::string line = progress_line(progress, elapsed_s, terminal_width() - 1);
  std::fputs(("\r" + line + "\033[K").c_str(), stderr);
  std::fflush(stderr);
  bar_shown_ = true;
}

}  // namespace lockstep::cli
