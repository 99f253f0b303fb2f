// SPDX-License-Identifier: Apache-2.0
#include "access.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>

#include "lockstep/core/error.hpp"

namespace lockstep::viewer {
namespace {

bool contains(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

AccessDecision refused(std::string why) {
  return {Access::kRefused, false, std::move(why)};
}

}  // namespace

bool same_secret(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  unsigned different = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return different == 0;
}

AccessDecision decide(const HttpRequest& request, const AccessPolicy& policy) {
  if (!contains(policy.hosts, request.header("host")))
    return refused(
        "this server is not known by that name; use the address that 'lockstep run --view' printed");
  const bool has_origin = request.has("origin");
  if (has_origin && !contains(policy.origins, request.header("origin")))
    return refused(
        "pages of other sites may not reach this world; allow one by 'lockstep run --view --view-origin "
        "ORIGIN'");
  // Without an Origin a browser says by these two where a request comes from; other programs send neither.
  const std::string_view site = request.header("sec-fetch-site");
  if (!has_origin && !site.empty() && site != "same-origin" && site != "none" &&
      request.header("sec-fetch-mode") != "navigate")
    return refused("pages of other sites may not load parts of this one");
  const std::string_view given = request.parameter("token");
  if (!given.empty()) {
    if (!same_secret(given, policy.token))
      return refused("the token in the address is not that of this run; use the address that it printed");
    return {Access::kControl, true, {}};
  }
  const bool has_cookie = same_secret(request.cookie(policy.cookie), policy.token);
  return {has_cookie ? Access::kControl : Access::kRead, false, {}};
}

std::string make_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw Error{ErrorCode::kSystem, "the system gives no random bytes for the token of the viewer"};
  std::string text;
  for (const unsigned byte : bytes) {
    text += "0123456789abcdef"[byte >> 4U];
    text += "0123456789abcdef"[byte & 15U];
  }
  return text;
}

}  // namespace lockstep::viewer
