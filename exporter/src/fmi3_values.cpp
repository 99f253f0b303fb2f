// SPDX-License-Identifier: Apache-2.0
// FMI 3.0: reading and setting variables.
#include <algorithm>

#include "fmi3_instance.hpp"
#include "numbers.hpp"

namespace lockstep::exporter {
namespace {

/// All elements of one variable.
struct Values {
  std::size_t variable;
  const Storage* storage;
  void* elements;
  std::size_t count;
};

Values values_at(Fmi3Instance& i, fmi3ValueReference vr) {
  const auto& variables = i.component.description().variables();
  if (vr >= variables.size())
    throw CallRefused("there is no variable with value reference " + std::to_string(vr));
  const VariableInfo& v = variables[vr];
  return {vr, v.storage, i.component.elements(vr), i.component.element_count(vr)};
}

Values values_at(Fmi3Instance& i, fmi3ValueReference vr, Type type) {
  const Values v = values_at(i, vr);
  if (v.storage->type != type) {
    throw CallRefused("variable '" + i.component.variable(vr).name +
                      "' is of another type than this function is for");
  }
  return v;
}

/// Walks over the variables behind `vr`, checks that `n` is the number of all their elements, and calls
/// f(values, first index) for each.
template <class Find, class F>
void for_each_variable(Fmi3Instance& i, const fmi3ValueReference vr[], size_t nvr, size_t n, Find&& find,
                       F&& f) {
  size_t at = 0;
  for (size_t k = 0; k < nvr; ++k) {
    const Values v = find(i, vr[k]);
    if (at + v.count > n)
      throw CallRefused("there are more values behind the value references than nValues = " +
                        std::to_string(n));
    f(v, at);
    at += v.count;
  }
  if (at != n)
    throw CallRefused("nValues = " + std::to_string(n) + ", but there are " + std::to_string(at) + " values");
}

template <class T>
fmi3Status get(fmi3Instance instance, const char* function, Type type, const fmi3ValueReference vr[],
               size_t nvr, T values[], size_t n) noexcept {
  return fmi3_call(instance, function, kValueModes | kEndModes, [&](Fmi3Instance& i) {
    i.component.about_to_get();
    const auto find = [&](Fmi3Instance& x, fmi3ValueReference r) { return values_at(x, r, type); };
    for_each_variable(i, vr, nvr, n, find, [&](const Values& v, size_t at) {
      std::copy_n(static_cast<const T*>(v.elements), v.count, values + at);
    });
  });
}

template <class T>
fmi3Status set(fmi3Instance instance, const char* function, Type type, const fmi3ValueReference vr[],
               size_t nvr, const T values[], size_t n) noexcept {
  return fmi3_call(instance, function, kValueModes, [&](Fmi3Instance& i) {
    const auto find = [&](Fmi3Instance& x, fmi3ValueReference r) { return values_at(x, r, type); };
    for_each_variable(i, vr, nvr, n, find, [&](const Values& v, size_t at) {
      i.component.about_to_set(v.variable);
      std::copy_n(values + at, v.count, static_cast<T*>(v.elements));
    });
  });
}

/// Int64 also carries enumerations, whatever integer is behind them.
Values int64_at(Fmi3Instance& i, fmi3ValueReference vr) {
  const Values v = values_at(i, vr);
  return v.storage->type == Type::kEnumeration ? v : values_at(i, vr, Type::kInt64);
}

}  // namespace

std::vector<RealElement> real_elements(Fmi3Instance& i, const fmi3ValueReference vr[], size_t nvr) {
  std::vector<RealElement> out;
  for (size_t k = 0; k < nvr; ++k) {
    const Values v = values_at(i, vr[k], Type::kFloat64);
    for (std::size_t e = 0; e < v.count; ++e)
      out.push_back({v.variable, e});
  }
  return out;
}

}  // namespace lockstep::exporter

using namespace lockstep::exporter;

