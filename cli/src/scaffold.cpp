// SPDX-License-Identifier: Apache-2.0
#include "scaffold.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <system_error>

#include "lockstep/core/error.hpp"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

// Locale plays no part: names are ASCII.
bool is_upper(char c) noexcept {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) noexcept {
  return c >= 'a' && c <= 'z';
}
bool is_letter_or_digit(char c) noexcept {
  return is_upper(c) || is_lower(c) || (c >= '0' && c <= '9');
}
char to_upper(char c) noexcept {
  return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
}
char to_lower(char c) noexcept {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Types of the kit that the template uses by their short names: a model of that name would hide them.
constexpr std::array<std::string_view, 6> kTaken = {"Binary", "Clock", "Description",
                                                    "Event",  "Step",  "Solver"};

/// "MyMotor" for "my-motor"; empty if nothing can be made of it.
std::string proposal(std::string_view name) {
  std::string result;
  bool starts_word = true;
  for (const char c : name) {
    if (!is_letter_or_digit(c)) {
      starts_word = true;
    } else if (!result.empty() || is_upper(c) || is_lower(c)) {
      result += starts_word ? to_upper(c) : c;
      starts_word = false;
    }
  }
  if (std::find(kTaken.begin(), kTaken.end(), result) != kTaken.end()) result += "Model";
  return result;
}

std::string filled_in(std::string text, const std::string& name) {
  for (const auto& [mark, value] : {std::pair<std::string_view, std::string>{"@NAME@", name},
                                    std::pair<std::string_view, std::string>{"@FILE@", file_name_of(name)}}) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
      text.replace(at, mark.size(), value);
  }
  return text;
}

std::string read_template(const fs::path& path) {
  std::ifstream file{path, std::ios::binary};
  std::string text{std::istreambuf_iterator<char>{file}, {}};
  if (!file) throw Error{ErrorCode::kSystem, fmt::format("cannot read the template '{}'", path.string())};
  return text;
}

void write_text(const fs::path& path, const std::string& text) {
  std::ofstream file{path, std::ios::binary};
  file << text;
  file.close();
  if (!file)
    throw Error{ErrorCode::kSystem, fmt::format("cannot write '{}'; is the disk full?", path.string())};
}

}  // namespace

std::string file_name_of(std::string_view class_name) {
  std::string name;
  for (std::size_t i = 0; i < class_name.size(); ++i) {
    const char c = class_name[i];
    const char before = i > 0 ? class_name[i - 1] : '_';
    const bool ends_capitals = before != '_' && i + 1 < class_name.size() && is_lower(class_name[i + 1]);
    if (is_upper(c) && (is_lower(before) || ends_capitals)) name += '_';
    name += to_lower(c);
  }
  return name;
}

void require_model_name(const std::string& name) {
  const bool is_word =
      !name.empty() && is_upper(name.front()) &&
      std::all_of(name.begin(), name.end(), [](char c) { return is_letter_or_digit(c) || c == '_'; });
  const bool is_taken = std::find(kTaken.begin(), kTaken.end(), name) != kTaken.end();
  if (is_word && !is_taken) return;
  const std::string better = proposal(name);
  throw Error{ErrorCode::kBadUsage,
              fmt::format("'{}' cannot be the name of a model: {}{}", name,
                          is_taken ? "the kit has a type of this name"
                                   : "it is also a C++ class, so expected a capital letter, then letters, "
                                     "digits and underscores",
                          better.empty() ? "" : fmt::format("; take '{}', for example", better))};
}

fs::path template_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = (program.parent_path() / LOCKSTEP_TEMPLATES).lexically_normal();
  if (error || !fs::is_directory(folder, error)) {
    throw Error{ErrorCode::kNotFound,
                fmt::format("the templates are not in '{}', where this installation should have them; "
                            "install lockstep again",
                            folder.string())};
  }
  return folder;
}

std::vector<std::string> write_scaffold(const fs::path& templates, const fs::path& target,
                                        const std::string& name) {
  std::error_code error;
  if (!fs::create_directory(target, error)) {
    std::error_code ignored;
    if (fs::exists(fs::symlink_status(target, ignored))) {
      throw Error{ErrorCode::kBadUsage,
                  fmt::format("'{}' exists already and nothing in it was touched; choose "
                              "another name or remove it",
                              target.string())};
    }
    throw Error{ErrorCode::kSystem,
                fmt::format("cannot make the folder '{}': {}", target.string(), error.message())};
  }
  try {
    std::vector<std::string> written;
    for (const fs::directory_entry& entry : fs::directory_iterator{templates}) {
      std::string file = filled_in(entry.path().filename().string(), name);
      if (fs::path{file}.extension() == ".in") file.resize(file.size() - 3);
      write_text(target / file, filled_in(read_template(entry.path()), name));
      written.push_back(std::move(file));
    }
    std::sort(written.begin(), written.end());
    return written;
  } catch (const Error&) {
    fs::remove_all(target, error);  // we made it a moment ago
    throw;
  } catch (const fs::filesystem_error& failure) {
    fs::remove_all(target, error);
    throw Error{ErrorCode::kSystem, fmt::format("cannot write '{}': {}", target.string(), failure.what())};
  }
}

}  // namespace lockstep::cli
