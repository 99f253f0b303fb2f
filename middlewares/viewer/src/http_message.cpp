// SPDX-License-Identifier: Apache-2.0
#include "http_message.hpp"

#include <algorithm>
#include <cctype>

namespace lockstep::viewer {
namespace {

bool is_token_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view{"!#$%&'*+-.^_`|~"}.find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_character);
}

bool is_visible(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

bool is_field_value(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == '\t' || (byte >= ' ' && byte != 0x7f);
  });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
    text.remove_suffix(1);
  return text;
}

/// The first line: "GET /path?query HTTP/1.1".
bool parse_request_line(std::string_view line, HttpRequest& request) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || last == first) return false;
  request.method = line.substr(0, first);
  const std::string_view target = line.substr(first + 1, last - first - 1);
  if (line.substr(last + 1) != "HTTP/1.1" || !is_token(request.method)) return false;
  if (target.empty() || target.front() != '/' || !is_visible(target)) return false;
  const std::size_t mark = target.find('?');
  request.path = target.substr(0, mark);
  if (mark != std::string_view::npos) request.query = target.substr(mark + 1);
  return true;
}

bool parse_header(std::string_view line, HttpRequest& request) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return false;
  std::string name{line.substr(0, colon)};
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (!is_token(name) || !is_field_value(value)) return false;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (request.has(name)) return false;
  request.headers.emplace_back(std::move(name), value);
  return true;
}

/// The value of `name` in a list "name=value" with a separator between the pairs.
std::string_view find_pair(std::string_view list, char separator, std::string_view name) noexcept {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    const std::string_view pair = trimmed(list.substr(0, end));
    if (pair.size() > name.size() && pair.substr(0, name.size()) == name && pair[name.size()] == '=')
      return pair.substr(name.size() + 1);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return {};
}

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 303:
      return "See Other";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 426:
      return "Upgrade Required";
    case 431:
      return "Request Header Fields Too Large";
    case 503:
      return "Service Unavailable";
    default:
      return "Error";
  }
}

}  // namespace

std::string_view HttpRequest::header(std::string_view name) const noexcept {
  for (const auto& [known, value] : headers) {
    if (known == name) return value;
  }
  return {};
}

bool HttpRequest::has(std::string_view name) const noexcept {
  return std::any_of(headers.begin(), headers.end(), [&](const auto& one) { return one.first == name; });
}

std::string_view HttpRequest::parameter(std::string_view name) const noexcept {
  return find_pair(query, '&', name);
}

std::string_view HttpRequest::cookie(std::string_view name) const noexcept {
  return find_pair(header("cookie"), ';', name);
}

HeadResult parse_head(std::string_view bytes, std::size_t max_length) {
  using State = HeadResult::State;
  HeadResult result;
  const std::size_t end = bytes.substr(0, max_length).find("\r\n\r\n");
  if (end == std::string_view::npos) {
    result.state = bytes.size() >= max_length ? State::kTooLong : State::kIncomplete;
    return result;
  }
  result.length = end + 4;
  result.state = State::kBad;
  std::string_view rest = bytes.substr(0, end + 2);
  for (bool first = true; !rest.empty(); first = false) {
    const std::size_t line_end = rest.find("\r\n");
    const std::string_view line = rest.substr(0, line_end);
    rest.remove_prefix(line_end + 2);
    if (!(first ? parse_request_line(line, result.request) : parse_header(line, result.request)))
      return result;
  }
  const std::string_view length = result.request.header("content-length");
  if (result.request.has("transfer-encoding") || !(length.empty() || length == "0")) return result;
  result.state = State::kComplete;
  return result;
}

std::string to_bytes(const HttpResponse& response) {
  std::string text =
      "HTTP/1.1 " + std::to_string(response.status) + ' ' + reason_of(response.status) +
      "\r\nContent-Type: " + response.content_type +
      "\r\nContent-Length: " + std::to_string(response.body.size()) +
      "\r\nConnection: close\r\nCache-Control: no-store\r\n"
      "Content-Security-Policy: default-src 'self'; img-src 'self' data: blob:; "
      "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
      "Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n"
      "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n";
  for (const auto& [name, value] : response.headers)
    text += name + ": " + value + "\r\n";
  return text + "\r\n" + response.body;
}

HttpResponse failure(int status, std::string text) {
  text += '\n';
  return {status, "text/plain; charset=utf-8", std::move(text)};
}

}  // namespace lockstep::viewer
