// SPDX-License-Identifier: Apache-2.0
#include "http_message.hpp"

#include <gtest/gtest.h>

namespace lockstep::viewer {
namespace {

using State = HeadResult::State;

constexpr std::size_t kMost = 8192;

State state_of(const std::string& bytes) {
  return parse_head(bytes, kMost).state;
}

TEST(HttpMessage, ReadsAHead) {
  const std::string head =
      "GET /mesh/3?token=abc&x=1 HTTP/1.1\r\nHost: 127.0.0.1:8765\r\nCookie: a=1; lockstep_8765=def\r\n\r\n";
  const HeadResult result = parse_head(head + "rest", kMost);
  ASSERT_EQ(result.state, State::kComplete);
  EXPECT_EQ(result.length, head.size());
  EXPECT_EQ(result.request.method, "GET");
  EXPECT_EQ(result.request.path, "/mesh/3");
  EXPECT_EQ(result.request.parameter("token"), "abc");
  EXPECT_EQ(result.request.parameter("x"), "1");
  EXPECT_EQ(result.request.parameter("tok"), "");
  EXPECT_EQ(result.request.header("host"), "127.0.0.1:8765");
  EXPECT_EQ(result.request.cookie("lockstep_8765"), "def");
  EXPECT_EQ(result.request.cookie("lockstep_876"), "");
}

TEST(HttpMessage, WaitsForTheEndAndNotForEver) {
  EXPECT_EQ(state_of("GET / HTTP/1.1\r\nHost: a\r\n"), State::kIncomplete);
  EXPECT_EQ(state_of(std::string(kMost, 'a')), State::kTooLong);
  EXPECT_EQ(state_of("GET / HTTP/1.1\r\nA: " + std::string(kMost, 'a') + "\r\n\r\n"), State::kTooLong);
}

// What two programs could read differently is refused.
TEST(HttpMessage, RefusesWhatIsAmbiguous) {
  for (const char* const bad : {
           "GET / HTTP/1.0\r\n\r\n",
           "GET http://a/ HTTP/1.1\r\n\r\n",
           "GET /\x01 HTTP/1.1\r\n\r\n",
           "GET  HTTP/1.1\r\n\r\n",
           "GET\r\n\r\n",
           "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
           "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
           "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
           "GET / HTTP/1.1\r\nHost: a\nOrigin: b\r\n\r\n",
           "POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\n",
           "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
           "\r\n\r\n",
       })
    EXPECT_EQ(state_of(bad), State::kBad) << bad;
}

TEST(HttpMessage, ResponsesProtectThePage) {
  const std::string bytes = to_bytes({200, "text/html", "<p>", {{"Content-Encoding", "gzip"}}});
  EXPECT_EQ(bytes.find("HTTP/1.1 200 OK\r\n"), 0U);
  for (const char* const header :
       {"Content-Security-Policy: default-src 'self'", "frame-ancestors 'none'",
        "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin",
        "Referrer-Policy: no-referrer", "Content-Length: 3\r\n", "Content-Encoding: gzip\r\n"})
    EXPECT_NE(bytes.find(header), std::string::npos) << header;
  EXPECT_EQ(bytes.substr(bytes.size() - 7), "\r\n\r\n<p>");
}

}  // namespace
}  // namespace lockstep::viewer