extern "C" {

#define LOCKSTEP_FMI3_GET_AND_SET(Name)                                                             \
  fmi3Status fmi3Get##Name(fmi3Instance instance, const fmi3ValueReference valueReferences[],       \
                           size_t nValueReferences, fmi3##Name values[], size_t nValues) {          \
    return get(instance, "fmi3Get" #Name, Type::k##Name, valueReferences, nValueReferences, values, \
               nValues);                                                                            \
  }                                                                                                 \
  fmi3Status fmi3Set##Name(fmi3Instance instance, const fmi3ValueReference valueReferences[],       \
                           size_t nValueReferences, const fmi3##Name values[], size_t nValues) {    \
    return set(instance, "fmi3Set" #Name, Type::k##Name, valueReferences, nValueReferences, values, \
               nValues);                                                                            \
  }

LOCKSTEP_FMI3_GET_AND_SET(Float32)
LOCKSTEP_FMI3_GET_AND_SET(Int8)
LOCKSTEP_FMI3_GET_AND_SET(UInt8)
LOCKSTEP_FMI3_GET_AND_SET(Int16)
LOCKSTEP_FMI3_GET_AND_SET(UInt16)
LOCKSTEP_FMI3_GET_AND_SET(Int32)
LOCKSTEP_FMI3_GET_AND_SET(UInt32)
LOCKSTEP_FMI3_GET_AND_SET(Boolean)

fmi3Status fmi3GetFloat64(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                          size_t nValueReferences, fmi3Float64 values[], size_t nValues) {
  return fmi3_call(instance, "fmi3GetFloat64", kValueModes | kEndModes, [&](Fmi3Instance& i) {
    i.component.about_to_get();
    const auto& m = i.component.description();
    static const Storage& storage = storage_of<double>();
    double time = i.component.time();
    // A model that does not use the time has no member for it, but FMI 3.0 wants it to be a variable.
    const auto find = [&](Fmi3Instance& x, fmi3ValueReference r) {
      const bool is_time = m.time_variable() < 0 && r == m.variables().size();
      return is_time ? Values{r, &storage, &time, 1} : values_at(x, r, Type::kFloat64);
    };
    for_each_variable(i, valueReferences, nValueReferences, nValues, find, [&](const Values& v, size_t at) {
      std::copy_n(static_cast<const double*>(v.elements), v.count, values + at);
    });
  });
}

fmi3Status fmi3SetFloat64(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                          size_t nValueReferences, const fmi3Float64 values[], size_t nValues) {
  return set(instance, "fmi3SetFloat64", Type::kFloat64, valueReferences, nValueReferences, values, nValues);
}

fmi3Status fmi3GetUInt64(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                         size_t nValueReferences, fmi3UInt64 values[], size_t nValues) {
  return get(instance, "fmi3GetUInt64", Type::kUInt64, valueReferences, nValueReferences, values, nValues);
}

fmi3Status fmi3SetUInt64(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                         size_t nValueReferences, const fmi3UInt64 values[], size_t nValues) {
  return fmi3_call(instance, "fmi3SetUInt64", kValueModes, [&](Fmi3Instance& i) {
    const auto find = [](Fmi3Instance& x, fmi3ValueReference r) { return values_at(x, r, Type::kUInt64); };
    for_each_variable(i, valueReferences, nValueReferences, nValues, find, [&](const Values& v, size_t at) {
      i.component.about_to_set(v.variable);
      i.component.demand_range(v.variable, values[at]);
      std::copy_n(values + at, v.count, static_cast<std::uint64_t*>(v.elements));
    });
  });
}

fmi3Status fmi3GetInt64(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                        size_t nValueReferences, fmi3Int64 values[], size_t nValues) {
  return fmi3_call(instance, "fmi3GetInt64", kValueModes | kEndModes, [&](Fmi3Instance& i) {
    i.component.about_to_get();
    for_each_variable(i, valueReferences, nValueReferences, nValues, int64_at,
                      [&](const Values& v, size_t at) {
                        for (std::size_t e = 0; e < v.count; ++e)
                          read_integer(*v.storage, v.elements, e, values[at + e]);
                      });
  });
}

