// SPDX-License-Identifier: Apache-2.0
// What reaches the FMU, against Trajectory::sample, which looks for its points anew each time.
#include "typed_input_group.hpp"

#include <array>
#include <random>

#include "fmu_support.hpp"

namespace lockstep::adapter::test {
namespace {

constexpr std::int64_t kStepNs = 1'000'000;
const SimTime kEpoch = SimTime{1'700'000'000'123'456'789};

/// A Float64 input of Feedthrough, whose output is its value at the start of the last step, and what it
/// should be.
class Watched {
 public:
  Watched(Adapter& adapter, const std::string& kind, bool linear, const AdapterOptions& options)
      : adapter_{adapter},
        input_{adapter.variable("Float64_" + kind + "_input")},
        output_{adapter.variable("Float64_" + kind + "_output")},
        linear_{linear},
        options_{options},
        expected_{1, options.max_points} {}

  void add(SimTime at, double value) {
    const PointResult result = expected_.add(at, {&value, 1}, options_.full, options_.duplicate);
    EXPECT_EQ(adapter_.add_number(input_, at, value), result);
  }
  void check(SimTime at) {
    double value = 0.0;
    expected_.sample(at.count(), 0.0, linear_, {&value, 1});
    // Both round each operation, on values up to 1000.
    ASSERT_NEAR(adapter_.output_number(output_), value, 1e-11 * std::max(1.0, std::abs(value)))
        << at.count() - kEpoch.count();
  }

