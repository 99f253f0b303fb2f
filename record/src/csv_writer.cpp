// SPDX-License-Identifier: Apache-2.0
#include "lockstep/record/csv_writer.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "lockstep/core/error.hpp"
#include "number_writer.hpp"

namespace lockstep::record {
namespace {

using core::VariableType;

// Fits the second-level cache; larger buffers were slower.
constexpr std::size_t kBufferBytes = 256U << 10U;

[[noreturn]] void throw_system(const std::string& what, int error_number, const std::string& fix) {
  throw Error{ErrorCode::kSystem, what + ": " + std::generic_category().message(error_number) + "; " + fix};
}

bool has_variable_length(VariableType type) noexcept {
  return type == VariableType::kString || type == VariableType::kBinary;
}

bool needs_quotes(const char* text, std::size_t size) noexcept {
  if (size == 0) return false;
  if (text[0] == ' ' || text[size - 1] == ' ') return true;  // many readers trim bare cells
  return std::any_of(text, text + size,
                     [](char c) { return c == ',' || c == '"' || c == '\n' || c == '\r'; });
}

template <class T>
T load(const void* element) noexcept {
  return *static_cast<const T*>(element);
}

/// One cell of a type with bounded text.
char* write_fixed(char* out, VariableType type, const void* element) noexcept {
  switch (type) {
    case VariableType::kFloat64:
      return write_number(out, load<double>(element));
    case VariableType::kFloat32:
      return write_number(out, load<float>(element));
    case VariableType::kInt8:
      return write_number(out, static_cast<int>(load<std::int8_t>(element)));
    case VariableType::kUInt8:
      return write_number(out, static_cast<unsigned>(load<std::uint8_t>(element)));
    case VariableType::kInt16:
      return write_number(out, static_cast<int>(load<std::int16_t>(element)));
    case VariableType::kUInt16:
      return write_number(out, static_cast<unsigned>(load<std::uint16_t>(element)));
    case VariableType::kInt32:
      return write_number(out, load<std::int32_t>(element));
    case VariableType::kUInt32:
      return write_number(out, load<std::uint32_t>(element));
    case VariableType::kInt64:
    case VariableType::kEnumeration:
      return write_number(out, load<std::int64_t>(element));
    case VariableType::kUInt64:
      return write_number(out, load<std::uint64_t>(element));
    case VariableType::kBoolean:
    case VariableType::kClock:
      *out = load<bool>(element) ? '1' : '0';
      return out + 1;
    case VariableType::kString:
    case VariableType::kBinary:
      break;
  }
  return out;
}

}  // namespace

CsvWriter::CsvWriter(const std::filesystem::path& path)
    : name_{path.string()}, standard_output_{path == "-"} {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_CLOEXEC;
  if (standard_output_) {
    name_ = "standard output";
    descriptor_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  } else if ((descriptor_ = ::open(path.c_str(), kFlags | O_EXCL, 0666)) >= 0) {
    created_ = path;
  } else {
    descriptor_ = ::open(path.c_str(), kFlags, 0666);
  }
  if (descriptor_ < 0) {
    throw_system("cannot open '" + name_ + "' for writing", errno,
                 "choose a file in a folder that exists and is writable");
  }
}

CsvWriter::~CsvWriter() {
  flush();
  close();
  std::error_code ignored;  // an empty file left behind is the worst that can happen
  if (!created_.empty()) std::filesystem::remove(created_, ignored);
}

void CsvWriter::begin(Span<const core::RecordColumn> columns) {
  created_.clear();
  struct stat status {};
  const bool is_file = ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  if (is_file && !standard_output_ && ::ftruncate(descriptor_, 0) != 0) {
    throw_system("cannot empty '" + name_ + "'", errno, "choose another file");
  }
  row_bytes_ = kMaxNumberBytes + 1;
  for (const core::RecordColumn& column : columns) {
    cells_.push_back({column.type, column.element});
    row_bytes_ += kMaxNumberBytes + 1;
  }
  capacity_ = std::max(kBufferBytes, 2 * row_bytes_);
  buffer_.reset(new char[capacity_]);  // not value-initialised: touched only as far as it is used
  end_ = buffer_.get();
  put_text("time", 4);
  for (const core::RecordColumn& column : columns) {
    put_text(",", 1);
    put_quoted(column.name);
  }
  put_text("\n", 1);
  // The header goes out at once: a full disk is found before the model runs, and `tail -f` has something.
  flush();
  if (error_number_ != 0) throw_write_error();
}

bool CsvWriter::row(double time_s) noexcept {
  if (static_cast<std::size_t>(buffer_.get() + capacity_ - end_) < row_bytes_) flush();
  char* out = write_number(end_, time_s);  // a local: bytes written through end_ might alias the member
  for (const Cell& cell : cells_) {
    *out++ = ',';
    if (!has_variable_length(cell.type)) {
      out = write_fixed(out, cell.type, cell.element);
    } else {
      end_ = out;
      put_variable_length(cell);
      out = end_;
    }
  }
  *out++ = '\n';
  end_ = out;
  return error_number_ == 0;
}

// Texts may be longer than the buffer; afterwards there is again room for the numbers of the row.
void CsvWriter::put_variable_length(const Cell& cell) noexcept {
  if (cell.type == VariableType::kString) {
    put_quoted(*static_cast<const std::string*>(cell.element));
  } else {
    put_hexadecimal(*static_cast<const std::vector<std::uint8_t>*>(cell.element));
  }
  if (static_cast<std::size_t>(buffer_.get() + capacity_ - end_) < row_bytes_) flush();
}

void CsvWriter::put_text(const char* text, std::size_t size) noexcept {
  while (size > 0) {
    const std::size_t room = static_cast<std::size_t>(buffer_.get() + capacity_ - end_);
    const std::size_t count = std::min(room, size);
    std::memcpy(end_, text, count);
    end_ += count;
    text += count;
    size -= count;
    if (size > 0) flush();
  }
}

void CsvWriter::put_quoted(const std::string& text) noexcept {
  if (!needs_quotes(text.data(), text.size())) return put_text(text.data(), text.size());
  put_text("\"", 1);
  for (const char& c : text) {
    if (c == '"') put_text("\"", 1);
    put_text(&c, 1);
  }
  put_text("\"", 1);
}

void CsvWriter::put_hexadecimal(const std::vector<std::uint8_t>& bytes) noexcept {
  constexpr const char* kDigits = "0123456789abcdef";
  for (const std::uint8_t byte : bytes) {
    const char pair[2] = {kDigits[byte >> 4U], kDigits[byte & 15U]};
    put_text(pair, 2);
  }
}

void CsvWriter::flush() noexcept {
  const char* next = buffer_.get();
  while (next < end_ && error_number_ == 0) {
    const ssize_t count = ::write(descriptor_, next, static_cast<std::size_t>(end_ - next));
    if (count >= 0) {
      next += count;
      bytes_written_ += static_cast<std::uint64_t>(count);
    } else if (errno == EAGAIN) {  // a pipe somebody else made non-blocking: wait, lose nothing
      pollfd waiting{descriptor_, POLLOUT, 0};
      ::poll(&waiting, 1, -1);
    } else if (errno != EINTR) {
      error_number_ = errno;
    }
  }
  end_ = buffer_.get();
}

void CsvWriter::close() noexcept {
  if (descriptor_ < 0) return;
  // Network file systems report a full disk only here. EINTR: Linux has closed the descriptor anyway.
  if (::close(descriptor_) != 0 && errno != EINTR && error_number_ == 0) error_number_ = errno;
  descriptor_ = -1;
}

void CsvWriter::end() {
  flush();
  close();
  if (error_number_ != 0) throw_write_error();
}

void CsvWriter::throw_write_error() const {
  throw_system("cannot write '" + name_ + "' (" + std::to_string(bytes_written_) + " bytes are there)",
               error_number_, "make room or choose another file");
}

}  // namespace lockstep::record
