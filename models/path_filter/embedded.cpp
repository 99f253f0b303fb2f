// SPDX-License-Identifier: Apache-2.0
// The path filter behind three C functions, for targets without exceptions, run-time type information and
// heap. The build compiles it with such a compiler's flags (-fno-exceptions -fno-rtti).
#include "path_filter_core.hpp"

namespace {
path_filter::PathFilter filter{{}};
path_filter::Motion<double> motion;
}  // namespace

extern "C" void path_filter_step(double v_des, double omega_des, double size_s) {
  motion = filter.step({v_des, omega_des}, size_s);
}
extern "C" double path_filter_v() {
  return motion.v;
}
extern "C" double path_filter_omega() {
  return motion.omega;
}
