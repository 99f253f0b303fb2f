// SPDX-License-Identifier: Apache-2.0
#include "output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "lockstep/core/error.hpp"

namespace lockstep::record {
namespace {

std::string reason(int error_number) {
  return std::generic_category().message(error_number);
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& path) : name_{path.string()} {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_CLOEXEC;
  descriptor_ = ::open(path.c_str(), kFlags | O_EXCL, 0666);
  if (descriptor_ >= 0)
    created_ = path;
  else
    descriptor_ = ::open(path.c_str(), kFlags, 0666);
  if (descriptor_ < 0) {
    throw Error{ErrorCode::kSystem, "cannot open '" + name_ + "' for writing: " + reason(errno) +
                                        "; choose a file in a folder that exists and is writable"};
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  std::error_code ignored;  // an empty file left behind is the worst that can happen
  if (!created_.empty()) std::filesystem::remove(created_, ignored);
}

void OutputFile::begin() {
  created_.clear();
  struct stat status {};
  const bool is_file = ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  if (is_file && ::ftruncate(descriptor_, 0) != 0)
    throw Error{ErrorCode::kSystem,
                "cannot empty '" + name_ + "': " + reason(errno) + "; choose another file"};
}

bool OutputFile::write(const char* data, std::size_t size) noexcept {
  while (size > 0 && error_number_ == 0) {
    const ssize_t done = ::write(descriptor_, data, size);
    if (done < 0) {
      if (errno != EINTR) error_number_ = errno;
      continue;
    }
    data += done;
    size -= static_cast<std::size_t>(done);
    bytes_written_ += static_cast<std::uint64_t>(done);
  }
  return error_number_ == 0;
}

void OutputFile::end() {
  if (descriptor_ >= 0 && ::close(descriptor_) != 0 && error_number_ == 0) error_number_ = errno;
  descriptor_ = -1;
  if (error_number_ != 0) throw_error();
}

void OutputFile::throw_error() const {
  throw Error{ErrorCode::kSystem, "cannot write '" + name_ + "': " + reason(error_number_) +
                                      "; free some space or choose another file"};
}

}  // namespace lockstep::record