 private:
  Adapter& adapter_;
  const core::Variable& input_;
  const core::Variable& output_;
  bool linear_;
  AdapterOptions options_;
  Trajectory<double> expected_;
};

void run_random(unsigned seed, AdapterOptions options) {
  options.step = milliseconds(1);
  Adapter adapter{fmu_path("Feedthrough", "3.0"), options};
  Watched line{adapter, "continuous", true, options}, held{adapter, "discrete", false, options};
  line.add(kEpoch, 0.5);
  held.add(kEpoch, -0.5);
  adapter.exit_initialization(kEpoch);
  std::mt19937 random{seed};
  const auto below = [&](unsigned bound) { return static_cast<std::int64_t>(random() % bound); };
  SimTime end = kEpoch;  // of what was given in order
  for (int step = 0; step < 2000; ++step) {
    const SimTime now = adapter.time();
    const bool silent = step > 200 && step < 400;
    if (silent) end = std::max(end, now);
    while (end <= now + SimTime{kStepNs} && !silent) {
      end += SimTime{1 + below(seed * kStepNs)};
      line.add(end, static_cast<double>(below(2000)) - 1000.0);
      if (below(3) != 0) held.add(end, static_cast<double>(below(2000)));
    }
    if (below(20) == 0) line.add(now + SimTime{below(8 * kStepNs) - 4 * kStepNs}, 7.0);
    if (below(20) == 0) held.add(now + SimTime{below(8) * kStepNs}, 8.0);
    if (below(50) == 0) adapter.shift_time(SimTime{below(4 * kStepNs) - 2 * kStepNs});
    const SimTime start = adapter.time();
    ASSERT_TRUE(succeeded(adapter.step().outcome));
    ASSERT_NO_FATAL_FAILURE(line.check(start));
    ASSERT_NO_FATAL_FAILURE(held.check(start));
  }
}

AdapterOptions with(std::size_t max_points, FullPolicy full, DuplicatePolicy duplicate) {
  AdapterOptions options;
  options.max_points = max_points;
  options.full = full;
  options.duplicate = duplicate;
  return options;
}

// Points ahead, late, twice, in any order, none for long; time that jumps: in each step both inputs have the
// values that their points say. Seeds differ in how dense the points are.
TEST(TypedInputGroup, InputsAreWhatTheirPointsSay) {
  for (const AdapterOptions& options : {with(65'536, FullPolicy::kDropOldest, DuplicatePolicy::kKeepFirst),
                                        with(3, FullPolicy::kDropOldest, DuplicatePolicy::kReplace),
                                        with(2, FullPolicy::kRefuse, DuplicatePolicy::kReplace)}) {
    for (const unsigned seed : {1U, 2U, 3U, 4U}) {
      SCOPED_TRACE(std::to_string(options.max_points) + " points, seed " + std::to_string(seed));
      ASSERT_NO_FATAL_FAILURE(run_random(seed, options));
    }
  }
}

// Values whose difference is no double; then usual ones again.
TEST(TypedInputGroup, ValuesFarApart) {
  AdapterOptions options;
  options.step = milliseconds(1);
  Adapter adapter{fmu_path("Feedthrough", "3.0"), options};
  Watched line{adapter, "continuous", true, options};
  line.add(SimTime{0}, -1.5e308);
  for (const auto& [milliseconds, value] :
       {std::pair{4, 1.5e308}, {5, 3.0}, {9, 4.0}, {10, -1.7e308}, {11, 1.7e308}})
    line.add(SimTime{milliseconds * kStepNs}, value);
  adapter.exit_initialization(SimTime{0});
  for (int step = 0; step < 13; ++step) {
    const SimTime now = adapter.time();
    ASSERT_TRUE(succeeded(adapter.step().outcome));
    line.check(now);
  }
}

// A hundred years after its first line an input has its values to the nanosecond: times are not doubles.
TEST(TypedInputGroup, KeepsNanosecondsForLong) {
  AdapterOptions options;
  options.step = milliseconds(1);
  Adapter adapter{fmu_path("Feedthrough", "3.0"), options};
  Watched line{adapter, "continuous", true, options};
  line.add(SimTime{0}, 0.0);
  line.add(SimTime{7 * kStepNs}, 1.0);
  adapter.exit_initialization(SimTime{0});
  ASSERT_TRUE(succeeded(adapter.step().outcome));
  adapter.shift_time(SimTime{3'000'000'000'000'000'001});
  const SimTime now = adapter.time();
  line.add(now - SimTime{1}, 0.0);
  line.add(now + SimTime{2}, 3.0);
  ASSERT_TRUE(succeeded(adapter.step().outcome));
  EXPECT_DOUBLE_EQ(adapter.output_number(adapter.variable("Float64_continuous_output")), 1.0);
}

// Elements of an array have a line each.
TEST(TypedInputGroup, Arrays) {
  AdapterOptions options;
  options.step = milliseconds(1);
  Adapter adapter{fmu_path("StateSpace", "3.0"), options};
  const auto set = [&](const char* name, std::vector<double> values) {
    adapter.set_initial(adapter.variable(name), std::move(values));
  };
  for (const char* name : {"m", "n", "r"})
    adapter.set_initial(adapter.variable(name), std::vector<std::uint64_t>{name[0] == 'n' ? 1U : 2U});
  set("A", {0.0});
  set("B", {0.0, 0.0});
  set("C", {0.0, 0.0});
  set("D", {1.0, 0.0, 0.0, 1.0});  // y = u
  set("x0", {0.0});
  const core::Variable& u = adapter.variable("u");
  adapter.add_value(u, SimTime{0}, std::vector<double>{0.0, 8.0});
  adapter.add_value(u, SimTime{4 * kStepNs}, std::vector<double>{4.0, 0.0});
  adapter.exit_initialization(SimTime{0});
  core::Value y;
  for (const auto& expected :
       {std::array{0.0, 8.0}, {1.0, 6.0}, {2.0, 4.0}, {3.0, 2.0}, {4.0, 0.0}, {4.0, 0.0}}) {
    ASSERT_TRUE(succeeded(adapter.step().outcome));
    adapter.read_output(adapter.variable("y"), y);
    EXPECT_EQ(std::get<std::vector<double>>(y), std::vector<double>(expected.begin(), expected.end()));
  }
}

}  // namespace
}  // namespace lockstep::adapter::test
