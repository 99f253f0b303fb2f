// SPDX-License-Identifier: Apache-2.0
// What is wrong with an element; what acts is in tests/contract, because the fake host has no contacts.
#include "lockstep/devices/fmu_contact/fmu_contact.hpp"

#include <gtest/gtest.h>

#include "support/device_world.hpp"

namespace lockstep::devices::fmu_contact {
namespace {

using test::element;

std::string error_of(const std::vector<std::pair<std::string, std::string>>& fields) {
  return test::error_of([&] { kind().make(element("plugin", fields), {}); });
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(FmuContact, NamesWhatIsWrong) {
  EXPECT_TRUE(contains(error_of({{"fmu", "BoreContact"}}), "link"));
  EXPECT_TRUE(contains(error_of({{"link", "wheel"}, {"fmu", "BoreContact"}, {"axes", "0 1 0"}}),
                       "did you mean 'axis'"));
  EXPECT_TRUE(contains(error_of({{"link", "wheel"}, {"fmu", "BoreContact"}, {"axis", "0 0 0"}}),
                       "expected a direction in the link's frame"));
  EXPECT_TRUE(contains(error_of({{"link", "wheel"}, {"fmu", "BoreContact"}, {"axis", "1 0"}}),
                       "'axis' has 2 numbers"));
}

TEST(FmuContact, NeedsAHostWithContacts) {
  hosts::fake::FakeWorld world;
  world.links.emplace_back();
  world.links[0].name = "arm/wheel";
  const std::string text = test::error_of([&] {
    test::DeviceWorld{world, kind(), element("plugin", {{"link", "wheel"}, {"fmu", "BoreContact"}})};
  });
  EXPECT_TRUE(contains(text, "contacts")) << text;
}

}  // namespace
}  // namespace lockstep::devices::fmu_contact
