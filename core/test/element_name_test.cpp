// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/element_name.hpp"

#include <gtest/gtest.h>

namespace lockstep::core {
namespace {

using Indices = std::vector<std::uint64_t>;

// Names of elements are read with or without blanks; a name with brackets of its own keeps all but the last.
TEST(ElementName, IsSplitIntoArrayAndIndices) {
  const auto matrix = split_element_name("A[2, 3]");
  ASSERT_TRUE(matrix);
  EXPECT_EQ(matrix->array, "A");
  EXPECT_EQ(matrix->indices, (Indices{2, 3}));
  EXPECT_EQ(split_element_name("tank[1].level[4]")->array, "tank[1].level");
}

// What is no element name is told apart from one, whatever brackets it has.
TEST(ElementName, RefusesOtherTexts) {
  for (const char* const text : {"", "A", "[1]", "A[", "A]", "A[]", "A[1", "A[x]", "A[1,]", "A[-1]", "A[1]b"})
    EXPECT_FALSE(split_element_name(text)) << text;
}

// Position and name are each other's inverse, row-major, over all elements of a 2 x 3 array.
TEST(ElementName, PositionAndNameBelongTogether) {
  const Indices sizes{2, 3};
  EXPECT_EQ(element_name("A", sizes, 0), "A[1,1]");
  EXPECT_EQ(element_name("A", sizes, 5), "A[2,3]");
  for (std::size_t position = 0; position < 6; ++position) {
    const std::string name = element_name("A", sizes, position);
    EXPECT_EQ(element_position(sizes, split_element_name(name)->indices), position) << name;
  }
  EXPECT_EQ(element_name("x", {}, 0), "x");
}

// Indices start at 1, end at the size, and there is one for each dimension.
TEST(ElementName, HasNoPositionOutsideTheArray) {
  const Indices sizes{2, 3};
  for (const Indices& outside : {Indices{0, 1}, Indices{3, 1}, Indices{1, 4}, Indices{1}, Indices{1, 1, 1}})
    EXPECT_FALSE(element_position(sizes, outside));
}

}  // namespace
}  // namespace lockstep::core
