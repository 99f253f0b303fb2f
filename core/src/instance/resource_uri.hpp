// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace lockstep::core {

/// "file:///a/b%20c" for the absolute path /a/b c: three slashes, UTF-8 bytes percent-encoded, no slash at
/// the end. Vendors' parsers disagree about "file:/a" and "file:////a"; this form is the one all of them
/// read.
std::string file_uri(const std::filesystem::path& absolute_path);

}  // namespace lockstep::core
