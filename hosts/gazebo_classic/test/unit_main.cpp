// SPDX-License-Identifier: Apache-2.0
// As gtest_main, but for the end: threads of a Gazebo in this process would be waited for without end.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const int result = RUN_ALL_TESTS();
  std::fflush(nullptr);
  std::_Exit(result);
}
