// SPDX-License-Identifier: Apache-2.0
#include "access.hpp"

#include <gtest/gtest.h>

namespace lockstep::viewer {
namespace {

const AccessPolicy kPolicy{{"127.0.0.1:8765", "localhost:8765"},
                           {"http://127.0.0.1:8765", "https://app.example"},
                           "0123456789abcdef0123456789abcdef",
                           "lockstep_8765"};

using Headers = std::vector<std::pair<std::string, std::string>>;

AccessDecision decide(Headers headers, std::string query = "") {
  headers.insert(headers.begin(), {"host", "127.0.0.1:8765"});
  return viewer::decide(HttpRequest{"GET", "/", std::move(query), std::move(headers)}, kPolicy);
}

TEST(Access, WithoutTokenItIsToLook) {
  EXPECT_EQ(decide({}).access, Access::kRead);
  EXPECT_EQ(decide({{"origin", "http://127.0.0.1:8765"}}).access, Access::kRead);
  EXPECT_EQ(decide({{"cookie", "lockstep_8765=00000000000000000000000000000000"}}).access, Access::kRead);
}

TEST(Access, TokenInAddressOrCookieControls) {
  const AccessDecision by_address = decide({}, "token=" + kPolicy.token);
  EXPECT_EQ(by_address.access, Access::kControl);
  EXPECT_TRUE(by_address.token_in_address);
  const AccessDecision by_cookie = decide({{"cookie", "lockstep_8765=" + kPolicy.token}});
  EXPECT_EQ(by_cookie.access, Access::kControl);
  EXPECT_FALSE(by_cookie.token_in_address);
  EXPECT_EQ(decide({{"origin", "https://app.example"}}, "token=" + kPolicy.token).access, Access::kControl);
}

TEST(Access, WrongTokenIsRefused) {
  EXPECT_EQ(decide({}, "token=0123").access, Access::kRefused);
  EXPECT_EQ(decide({}, "token=" + kPolicy.token + "0").access, Access::kRefused);
}

// A foreign name that is made to resolve to 127.0.0.1 comes with that name as Host.
TEST(Access, ForeignHostIsRefusedEvenWithToken) {
  for (const char* const host : {"evil.example:8765", "127.0.0.1", "127.0.0.1:8766", "localhost.:8765", ""}) {
    const HttpRequest request{"GET", "/", "token=" + kPolicy.token, {{"host", host}}};
    EXPECT_EQ(viewer::decide(request, kPolicy).access, Access::kRefused) << host;
  }
  EXPECT_EQ(viewer::decide(HttpRequest{"GET", "/", "", {}}, kPolicy).access, Access::kRefused);
}

TEST(Access, ForeignOriginIsRefusedEvenWithToken) {
  for (const char* const origin :
       {"https://evil.example", "null", "http://localhost:1", "http://127.0.0.1:8765.evil", ""}) {
    const AccessDecision decision =
        decide({{"origin", origin}, {"cookie", "lockstep_8765=" + kPolicy.token}});
    EXPECT_EQ(decision.access, Access::kRefused) << origin;
    EXPECT_NE(decision.why.find("--view-origin"), std::string::npos);
  }
}

// Scripts and pictures that another site includes come without Origin; the browser marks them.
TEST(Access, PartsLoadedByOtherSitesAreRefused) {
  EXPECT_EQ(decide({{"sec-fetch-site", "cross-site"}, {"sec-fetch-mode", "no-cors"}}).access,
            Access::kRefused);
  EXPECT_EQ(decide({{"sec-fetch-site", "same-site"}, {"sec-fetch-mode", "no-cors"}}).access,
            Access::kRefused);
  EXPECT_EQ(decide({{"sec-fetch-site", "cross-site"}, {"sec-fetch-mode", "navigate"}}).access, Access::kRead);
  EXPECT_EQ(decide({{"sec-fetch-site", "same-origin"}, {"sec-fetch-mode", "cors"}}).access, Access::kRead);
}

TEST(Access, TokensDiffer) {
  const std::string token = make_token();
  EXPECT_EQ(token.size(), 32U);
  EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(token, make_token());
  EXPECT_TRUE(same_secret(token, token));
  EXPECT_FALSE(same_secret(token, token.substr(1)));
}

}  // namespace
}  // namespace lockstep::viewer
