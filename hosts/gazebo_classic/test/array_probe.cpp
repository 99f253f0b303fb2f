// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>

#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// An actuator without torque whose other outputs are arrays: each element is the time at the end of the step
/// and ten times its index from 1; `counts` are whole numbers, the indices alone.
template <class Real>
struct ArrayProbe {
  Real t{0.0}, jointTorque{0.0}, last{0.0};
  std::array<Real, 3> temperatures{};
  std::array<std::int32_t, 2> counts{1, 2};

  void describe(Description& m) {
    m.about("Arrays as outputs, for tests");
    m.time(t);
    m.output("jointTorque", jointTorque);
    m.output("temperatures", temperatures);
    m.output("last", last, "Time and 100");
    m.output("counts", counts);
  }

  void equations() {
    for (std::size_t i = 0; i < temperatures.size(); ++i)
      temperatures[i] = t + 10.0 * static_cast<double>(i + 1);
    last = t + 100.0;
  }
};

LOCKSTEP_FMU(ArrayProbe)
