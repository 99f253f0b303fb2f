// SPDX-License-Identifier: Apache-2.0
#include "fmi2_layout.hpp"

#include <gtest/gtest.h>

#include "prototypes.hpp"

namespace lockstep::exporter::test {
namespace {

struct Shapes {
  std::uint64_t n{2};
  std::vector<double> matrix{1, 2, 3, 4, 5, 6}, x{1, 2}, der_x{3, 4};
  std::array<bool, 2> flags{};
  Binary blob;
  void describe(Description& m) {
    m.structural_parameter("n", n);
    m.parameter("matrix", matrix).dimensions(n, 3);
    m.local("x", x).dimensions(n).derivative(der_x);
    m.output("flags", flags);
    m.output("blob", blob);
  }
  void equations() {}
};

// Arrays become scalars with indices from 1, row-major; derivatives keep their structure; binaries are left
// out.
TEST(Fmi2Layout, arrays_become_scalars) {
  const auto prototype = make_prototype<Shapes>();
  std::vector<std::string> names;
  for (const Fmi2Scalar& s : fmi2_scalars(prototype->description))
    names.push_back(s.name);
  EXPECT_EQ(names, (std::vector<std::string>{"n", "matrix[1,1]", "matrix[1,2]", "matrix[1,3]", "matrix[2,1]",
                                             "matrix[2,2]", "matrix[2,3]", "x[1]", "x[2]", "der(x[1])",
                                             "der(x[2])", "flags[1]", "flags[2]"}));
  EXPECT_EQ(fmi2_first_scalars(prototype->description), (std::vector<int>{0, 1, 7, 9, 11, -1}));
}

}  // namespace
}  // namespace lockstep::exporter::test
