// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep::viewer {

/// The head of an HTTP/1.1 request: as much of HTTP as a page and an upgrade to WebSocket need.
struct HttpRequest {
  std::string method;  ///< "GET"
  std::string path;    ///< without the query, as sent: nothing is decoded
  std::string query;   ///< what follows '?'
  std::vector<std::pair<std::string, std::string>> headers;  ///< names in lower case

  /// Value of a header; empty when there is none. Names in lower case.
  std::string_view header(std::string_view name) const noexcept;
  bool has(std::string_view name) const noexcept;
  /// Value of `name` in the query ("a=1&b=2"); empty when there is none.
  std::string_view parameter(std::string_view name) const noexcept;
  /// Value of a cookie; empty when there is none.
  std::string_view cookie(std::string_view name) const noexcept;
};

struct HeadResult {
  enum class State : std::uint8_t { kIncomplete, kComplete, kBad, kTooLong };
  State state{State::kIncomplete};
  HttpRequest request;
  std::size_t length{0};  ///< bytes of a complete head
};

/// Reads the head of a request from the first bytes of a connection. Strict: HTTP/1.1 only, no body, no
/// folded lines, no header twice. What two programs could understand differently is kBad.
HeadResult parse_head(std::string_view bytes, std::size_t max_length);

struct HttpResponse {
  int status{200};
  std::string content_type{"text/plain; charset=utf-8"};
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};
};

/// The bytes of a response, with the headers that protect the page: what it may load, who may show or read
/// it. The connection is closed after it.
std::string to_bytes(const HttpResponse& response);

/// "text" as a response of a status that is not 200.
HttpResponse failure(int status, std::string text);

}  // namespace lockstep::viewer
