// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/fmu_model/element_copies.hpp"

#include <gtest/gtest.h>

#include "support/allocation_count.hpp"

namespace lockstep::devices {
namespace {

using Bytes = std::vector<std::uint8_t>;

// Elements of every kind move in each run, and only those that were asked for.
TEST(ElementCopies, MovesElementsOfEveryType) {
  const double numbers[3] = {1.5, 2.5, 3.5};
  double number_targets[3] = {0.0, 0.0, 9.0};
  const bool flag = true;
  bool flag_target = false;
  std::string texts[2] = {"one", "two"};
  std::string text_targets[2];
  Bytes bytes[2] = {{1, 2}, {3}};
  Bytes byte_targets[2];
  ElementCopies copies;
  copies.add(numbers, number_targets, 2);
  copies.add(&flag, &flag_target, 1);
  copies.add(texts, text_targets, 2);
  copies.add(bytes, byte_targets, 2);
  copies.add(numbers, number_targets, 0);
  copies.run();
  EXPECT_EQ(number_targets[0], 1.5);
  EXPECT_EQ(number_targets[1], 2.5);
  EXPECT_EQ(number_targets[2], 9.0);
  EXPECT_TRUE(flag_target);
  EXPECT_EQ(text_targets[1], "two");
  EXPECT_EQ(byte_targets[0], (Bytes{1, 2}));
  EXPECT_EQ(byte_targets[1], Bytes{3});
  texts[1] = "three";
  bytes[1] = {4, 5};
  copies.run();
  EXPECT_EQ(text_targets[1], "three");
  EXPECT_EQ(byte_targets[1], (Bytes{4, 5}));
}

// A text that fits into the room of its target is copied without memory of its own.
TEST(ElementCopies, NeedsNoMemoryWhereThereIsRoom) {
  const std::string text(200, 'x');
  std::string target;
  target.reserve(255);
  const double number = 1.0;
  double number_target = 0.0;
  ElementCopies copies;
  copies.add(&text, &target, 1);
  copies.add(&number, &number_target, 1);
  const long before = test::allocation_count();
  copies.run();
  EXPECT_EQ(test::allocation_count(), before);
  EXPECT_EQ(target, text);
}

}  // namespace
}  // namespace lockstep::devices
