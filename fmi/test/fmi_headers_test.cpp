// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#define COUNT_FUNCTIONS count_functions_cpp
#define SIZE_OF size_of_cpp
#pragma GCC diagnostic ignored "-Wold-style-cast"
#include "fmi_test.inc"

extern "C" int count_functions_c(int version);
extern "C" int size_of_c(int what);

namespace {

struct Listed {
  std::string name;
  int kinds;
  std::string capability;
};
#define ROW(name, kinds, capability) {#name, kinds, capability},
const std::vector<Listed> kFmi1{LOCKSTEP_FMI1_FUNCTIONS(ROW)};
const std::vector<Listed> kFmi2{LOCKSTEP_FMI2_FUNCTIONS(ROW)};
const std::vector<Listed> kFmi3{LOCKSTEP_FMI3_FUNCTIONS(ROW)};

std::size_t needed_by(const std::vector<Listed>& list, int kind) {
  std::size_t count = 0;
  for (const Listed& row : list)
    count += (row.kinds & kind) != 0 ? 1U : 0U;
  return count;
}

// The lists are complete: the numbers are those of the standards (1.0: 10 common, 14 ME, 15 CS; 2.0: 44; 3.0:
// 79).
TEST(FmiHeaders, ListsEveryFunctionOnce) {
  EXPECT_EQ(kFmi1.size(), 39U);
  EXPECT_EQ(kFmi2.size(), 44U);
  EXPECT_EQ(kFmi3.size(), 75U);
  for (const auto* list : {&kFmi1, &kFmi2, &kFmi3}) {
    std::set<std::string> names;
    for (const Listed& row : *list) {
      EXPECT_TRUE(names.insert(row.name).second) << row.name << " is listed twice";
      EXPECT_NE(row.kinds, 0) << row.name;
    }
  }
  EXPECT_EQ(needed_by(kFmi1, LOCKSTEP_FMI_ME), 24U);
  EXPECT_EQ(needed_by(kFmi1, LOCKSTEP_FMI_CS), 25U);
  EXPECT_EQ(needed_by(kFmi2, LOCKSTEP_FMI_ME), 35U);
  EXPECT_EQ(needed_by(kFmi2, LOCKSTEP_FMI_CS), 34U);
}

// C and C++ agree on the lists and on the layout of what crosses the boundary.
TEST(FmiHeaders, AreTheSameInCAndCpp) {
  for (int version = 1; version <= 3; ++version)
    EXPECT_EQ(count_functions_c(version), count_functions_cpp(version));
  for (int what = 0; what <= 8; ++what)
    EXPECT_EQ(size_of_c(what), size_of_cpp(what));
}

// Booleans are 1, 4 and 1 bytes wide in FMI 1, 2 and 3, and structures have their natural layout on 64-bit
// machines.
TEST(FmiHeaders, LayoutIsTheStandards) {
  EXPECT_EQ(sizeof(fmi1Boolean), 1U);
  EXPECT_EQ(sizeof(fmi2Boolean), 4U);
  EXPECT_EQ(sizeof(fmi3Boolean), 1U);
  EXPECT_EQ(sizeof(fmi1EventInfo), 16U);
  EXPECT_EQ(sizeof(fmi2EventInfo), 32U);
  EXPECT_EQ(sizeof(fmi1MeCallbackFunctions), 3 * sizeof(void*));
  EXPECT_EQ(sizeof(fmi1CsCallbackFunctions), 4 * sizeof(void*));
  EXPECT_EQ(sizeof(fmi2CallbackFunctions), 5 * sizeof(void*));
}

}  // namespace
