// SPDX-License-Identifier: Apache-2.0
#include "lockstep/devices/api/noise.hpp"

#include <cmath>

#include "lockstep/core/number_text.hpp"

namespace lockstep::devices {
namespace {

double not_negative(const core::ConfigNode& node, const char* field) {
  const double value = node.number(field, 0.0);
  if (value < 0.0)
    node.fail("noise-value", std::string{field} + " is " + core::to_text(value) + ", expected >= 0");
  return value;
}

NoiseConfig read_one(const core::ConfigNode& node) {
  NoiseConfig noise;
  const std::string type = node.text_of("type", "none");
  if (type == "none") return noise;
  const bool quantized = type == "gaussian_quantized";
  if (type != "gaussian" && !quantized)
    node.fail("noise-type", "noise is of type '" + type + "', expected none, gaussian or gaussian_quantized");
  noise.mean = node.number("mean", 0.0);
  noise.stddev = not_negative(node, "stddev");
  noise.bias_mean = node.number("bias_mean", 0.0);
  noise.bias_stddev = not_negative(node, "bias_stddev");
  if (quantized) noise.precision = not_negative(node, "precision");
  noise.walk_stddev = not_negative(node, "dynamic_bias_stddev");
  noise.walk_time_s = not_negative(node, "dynamic_bias_correlation_time");
  if (noise.walk_stddev > 0.0 && noise.walk_time_s == 0.0)
    node.fail("noise-value", "dynamic_bias_stddev needs dynamic_bias_correlation_time, expected > 0 s");
  return noise;
}

}  // namespace

std::uint64_t Random::next() noexcept {
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t x = state_;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

double Random::uniform() noexcept {
  // 53 bits and a half: the logarithm below never sees 0.
  return (static_cast<double>(next() >> 11U) + 0.5) * 0x1p-53;
}

double Random::gaussian() noexcept {
  constexpr double kTwoPi = 6.283185307179586;
  const double radius = std::sqrt(-2.0 * std::log(uniform()));
  return radius * std::cos(kTwoPi * uniform());
}

std::array<NoiseConfig, 3> read_noise(const core::ConfigNode* vector) {
  std::array<NoiseConfig, 3> noise;
  const char* const axes[] = {"x", "y", "z"};
  for (std::size_t i = 0; vector != nullptr && i < noise.size(); ++i) {
    const core::ConfigNode* axis = vector->find(axes[i]);
    const core::ConfigNode* node = axis == nullptr ? nullptr : axis->find("noise");
    if (node != nullptr) noise[i] = read_one(*node);
  }
  return noise;
}

void VectorNoise::reset(Random& random) noexcept {
  for (std::size_t i = 0; i < bias_.size(); ++i) {
    const NoiseConfig& noise = config_[i];
    bias_[i] = 0.0;
    if (noise.bias_mean == 0.0 && noise.bias_stddev == 0.0) continue;
    bias_[i] = noise.bias_mean + noise.bias_stddev * random.gaussian();
    if (random.uniform() < 0.5) bias_[i] = -bias_[i];
  }
}

void VectorNoise::add_to(double* values, Random& random, double dt_s) noexcept {
  for (std::size_t i = 0; i < bias_.size(); ++i) {
    const NoiseConfig& noise = config_[i];
    if (noise.walk_stddev > 0.0 && dt_s > 0.0) {
      const double time = noise.walk_time_s;
      const double step = noise.walk_stddev * std::sqrt(-0.5 * time * std::expm1(-2.0 * dt_s / time));
      bias_[i] = std::exp(-dt_s / time) * bias_[i] + step * random.gaussian();
    }
    values[i] += bias_[i] + noise.mean;
    if (noise.stddev > 0.0) values[i] += noise.stddev * random.gaussian();
    if (noise.precision > 0.0) values[i] = std::round(values[i] / noise.precision) * noise.precision;
  }
}

}  // namespace lockstep::devices
