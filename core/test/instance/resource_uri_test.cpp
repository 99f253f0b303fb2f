// SPDX-License-Identifier: Apache-2.0
#include "instance/resource_uri.hpp"

#include <gtest/gtest.h>

namespace lockstep::core {
namespace {

// Three slashes, none at the end, everything but plain characters percent-encoded as UTF-8.
TEST(ResourceUri, IsTheFormVendorsAgreeOn) {
  EXPECT_EQ(file_uri("/tmp/fmu/resources"), "file:///tmp/fmu/resources");
  EXPECT_EQ(file_uri("/tmp/fmu/resources/"), "file:///tmp/fmu/resources");
  EXPECT_EQ(file_uri("//tmp//fmu/./resources"), "file:///tmp/fmu/resources");
  EXPECT_EQ(file_uri("/tmp/my fmu#1%/\xC3\xA4"), "file:///tmp/my%20fmu%231%25/%C3%A4");
}

}  // namespace
}  // namespace lockstep::core
