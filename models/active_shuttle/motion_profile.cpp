// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Desired motion of a vehicle: straight lines between points (t, v, omega); the first and last values hold
/// before and after them. Points are ordered by time; a time that is not greater than the one before ends the
/// list.
struct MotionProfile {
  static constexpr std::size_t kPoints = 40;
  std::array<double, kPoints> t{}, v_points{}, omega_points{};
  double v{0.0}, omega{0.0}, time{0.0};

  void describe(Description& m) {
    m.about("Desired speed and yaw rate over time");
    m.experiment().stop_time(10.0).step_size(0.001);
    for (std::size_t i = 0; i < kPoints; ++i) {
      const std::string index = "[" + std::to_string(i + 1) + "]";
      m.parameter("t" + index, t[i], "Time of a point").unit("s");
      m.parameter("v" + index, v_points[i], "Speed there").unit("m/s");
      m.parameter("omega" + index, omega_points[i], "Yaw rate there").unit("rad/s");
    }
    m.output("v_des", v, "Desired speed").unit("m/s");
    m.output("omega_des", omega, "Desired yaw rate").unit("rad/s");
    m.time(time);
  }

  void equations() {
    std::size_t last = 0;
    while (last + 1 < kPoints && t[last + 1] > t[last] && time >= t[last + 1])
      ++last;
    const bool inside = last + 1 < kPoints && t[last + 1] > t[last] && time >= t[last];
    const double way = inside ? (time - t[last]) / (t[last + 1] - t[last]) : 0.0;
    const std::size_t next = inside ? last + 1 : last;
    v = v_points[last] + way * (v_points[next] - v_points[last]);
    omega = omega_points[last] + way * (omega_points[next] - omega_points[last]);
  }
};

LOCKSTEP_FMU(MotionProfile)
