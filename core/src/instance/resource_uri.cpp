// SPDX-License-Identifier: Apache-2.0
#include "instance/resource_uri.hpp"

#include <fmt/format.h>

#include <cstring>

namespace lockstep::core {

std::string file_uri(const std::filesystem::path& absolute_path) {
  std::string path = absolute_path.lexically_normal().generic_string();
  while (path.size() > 1 && path.back() == '/')
    path.pop_back();
  std::string uri = "file://";
  for (const char c : path) {
    // Unreserved characters of RFC 3986, and what a path may hold besides them.
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       (c != '\0' && std::strchr("-._~/!$&'()*+,;=:@", c) != nullptr);
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

}  // namespace lockstep::core
