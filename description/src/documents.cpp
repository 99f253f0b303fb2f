// SPDX-License-Identifier: Apache-2.0
#include "documents.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <system_error>

#include "lockstep/core/xml_tree.hpp"

namespace lockstep::description {
namespace {

class OpenFile {
 public:
  // Without O_NONBLOCK a named pipe would wait for a writer for ever.
  explicit OpenFile(const std::string& path)
      : descriptor_{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)} {}
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_;
};

[[noreturn]] void cannot_read(const std::string& path, int error) {
  const ErrorCode code = error == ENOENT || error == ENOTDIR ? ErrorCode::kNotFound : ErrorCode::kUnreadable;
  throw Error{code, fmt::format("'{}' cannot be read: {}", path, std::generic_category().message(error))};
}

/// The text with quotes around the values of attributes that have none (<visual name=blade>), as readers that
/// are not strict about XML take them. What is inside quotes, comments and between elements stays as it is.
std::string with_quoted_values(std::string_view text) {
  std::string result;
  result.reserve(text.size() + 16);
  bool inside_tag = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!inside_tag && text.compare(i, 4, "<!--") == 0) {
      const std::size_t end = std::min(text.find("-->", i), text.size());
      result.append(text.substr(i, end - i));
      i = end - 1;
      continue;
    }
    result += c;
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (!inside_tag) {
      inside_tag = c == '<';
    } else if (c == '>') {
      inside_tag = false;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '=' && i + 1 < text.size() &&
               std::isalnum(static_cast<unsigned char>(text[i + 1])) != 0) {
      const std::size_t end = std::min(text.find_first_of(" \t\r\n/>\"'<=", i + 1), text.size());
      result.append("\"").append(text.substr(i + 1, end - i - 1)).append("\"");
      i = end - 1;
    }
  }
  return result;
}

}  // namespace

std::string read_text_file(const std::string& path, std::size_t max_bytes) {
  const OpenFile file{path};
  if (file.descriptor() < 0) cannot_read(path, errno);
  struct stat status {};
  if (::fstat(file.descriptor(), &status) != 0) cannot_read(path, errno);
  if (!S_ISREG(status.st_mode))
    throw Error{ErrorCode::kUnreadable, fmt::format("'{}' cannot be read: it is no regular file", path)};
  std::string text;
  text.reserve(std::min(max_bytes, static_cast<std::size_t>(status.st_size)) + 1);
  char block[1U << 16U];
  while (true) {
    const ssize_t got = ::read(file.descriptor(), block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) cannot_read(path, errno);
    if (got == 0) return text;
    text.append(block, static_cast<std::size_t>(got));
    if (text.size() > max_bytes) {
      throw Error{ErrorCode::kBadInput,
                  fmt::format("'{}' has more than {} bytes, the limit for a file of a world; raise "
                              "ReadOptions::max_file_bytes if it can be trusted",
                              path, max_bytes)};
    }
  }
}

const core::ConfigNode& Documents::read(const std::string& path) {
  const auto known = by_path_.find(path);
  if (known != by_path_.end()) return *known->second;
  auto root = std::make_unique<core::ConfigNode>(parse(read_text_file(path, options_.max_file_bytes), path));
  return *by_path_.emplace(path, std::move(root)).first->second;
}

const core::ConfigNode& Documents::builtin(std::string_view text, const std::string& name) {
  auto& root = by_path_[name];
  if (!root) root = std::make_unique<core::ConfigNode>(parse(text, name));
  return *root;
}

core::ConfigNode Documents::parse(std::string_view text, const std::string& path) {
  const std::size_t last = text.find_last_not_of('\0');
  if (last != std::string_view::npos && last + 1 < text.size()) {
    text = text.substr(0, last + 1);
    with_zero_bytes_.push_back(path);
  }
  core::XmlLimits limits;
  limits.max_bytes = options_.max_file_bytes;
  limits.max_depth = static_cast<std::uint32_t>(options_.max_depth);
  try {
    return core::read_xml(text, path, limits);
  } catch (const Error&) {
    const std::string quoted = with_quoted_values(text);
    if (quoted.size() == text.size()) throw;
    core::ConfigNode root = core::read_xml(quoted, path, limits);
    with_bare_values_.push_back(path);
    return root;
  }
}

}  // namespace lockstep::description
