// SPDX-License-Identifier: Apache-2.0
// FMI 2.0: reading and setting variables.
#include <cstring>
#include <limits>

#include "fmi2_instance.hpp"
#include "numbers.hpp"

namespace lockstep::exporter {
namespace {

const Fmi2Scalar& scalar_at(const Fmi2Instance& i, fmi2ValueReference vr, Fmi2Base base) {
  if (vr >= i.scalars.size() || i.scalars[vr].base != base) {
    throw CallRefused("there is no variable of this type with value reference " + std::to_string(vr));
  }
  return i.scalars[vr];
}

const Storage& storage_at(const Fmi2Instance& i, const Fmi2Scalar& s) {
  return *i.component.variable(s.variable).storage;
}

template <class T>
T& element(Fmi2Instance& i, const Fmi2Scalar& s) {
  return static_cast<T*>(i.component.elements(s.variable))[s.element];
}

/// Runs get(scalar, value) for each value reference.
template <class Value, class Get>
fmi2Status get_all(fmi2Component c, const char* function, Fmi2Base base, const fmi2ValueReference vr[],
                   size_t nvr, Value value[], Get&& get) noexcept {
  return fmi2_call(c, function, kValueModes | kEndModes, [&](Fmi2Instance& i) {
    i.component.about_to_get();
    for (size_t k = 0; k < nvr; ++k)
      value[k] = get(i, scalar_at(i, vr[k], base));
  });
}

template <class Value, class Set>
fmi2Status set_all(fmi2Component c, const char* function, Fmi2Base base, const fmi2ValueReference vr[],
                   size_t nvr, const Value value[], Set&& set) noexcept {
  return fmi2_call(c, function, kValueModes, [&](Fmi2Instance& i) {
    for (size_t k = 0; k < nvr; ++k) {
      const Fmi2Scalar& s = scalar_at(i, vr[k], base);
      i.component.about_to_set(s.variable);
      set(i, s, value[k]);
    }
  });
}

}  // namespace
}  // namespace lockstep::exporter

using namespace lockstep::exporter;

extern "C" {

fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Real value[]) {
  return get_all(c, "fmi2GetReal", Fmi2Base::kReal, vr, nvr, value, [](Fmi2Instance& i, const Fmi2Scalar& s) {
    if (storage_at(i, s).type == Type::kFloat64) return element<double>(i, s);
    return static_cast<double>(element<float>(i, s));
  });
}

fmi2Status fmi2GetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Integer value[]) {
  return get_all(
      c, "fmi2GetInteger", Fmi2Base::kInteger, vr, nvr, value, [](Fmi2Instance& i, const Fmi2Scalar& s) {
        const Storage& storage = storage_at(i, s);
        fmi2Integer x = 0;
        if (!read_integer(storage, i.component.elements(s.variable), s.element, x)) {
          throw CallFailed(Status::kDiscard,
                           "the value of '" + s.name + "' does not fit into a 32-bit FMI 2.0 Integer");
        }
        return x;
      });
}

fmi2Status fmi2GetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Boolean value[]) {
  return get_all(
      c, "fmi2GetBoolean", Fmi2Base::kBoolean, vr, nvr, value,
      [](Fmi2Instance& i, const Fmi2Scalar& s) { return element<bool>(i, s) ? fmi2True : fmi2False; });
}

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2String value[]) {
  return get_all(c, "fmi2GetString", Fmi2Base::kString, vr, nvr, value,
                 [](Fmi2Instance& i, const Fmi2Scalar& s) { return element<std::string>(i, s).c_str(); });
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Real value[]) {
  return set_all(c, "fmi2SetReal", Fmi2Base::kReal, vr, nvr, value,
                 [](Fmi2Instance& i, const Fmi2Scalar& s, double x) {
                   if (storage_at(i, s).type == Type::kFloat64) {
                     element<double>(i, s) = x;
                   } else {
                     element<float>(i, s) = static_cast<float>(x);
                   }
                 });
}

fmi2Status fmi2SetInteger(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                          const fmi2Integer value[]) {
  return set_all(c, "fmi2SetInteger", Fmi2Base::kInteger, vr, nvr, value,
                 [](Fmi2Instance& i, const Fmi2Scalar& s, int x) {
                   const Storage& storage = storage_at(i, s);
                   if (!write_integer(storage, i.component.elements(s.variable), s.element, x)) {
                     throw CallRefused(std::to_string(x) + " is out of range for '" + s.name + "'");
                   }
                 });
}

fmi2Status fmi2SetBoolean(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                          const fmi2Boolean value[]) {
  return set_all(c, "fmi2SetBoolean", Fmi2Base::kBoolean, vr, nvr, value,
                 [](Fmi2Instance& i, const Fmi2Scalar& s, int x) { element<bool>(i, s) = x != fmi2False; });
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference vr[], size_t nvr,
                         const fmi2String value[]) {
  return set_all(c, "fmi2SetString", Fmi2Base::kString, vr, nvr, value,
                 [](Fmi2Instance& i, const Fmi2Scalar& s, const char* x) {
                   if (x == nullptr) throw CallRefused("'" + s.name + "' was given a null pointer");
                   element<std::string>(i, s) = x;
                 });
}

}  // extern "C"
