// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::exporter {

/// Shortest decimal text that reads back as the same double, independent of the locale: "0.1", "1e-05", "-3".
std::string xml_number(double x);

/// Writes indented XML, attributes escaped. Elements are closed by end(); an element without content becomes
/// <a/>.
class XmlWriter {
 public:
  XmlWriter();
  XmlWriter& begin(std::string_view name);
  XmlWriter& attribute(std::string_view name, std::string_view value);
  XmlWriter& attribute(std::string_view name, const char* value) {
    return attribute(name, std::string_view(value));
  }
  XmlWriter& attribute(std::string_view name, const std::string& value) {
    return attribute(name, std::string_view(value));
  }
  XmlWriter& attribute(std::string_view name, double value) { return attribute(name, xml_number(value)); }
  XmlWriter& attribute(std::string_view name, bool value) {
    return attribute(name, value ? "true" : "false");
  }
  XmlWriter& attribute(std::string_view name, std::size_t value) {
    return attribute(name, std::to_string(value));
  }
  /// Leaves the attribute out when the text is empty.
  XmlWriter& optional(std::string_view name, const std::string& value);
  XmlWriter& end();
  const std::string& text() const noexcept { return text_; }

 private:
  void close_start_tag();

  std::string text_;
  std::vector<std::string> open_;
  bool in_start_tag_{false};
};

}  // namespace lockstep::exporter
