// SPDX-License-Identifier: Apache-2.0
#include "xml.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace lockstep::exporter {

std::string xml_number(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x > 0 ? "INF" : "-INF";
  char buffer[32];
  // 17 digits always suffice; most numbers people write need fewer. The maker never sets a locale.
  int digits = 1;
  for (; digits < 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, x);
    if (std::strtod(buffer, nullptr) == x) break;
  }
  // As many digits as the integer part has: "20", not "2e+01".
  const int integer_digits = x == 0.0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(x)))) + 1;
  if (integer_digits <= 15) digits = std::max(digits, integer_digits);
  std::snprintf(buffer, sizeof buffer, "%.*g", digits, x);
  return buffer;
}

XmlWriter::XmlWriter() : text_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") {}

XmlWriter& XmlWriter::begin(std::string_view name) {
  close_start_tag();
  text_.append(2 * open_.size(), ' ').append("<").append(name);
  open_.emplace_back(name);
  in_start_tag_ = true;
  return *this;
}

XmlWriter& XmlWriter::attribute(std::string_view name, std::string_view value) {
  text_.append(" ").append(name).append("=\"");
  for (const char c : value) {
    switch (c) {
      case '&':
        text_ += "&amp;";
        break;
      case '<':
        text_ += "&lt;";
        break;
      case '>':
        text_ += "&gt;";
        break;
      case '"':
        text_ += "&quot;";
        break;
      case '\n':
        text_ += "&#10;";
        break;
      case '\t':
        text_ += "&#9;";
        break;
      default:
        text_ += c;
    }
  }
  text_ += '"';
  return *this;
}

XmlWriter& XmlWriter::optional(std::string_view name, const std::string& value) {
  return value.empty() ? *this : attribute(name, value);
}

XmlWriter& XmlWriter::end() {
  const std::string name = std::move(open_.back());
  open_.pop_back();
  if (in_start_tag_) {
    text_ += "/>\n";
    in_start_tag_ = false;
  } else {
    text_.append(2 * open_.size(), ' ').append("</").append(name).append(">\n");
  }
  return *this;
}

void XmlWriter::close_start_tag() {
  if (!in_start_tag_) return;
  text_ += ">\n";
  in_start_tag_ = false;
}

}  // namespace lockstep::exporter
