// SPDX-License-Identifier: Apache-2.0
// Stands in for the kit's fmi2_model_exchange.cpp: its fmi2GetDerivatives gets another name, and ours
// misbehaves on top of it.
#define fmi2GetDerivatives well_behaved_fmi2GetDerivatives
#include "fmi2_model_exchange.cpp"  // NOLINT(bugprone-suspicious-include)
#undef fmi2GetDerivatives

#include <stdexcept>

#include "faulty.hpp"

#pragma GCC visibility push(default)
extern "C" {

fmi2GetDerivativesTYPE fmi2GetDerivatives;
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t nx) {
  const fmi2Status status = well_behaved_fmi2GetDerivatives(c, derivatives, nx);
  switch (std::exchange(pending_c_fault, Fault::kNone)) {
    case Fault::kException:
      throw std::runtime_error("an exception where no exception may be");
    case Fault::kWrongStatus:
      return no_status<fmi2Status>();
    default:
      return status;
  }
}

}  // extern "C"
#pragma GCC visibility pop
