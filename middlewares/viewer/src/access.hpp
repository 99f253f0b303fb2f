// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "http_message.hpp"

namespace lockstep::viewer {

/// What a request may do.
enum class Access : std::uint8_t {
  kRefused,  ///< answered with 403
  kRead,     ///< sees everything, changes nothing
  kControl,  ///< may also write inlets and send requests
};

/// Who may reach the server. A page of any web site that its user visits can send requests to the loopback
/// address, and any name can be made to resolve to it: the address alone protects nothing.
struct AccessPolicy {
  std::vector<std::string> hosts;    ///< allowed values of Host: "127.0.0.1:8765"
  std::vector<std::string> origins;  ///< allowed values of Origin
  std::string token;                 ///< lets its owner control the world
  std::string cookie;                ///< name of the cookie that carries it
};

struct AccessDecision {
  Access access{Access::kRefused};
  bool token_in_address{false};  ///< to be moved into the cookie
  std::string why;               ///< when refused: for the one who reads the response
};

/// Refused are: another Host (a foreign name that resolves to us), a foreign Origin, a request that a browser
/// marks as sent by another site (except when the user follows a link), a wrong token in the address. A wrong
/// cookie, perhaps of an earlier run, is as good as none.
AccessDecision decide(const HttpRequest& request, const AccessPolicy& policy);

/// 128 random bits from the system, as 32 hexadecimal digits. Throws Error{kSystem}.
std::string make_token();

/// Compares in a time that does not depend on where they differ.
bool same_secret(std::string_view a, std::string_view b) noexcept;

}  // namespace lockstep::viewer