fmi3Status fmi3SetInt64(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                        size_t nValueReferences, const fmi3Int64 values[], size_t nValues) {
  return fmi3_call(instance, "fmi3SetInt64", kValueModes, [&](Fmi3Instance& i) {
    for_each_variable(i, valueReferences, nValueReferences, nValues, int64_at,
                      [&](const Values& v, size_t at) {
                        i.component.about_to_set(v.variable);
                        for (std::size_t e = 0; e < v.count; ++e) {
                          if (write_integer(*v.storage, v.elements, e, values[at + e])) continue;
                          throw CallRefused(std::to_string(values[at + e]) + " is out of range for '" +
                                            i.component.variable(v.variable).name + "'");
                        }
                      });
  });
}

fmi3Status fmi3GetString(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                         size_t nValueReferences, fmi3String values[], size_t nValues) {
  return fmi3_call(instance, "fmi3GetString", kValueModes | kEndModes, [&](Fmi3Instance& i) {
    i.component.about_to_get();
    const auto find = [](Fmi3Instance& x, fmi3ValueReference r) { return values_at(x, r, Type::kString); };
    for_each_variable(i, valueReferences, nValueReferences, nValues, find, [&](const Values& v, size_t at) {
      for (std::size_t e = 0; e < v.count; ++e)
        values[at + e] = static_cast<std::string*>(v.elements)[e].c_str();
    });
  });
}

fmi3Status fmi3SetString(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                         size_t nValueReferences, const fmi3String values[], size_t nValues) {
  return fmi3_call(instance, "fmi3SetString", kValueModes, [&](Fmi3Instance& i) {
    const auto find = [](Fmi3Instance& x, fmi3ValueReference r) { return values_at(x, r, Type::kString); };
    for_each_variable(i, valueReferences, nValueReferences, nValues, find, [&](const Values& v, size_t at) {
      i.component.about_to_set(v.variable);
      for (std::size_t e = 0; e < v.count; ++e) {
        if (values[at + e] == nullptr)
          throw CallRefused("'" + i.component.variable(v.variable).name + "' was given a null pointer");
        static_cast<std::string*>(v.elements)[e] = values[at + e];
      }
    });
  });
}

fmi3Status fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                         size_t nValueReferences, size_t valueSizes[], fmi3Binary values[], size_t nValues) {
  return fmi3_call(instance, "fmi3GetBinary", kValueModes | kEndModes, [&](Fmi3Instance& i) {
    i.component.about_to_get();
    const auto find = [](Fmi3Instance& x, fmi3ValueReference r) { return values_at(x, r, Type::kBinary); };
    for_each_variable(i, valueReferences, nValueReferences, nValues, find, [&](const Values& v, size_t at) {
      for (std::size_t e = 0; e < v.count; ++e) {
        const auto& bytes = static_cast<Binary*>(v.elements)[e].bytes;
        valueSizes[at + e] = bytes.size();
        values[at + e] = bytes.data();
      }
    });
  });
}

fmi3Status fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference valueReferences[],
                         size_t nValueReferences, const size_t valueSizes[], const fmi3Binary values[],
                         size_t nValues) {
  return fmi3_call(instance, "fmi3SetBinary", kValueModes, [&](Fmi3Instance& i) {
    const auto find = [](Fmi3Instance& x, fmi3ValueReference r) { return values_at(x, r, Type::kBinary); };
    for_each_variable(i, valueReferences, nValueReferences, nValues, find, [&](const Values& v, size_t at) {
      i.component.about_to_set(v.variable);
      for (std::size_t e = 0; e < v.count; ++e) {
        static_cast<Binary*>(v.elements)[e].bytes.assign(values[at + e], values[at + e] + valueSizes[at + e]);
      }
    });
  });
}

}  // extern "C"
