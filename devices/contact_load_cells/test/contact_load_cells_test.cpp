// SPDX-License-Identifier: Apache-2.0
// What is wrong with an element; what is measured is in tests/contract, because the fake host has no
// contacts.
#include "lockstep/devices/contact_load_cells/contact_load_cells.hpp"

#include <gtest/gtest.h>

#include "support/device_world.hpp"

namespace lockstep::devices::contact_load_cells {
namespace {

using test::element;

std::string error_of(const std::vector<std::pair<std::string, std::string>>& fields) {
  return test::error_of([&] { kind().make(element("plugin", fields), {}); });
}

TEST(ContactLoadCells, NamesWhatIsWrong) {
  EXPECT_NE(error_of({{"link", "foot"}, {"x", "0 1"}, {"y", "0"}}).find("'x' has 2 numbers and 'y' has 1"),
            std::string::npos);
  EXPECT_NE(error_of({{"link", "foot"}, {"x", "0"}, {"y", "0"}, {"z", "0"}}).find("test.world:14:3: error: "),
            std::string::npos);
  EXPECT_NE(error_of({{"x", "0"}, {"y", "0"}}).find("link"), std::string::npos);
}

TEST(ContactLoadCells, NeedsAHostWithContacts) {
  hosts::fake::FakeWorld world;
  world.links.emplace_back();
  world.links[0].name = "arm/foot";
  EXPECT_NE(test::error_of([&] {
              test::DeviceWorld{world, kind(), element("plugin", {{"link", "foot"}, {"x", "0"}, {"y", "0"}})};
            }).find("contacts"),
            std::string::npos);
}

}  // namespace
}  // namespace lockstep::devices::contact_load_cells
