// SPDX-License-Identifier: Apache-2.0
#include "result_output.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace lockstep::cli {
namespace {

std::FILE* kept = nullptr;

}  // namespace

std::FILE* results() noexcept {
  return kept != nullptr ? kept : stdout;
}

void keep_standard_output_for_results() noexcept {
  if (kept != nullptr) return;
  std::fflush(stdout);
  const int descriptor = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (descriptor < 0) return;
  // A stream of its own: printf() of an FMU and ours share `stdout` and its buffer.
  std::FILE* const stream = ::fdopen(descriptor, "w");
  if (stream == nullptr || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    if (stream == nullptr)
      ::close(descriptor);
    else
      std::fclose(stream);
    return;
  }
  kept = stream;
}

bool flush_results() noexcept {
  return std::fflush(results()) == 0 && std::ferror(results()) == 0;
}

}  // namespace lockstep::cli
