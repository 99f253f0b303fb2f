// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "lockstep/core/config_node.hpp"
#include "lockstep/devices/api/export.hpp"

namespace lockstep::devices {

/// Random numbers that repeat: SplitMix64, and Gaussian ones by Box and Muller. Plain memory, for
/// Binder::keep; start it anew with Binder::seed() in each reset.
class LOCKSTEP_DEVICES_API_EXPORT Random {
 public:
  explicit Random(std::uint64_t seed = 0) noexcept : state_{seed} {}
  std::uint64_t next() noexcept;
  double uniform() noexcept;   ///< in (0, 1)
  double gaussian() noexcept;  ///< mean 0, standard deviation 1; takes two of the numbers above

 private:
  std::uint64_t state_;
};

/// `<noise>` of one measured number, in the number's unit.
///
/// | field | default | meaning |
/// |---|---|---|
/// | attribute `type` | none | none, gaussian or gaussian_quantized |
/// | `mean`, `stddev` | 0 | of the number that is added to each measurement |
/// | `bias_mean`, `bias_stddev` | 0 | of a number drawn once, at reset; its sign is drawn, too, as Gazebo
/// does |
/// | `dynamic_bias_stddev`, `dynamic_bias_correlation_time` [s] | 0 | of a bias that walks, see VectorNoise |
/// | `precision` | 0 | gaussian_quantized: measurements are multiples of it; 0: not rounded |
struct NoiseConfig {
  double mean{0.0}, stddev{0.0};
  double bias_mean{0.0}, bias_stddev{0.0};
  double walk_stddev{0.0}, walk_time_s{0.0};
  double precision{0.0};
};

/// Noise of a vector as SDF has it: `<x><noise>...</noise></x>`, `<y>`, `<z>` below `vector` (null: none).
/// Throws Error{kBadInput} with file and line for unknown types, negative deviations and a walk without
/// its time.
LOCKSTEP_DEVICES_API_EXPORT std::array<NoiseConfig, 3> read_noise(const core::ConfigNode* vector);

/// measured = rounded(value + bias + mean + stddev * n), n new in each measurement. With a walk of standard
/// deviation s and time T the bias is a first-order Gauss-Markov process besides: over dt it becomes
/// exp(-dt / T) bias + s sqrt(T / 2 (1 - exp(-2 dt / T))) n. Plain memory apart from its configuration:
/// keep(bias()).
class LOCKSTEP_DEVICES_API_EXPORT VectorNoise {
 public:
  VectorNoise() = default;
  explicit VectorNoise(const std::array<NoiseConfig, 3>& config) noexcept : config_{config} {}
  /// Draws the biases.
  void reset(Random& random) noexcept;
  /// Adds the noise to three numbers, `dt_s` after the measurement before (0: none). Draws nothing for an
  /// axis without deviations.
  void add_to(double* values, Random& random, double dt_s = 0.0) noexcept;
  std::array<double, 3>& bias() noexcept { return bias_; }

 private:
  std::array<NoiseConfig, 3> config_{};
  std::array<double, 3> bias_{};
};

}  // namespace lockstep::devices
