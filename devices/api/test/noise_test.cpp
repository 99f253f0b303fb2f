// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/api/noise.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lockstep/core/error.hpp"

namespace lockstep::devices {
namespace {

/// `<v><axis><noise type="type">fields</noise></axis></v>`, the noise on line 5.
core::ConfigNode vector_with(const std::string& axis, const std::string& type,
                             const std::vector<std::pair<std::string, std::string>>& fields) {
  core::ConfigNode noise{"noise", {}, {"n.world", 5, 1}};
  if (!type.empty()) noise.attributes.emplace_back("type", type);
  for (const auto& [name, text] : fields)
    noise.children.emplace_back(name, text, SourceLocation{"n.world", 6, 1});
  core::ConfigNode vector{"v"};
  vector.children.emplace_back(axis);
  vector.children[0].children.push_back(noise);
  return vector;
}

std::string error_of(const core::ConfigNode& vector) {
  try {
    static_cast<void>(read_noise(&vector));
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

// The published first numbers of SplitMix64 for the seed 1234567.
TEST(Random, IsTheSameOnEveryMachine) {
  Random random{1234567};
  EXPECT_EQ(random.next(), 6457827717110365317U);
  EXPECT_EQ(random.next(), 3203168211198807973U);
  EXPECT_EQ(random.next(), 9817491932198370423U);
}

// Mean, deviation and fourth moment are those of the normal distribution, and numbers that follow each other
// are not related; with 1e5 numbers each of these is 4 standard errors at most.
TEST(Random, IsNormallyDistributed) {
  Random random{3};
  constexpr int kCount = 100'000;
  const double error = 4.0 / std::sqrt(static_cast<double>(kCount));
  double sum = 0.0, squares = 0.0, fourth = 0.0, products = 0.0, last = 0.0, uniform_sum = 0.0;
  for (int i = 0; i < kCount; ++i) {
    const double x = random.gaussian();
    sum += x;
    squares += x * x;
    fourth += x * x * x * x;
    products += x * last;
    last = x;
    const double u = random.uniform();
    ASSERT_TRUE(u > 0.0 && u < 1.0);
    uniform_sum += u;
  }
  EXPECT_NEAR(sum / kCount, 0.0, error);
  EXPECT_NEAR(squares / kCount, 1.0, error * std::sqrt(2.0));
  EXPECT_NEAR(fourth / kCount, 3.0, error * std::sqrt(96.0));
  EXPECT_NEAR(products / kCount, 0.0, error);
  EXPECT_NEAR(uniform_sum / kCount, 0.5, error * std::sqrt(1.0 / 12.0));
}

// All fields are read, for the axis they are of; no element, no noise and type none are all zeros.
TEST(Noise, IsReadForEachAxis) {
  const core::ConfigNode vector = vector_with(
      "y", "gaussian_quantized",
      {{"mean", "1"}, {"stddev", "2"}, {"bias_mean", "3"}, {"bias_stddev", "4"}, {"precision", "5"}});
  const std::array<NoiseConfig, 3> noise = read_noise(&vector);
  EXPECT_EQ(noise[1].mean, 1.0);
  EXPECT_EQ(noise[1].stddev, 2.0);
  EXPECT_EQ(noise[1].bias_mean, 3.0);
  EXPECT_EQ(noise[1].bias_stddev, 4.0);
  EXPECT_EQ(noise[1].precision, 5.0);
  EXPECT_EQ(noise[0].stddev, 0.0);
  EXPECT_EQ(noise[2].stddev, 0.0);
  EXPECT_EQ(read_noise(nullptr)[0].stddev, 0.0);
  const core::ConfigNode none = vector_with("x", "", {{"stddev", "2"}});
  EXPECT_EQ(read_noise(&none)[0].stddev, 0.0);
  const core::ConfigNode exact =
      vector_with("z", "gaussian", {{"precision", "5"}, {"dynamic_bias_stddev", "0"}});
  EXPECT_EQ(read_noise(&exact)[2].precision, 0.0);
}

// What cannot be is refused with its place.
TEST(Noise, RefusesWhatItDoesNotKnow) {
  EXPECT_NE(error_of(vector_with("x", "pink", {}))
                .find("n.world:5:1: error: noise is of type 'pink', expected "
                      "none, gaussian or gaussian_quantized"),
            std::string::npos);
  for (const char* field : {"stddev", "bias_stddev", "precision"}) {
    EXPECT_NE(error_of(vector_with("x", "gaussian_quantized", {{field, "-1"}}))
                  .find(std::string{field} + " is -1, expected >= 0"),
              std::string::npos);
  }
  EXPECT_NE(error_of(vector_with("x", "gaussian", {{"dynamic_bias_stddev", "1"}}))
                .find("dynamic_bias_stddev needs dynamic_bias_correlation_time"),
            std::string::npos);
}

// Without noise nothing changes and nothing is drawn.
TEST(Noise, LeavesQuietAxesAlone) {
  VectorNoise noise;
  Random random{5};
  noise.reset(random);
  double values[] = {1.25, -2.5, 3.75};
  noise.add_to(values, random);
  EXPECT_EQ(values[0], 1.25);
  EXPECT_EQ(values[1], -2.5);
  EXPECT_EQ(values[2], 3.75);
  EXPECT_EQ(random.next(), Random{5}.next());
}

// Each axis has its own mean, bias and deviation; the bias is drawn once, with either sign.
TEST(Noise, AddsMeanBiasAndDeviation) {
  std::array<NoiseConfig, 3> config;
  config[0].mean = 10.0;
  config[1].bias_mean = 4.0;
  config[2].stddev = 2.0;
  VectorNoise noise{config};
  Random random{11};
  constexpr int kCount = 4000;
  int negative = 0;
  double sum = 0.0, squares = 0.0;
  for (int i = 0; i < kCount; ++i) {
    noise.reset(random);
    double values[] = {1.0, 1.0, 1.0};
    noise.add_to(values, random);
    ASSERT_EQ(values[0], 11.0);
    ASSERT_EQ(std::fabs(values[1] - 1.0), 4.0);
    negative += values[1] < 0.0 ? 1 : 0;
    sum += values[2] - 1.0;
    squares += (values[2] - 1.0) * (values[2] - 1.0);
  }
  const double error = 4.0 / std::sqrt(static_cast<double>(kCount));
  EXPECT_NEAR(static_cast<double>(negative) / kCount, 0.5, 0.5 * error);
  EXPECT_NEAR(sum / kCount, 0.0, 2.0 * error);
  EXPECT_NEAR(squares / kCount, 4.0, 4.0 * std::sqrt(2.0) * error);
  // Between two resets the bias stays.
  double first[] = {0.0, 0.0, 0.0}, second[] = {0.0, 0.0, 0.0};
  noise.add_to(first, random);
  noise.add_to(second, random);
  EXPECT_EQ(first[1], second[1]);
  EXPECT_EQ(first[1], noise.bias()[1]);
  EXPECT_NE(first[2], second[2]);
}

// A bias may vary without having a mean.
TEST(Noise, DrawsABiasOfMeanZero) {
  std::array<NoiseConfig, 3> config;
  config[0].bias_stddev = 3.0;
  VectorNoise noise{config};
  Random random{2};
  constexpr int kCount = 4000;
  double squares = 0.0;
  for (int i = 0; i < kCount; ++i) {
    noise.reset(random);
    squares += noise.bias()[0] * noise.bias()[0];
  }
  EXPECT_NEAR(squares / kCount, 9.0, 9.0 * std::sqrt(2.0) * 4.0 / std::sqrt(static_cast<double>(kCount)));
}

// Quantized measurements are the nearest multiples of the precision, bias and mean included.
TEST(Noise, RoundsToItsPrecision) {
  std::array<NoiseConfig, 3> config;
  config[0].precision = 0.25;
  config[0].mean = 0.1;
  VectorNoise noise{config};
  Random random{1};
  double values[] = {1.0, 1.1, 0.0};
  noise.add_to(values, random);
  EXPECT_EQ(values[0], 1.0);
  EXPECT_EQ(values[1], 1.1);
  values[0] = 1.03;
  noise.add_to(values, random);
  EXPECT_EQ(values[0], 1.25);
}

// A bias that walks has variance s^2 T / 2 in the long run, and forgets itself with T.
TEST(VectorNoise, BiasWalksAsAGaussMarkovProcess) {
  std::array<NoiseConfig, 3> config{};
  config[0].walk_stddev = 2.0;
  config[0].walk_time_s = 0.05;
  VectorNoise noise{config};
  Random random{7};
  noise.reset(random);
  double sum = 0.0, squares = 0.0, lagged = 0.0, last = 0.0;
  constexpr int kCount = 200000;
  for (int k = 0; k < kCount; ++k) {
    double values[3] = {0.0, 0.0, 0.0};
    noise.add_to(values, random, 0.01);
    sum += values[0];
    squares += values[0] * values[0];
    lagged += values[0] * last;
    last = values[0];
    ASSERT_EQ(values[1], 0.0);
  }
  EXPECT_NEAR(sum / kCount, 0.0, 0.02);
  EXPECT_NEAR(squares / kCount, 4.0 * 0.05 / 2.0, 0.003);
  EXPECT_NEAR(lagged / squares, std::exp(-0.2), 0.01);
}

}  // namespace
}  // namespace lockstep::devices
