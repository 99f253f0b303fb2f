// SPDX-License-Identifier: Apache-2.0
#include "xml.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

namespace lockstep::exporter {
namespace {

// Shortest text that reads back as the same double, without needless exponents.
TEST(Xml, numbers) {
  EXPECT_EQ(xml_number(0.1), "0.1");
  EXPECT_EQ(xml_number(10.0), "10");
  EXPECT_EQ(xml_number(123456.0), "123456");
  EXPECT_EQ(xml_number(-0.0), "-0");
  EXPECT_EQ(xml_number(1e300), "1e+300");
  EXPECT_EQ(xml_number(1.0 / 3.0), "0.3333333333333333");
  EXPECT_EQ(xml_number(std::numeric_limits<double>::infinity()), "INF");
  for (const double x :
       {0.1 + 0.2, 1e-310, 5e-324, 1.7976931348623157e308, 2.0 / 3.0, 1e22, 123456789012345678.0}) {
    EXPECT_EQ(std::strtod(xml_number(x).c_str(), nullptr), x) << x;
  }
}

// Nesting, empty elements and escapes.
TEST(Xml, elements) {
  XmlWriter xml;
  xml.begin("a").attribute("t", "<\"&\n\t>").optional("none", "").begin("b").end().end();
  EXPECT_EQ(
      xml.text(),
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a t=\"&lt;&quot;&amp;&#10;&#9;&gt;\">\n  <b/>\n</a>\n");
}

}  // namespace
}  // namespace lockstep::exporter
