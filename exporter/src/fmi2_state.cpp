// SPDX-License-Identifier: Apache-2.0
// FMI 2.0: saved states and derivatives.
#include <algorithm>
#include <memory>

#include "differentiator.hpp"
#include "fmi2_instance.hpp"
#include "saved_state.hpp"

namespace lockstep::exporter {
namespace {

SavedState& state_of(fmi2FMUstate state) {
  if (state == nullptr) throw CallRefused("the FMU state is a null pointer");
  return *static_cast<SavedState*>(state);
}

std::vector<RealElement> elements_of(const Fmi2Instance& i, const fmi2ValueReference vr[], size_t nvr) {
  std::vector<RealElement> out;
  for (size_t k = 0; k < nvr; ++k) {
    if (vr[k] >= i.scalars.size() || i.scalars[vr[k]].base != Fmi2Base::kReal) {
      throw CallRefused("there is no Real variable with value reference " + std::to_string(vr[k]));
    }
    out.push_back({i.scalars[vr[k]].variable, i.scalars[vr[k]].element});
  }
  return out;
}

}  // namespace
}  // namespace lockstep::exporter

using namespace lockstep::exporter;

extern "C" {

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* FMUstate) {
  return fmi2_call(c, "fmi2GetFMUstate", kAnyMode, [&](Fmi2Instance& i) {
    auto state = i.component.save();
    if (*FMUstate == nullptr) {
      *FMUstate = state.release();
    } else {  // a state that is given back is overwritten
      state_of(*FMUstate) = std::move(*state);
    }
  });
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate FMUstate) {
  return fmi2_call(c, "fmi2SetFMUstate", kAnyMode, [&](Fmi2Instance& i) {
    i.component.restore(state_of(FMUstate));
    i.last_successful_time = i.component.time();
  });
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* FMUstate) {
  return fmi2_call(c, "fmi2FreeFMUstate", kAnyMode, [&](Fmi2Instance&) {
    if (FMUstate == nullptr) return;
    delete static_cast<SavedState*>(*FMUstate);
    *FMUstate = nullptr;
  });
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate FMUstate, size_t* size) {
  return fmi2_call(c, "fmi2SerializedFMUstateSize", kAnyMode, [&](Fmi2Instance& i) {
    *size = serialize(i.component.prototype(), state_of(FMUstate)).size();
  });
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate FMUstate, fmi2Byte serializedState[],
                                 size_t size) {
  return fmi2_call(c, "fmi2SerializeFMUstate", kAnyMode, [&](Fmi2Instance& i) {
    const auto bytes = serialize(i.component.prototype(), state_of(FMUstate));
    if (bytes.size() > size) throw CallRefused("the buffer is too small for the FMU state");
    std::copy(bytes.begin(), bytes.end(), serializedState);
  });
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte serializedState[], size_t size,
                                   fmi2FMUstate* FMUstate) {
  return fmi2_call(c, "fmi2DeSerializeFMUstate", kAnyMode, [&](Fmi2Instance& i) {
    const std::vector<std::uint8_t> bytes(serializedState, serializedState + size);
    *FMUstate = deserialize(i.component.prototype(), bytes.data(), bytes.size()).release();
  });
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference vUnknown_ref[],
                                        size_t nUnknown, const fmi2ValueReference vKnown_ref[], size_t nKnown,
                                        const fmi2Real dvKnown[], fmi2Real dvUnknown[]) {
  const auto modes = kInitialization | kEventMode | kContinuousTime | kStepMode;
  return fmi2_call(c, "fmi2GetDirectionalDerivative", modes, [&](Fmi2Instance& i) {
    i.differentiator().directional(elements_of(i, vUnknown_ref, nUnknown), elements_of(i, vKnown_ref, nKnown),
                                   dvKnown, dvUnknown);
  });
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                       const fmi2Integer order[], const fmi2Real value[]) {
  return fmi2_call(c, "fmi2SetRealInputDerivatives", kInitialization | kStepMode, [&](Fmi2Instance& i) {
    const auto inputs = elements_of(i, vr, nvr);
    for (size_t k = 0; k < nvr; ++k) {
      if (order[k] < 1) throw CallRefused("the order of an input derivative must be at least 1");
      i.component.set_input_derivative(inputs[k].variable, inputs[k].element,
                                       static_cast<std::size_t>(order[k]), value[k]);
    }
  });
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                                        const fmi2Integer order[], fmi2Real value[]) {
  return fmi2_call(c, "fmi2GetRealOutputDerivatives", kStepMode | kTerminated, [&](Fmi2Instance& i) {
    const auto outputs = elements_of(i, vr, nvr);
    Differentiator& d = i.differentiator();
    for (size_t k = 0; k < nvr; ++k) {
      if (order[k] != 1) throw CallRefused("only first derivatives of outputs are available");
      value[k] = d.time_derivative(outputs[k]);
    }
  });
}

}  // extern "C"
