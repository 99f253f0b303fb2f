// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/exporter/description.hpp"

namespace lockstep::exporter {

/// Base types of FMI 2.0. Enumerations are read and written as integers.
enum class Fmi2Base : std::uint8_t { kReal, kInteger, kBoolean, kString };

/// One scalar of the FMI 2.0 form: an element of a variable. Its value reference is its place in the list.
struct Fmi2Scalar {
  std::size_t variable;
  std::size_t element;
  Fmi2Base base;
  std::string name;  ///< "x", or "x[2,3]" for an element of an array
};

/// The scalars of a model in FMI 2.0, in the order of declaration; arrays element by element, row-major.
/// Binary variables and clocks, which FMI 2.0 does not have, are left out.
std::vector<Fmi2Scalar> fmi2_scalars(const Description& m);

/// First scalar of each variable, by variable index; -1 for those left out.
std::vector<int> fmi2_first_scalars(const Description& m);

}  // namespace lockstep::exporter
