// SPDX-License-Identifier: Apache-2.0
// FMI 3.0: saved states, derivatives, dependencies.
#include <algorithm>
#include <memory>

#include "fmi3_instance.hpp"
#include "saved_state.hpp"

namespace lockstep::exporter {
namespace {

constexpr std::uint32_t kDerivativeModes = kInitialization | kEventMode | kContinuousTime | kStepMode;

SavedState& state_of(fmi3FMUState state) {
  if (state == nullptr) throw CallRefused("the FMU state is a null pointer");
  return *static_cast<SavedState*>(state);
}

void demand_length(const char* what, size_t given, size_t expected) {
  if (given == expected) return;
  throw CallRefused(std::string(what) + " = " + std::to_string(given) + ", but there are " +
                    std::to_string(expected) + " elements");
}

}  // namespace
}  // namespace lockstep::exporter

using namespace lockstep::exporter;

extern "C" {

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState* FMUState) {
  return fmi3_call(instance, "fmi3GetFMUState", kAnyMode, [&](Fmi3Instance& i) {
    auto state = i.component.save();
    if (*FMUState == nullptr) {
      *FMUState = state.release();
    } else {  // a state that is given back is overwritten
      state_of(*FMUState) = std::move(*state);
    }
  });
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState FMUState) {
  return fmi3_call(instance, "fmi3SetFMUState", kAnyMode,
                   [&](Fmi3Instance& i) { i.component.restore(state_of(FMUState)); });
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState* FMUState) {
  return fmi3_call(instance, "fmi3FreeFMUState", kAnyMode, [&](Fmi3Instance&) {
    if (FMUState == nullptr) return;
    delete static_cast<SavedState*>(*FMUState);
    *FMUState = nullptr;
  });
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState FMUState, size_t* size) {
  return fmi3_call(instance, "fmi3SerializedFMUStateSize", kAnyMode, [&](Fmi3Instance& i) {
    *size = serialize(i.component.prototype(), state_of(FMUState)).size();
  });
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState FMUState, fmi3Byte serializedState[],
                                 size_t size) {
  return fmi3_call(instance, "fmi3SerializeFMUState", kAnyMode, [&](Fmi3Instance& i) {
    const auto bytes = serialize(i.component.prototype(), state_of(FMUState));
    if (bytes.size() > size) throw CallRefused("the buffer is too small for the FMU state");
    std::copy(bytes.begin(), bytes.end(), serializedState);
  });
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte serializedState[], size_t size,
                                   fmi3FMUState* FMUState) {
  return fmi3_call(instance, "fmi3DeserializeFMUState", kAnyMode, [&](Fmi3Instance& i) {
    *FMUState = deserialize(i.component.prototype(), serializedState, size).release();
  });
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                        size_t nUnknowns, const fmi3ValueReference knowns[], size_t nKnowns,
                                        const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[],
                                        size_t nSensitivity) {
  return fmi3_call(instance, "fmi3GetDirectionalDerivative", kDerivativeModes, [&](Fmi3Instance& i) {
    const auto u = real_elements(i, unknowns, nUnknowns);
    const auto k = real_elements(i, knowns, nKnowns);
    demand_length("nSeed", nSeed, k.size());
    demand_length("nSensitivity", nSensitivity, u.size());
    i.differentiator().directional(u, k, seed, sensitivity);
  });
}

fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[],
                                    size_t nUnknowns, const fmi3ValueReference knowns[], size_t nKnowns,
                                    const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[],
                                    size_t nSensitivity) {
  return fmi3_call(instance, "fmi3GetAdjointDerivative", kDerivativeModes, [&](Fmi3Instance& i) {
    const auto u = real_elements(i, unknowns, nUnknowns);
    const auto k = real_elements(i, knowns, nKnowns);
    demand_length("nSeed", nSeed, u.size());
    demand_length("nSensitivity", nSensitivity, k.size());
    i.differentiator().adjoint(u, k, seed, sensitivity);
  });
}

// Dependencies of single elements are not offered (providesPerElementDependencies); those of whole variables
// are in the model description.
fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance, fmi3ValueReference, size_t*) {
  return fmi3_call(instance, "fmi3GetNumberOfVariableDependencies", kAnyMode, [](Fmi3Instance&) {
    throw CallRefused("dependencies of elements are not offered by this FMU");
  });
}

fmi3Status fmi3GetVariableDependencies(fmi3Instance instance, fmi3ValueReference, size_t[],
                                       fmi3ValueReference[], size_t[], fmi3DependencyKind[], size_t) {
  return fmi3_call(instance, "fmi3GetVariableDependencies", kAnyMode, [](Fmi3Instance&) {
    throw CallRefused("dependencies of elements are not offered by this FMU");
  });
}

}  // extern "C"
