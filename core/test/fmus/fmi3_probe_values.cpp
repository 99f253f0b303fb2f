// SPDX-License-Identifier: Apache-2.0
// Getters and setters of the probe.
#include "fmi3_probe.hpp"

using namespace fmi3_probe;

namespace {

template <class T>
fmi3Status get(fmi3Instance instance, const fmi3ValueReference references[], size_t n, T values[],
               size_t count) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (references[i] == 77) return fmi3Error;
    auto& stored = probe(instance).of<T>()[references[i]];
    stored.resize(size_of(references[i], !std::is_same_v<T, double>));
    for (const T& value : stored) {
      if (at == count) return fmi3Error;
      values[at++] = value;
    }
  }
  return at == count ? fmi3OK : fmi3Error;
}

template <class T>
fmi3Status set(fmi3Instance instance, const fmi3ValueReference references[], size_t n, const T values[],
               size_t count) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    auto& stored = probe(instance).of<T>()[references[i]];
    stored.resize(size_of(references[i], !std::is_same_v<T, double>));
    for (std::size_t k = 0; k < stored.size(); ++k) {
      if (at == count) return fmi3Error;
      stored[k] = values[at++];
    }
  }
  return at == count ? fmi3OK : fmi3Error;
}

}  // namespace

#define GETTER(name, type)                                                                               \
  fmi3Status fmi3Get##name(fmi3Instance i, const fmi3ValueReference r[], size_t n, type v[], size_t c) { \
    return get<type>(i, r, n, v, c);                                                                     \
  }
#define SETTER(name, type)                                                                         \
  fmi3Status fmi3Set##name(fmi3Instance i, const fmi3ValueReference r[], size_t n, const type v[], \
                           size_t c) {                                                             \
    return set<type>(i, r, n, v, c);                                                               \
  }
#define BOTH(name, type) GETTER(name, type) SETTER(name, type)
// clang-format off
BOTH(Float32, float)
BOTH(Float64, double)
BOTH(Int8, std::int8_t)
BOTH(UInt8, std::uint8_t)
BOTH(Int16, std::int16_t)
BOTH(UInt16, std::uint16_t)
BOTH(UInt32, std::uint32_t)
BOTH(Int64, std::int64_t)
GETTER(Int32, std::int32_t)
GETTER(UInt64, std::uint64_t)
// clang-format on

fmi3Status fmi3SetInt32(fmi3Instance i, const fmi3ValueReference r[], size_t n, const std::int32_t v[],
                        size_t c) {
  if (r[0] == 100) return probe(i).deed = v[0], fmi3OK;
  return set<std::int32_t>(i, r, n, v, c);
}
fmi3Status fmi3SetUInt64(fmi3Instance i, const fmi3ValueReference r[], size_t n, const std::uint64_t v[],
                         size_t c) {
  if (r[0] == 50 && !probe(i).configuring) return fmi3Error;
  return set<std::uint64_t>(i, r, n, v, c);
}
fmi3Status fmi3GetBoolean(fmi3Instance i, const fmi3ValueReference r[], size_t n, bool v[], size_t c) {
  std::size_t at = 0;
  for (std::size_t k = 0; k < n; ++k) {
    auto& stored = probe(i).of<bool>()[r[k]];
    stored.resize(size_of(r[k], true));
    for (const bool value : stored) {
      if (at < c) v[at++] = value;
    }
  }
  return at == c ? fmi3OK : fmi3Error;
}
fmi3Status fmi3SetBoolean(fmi3Instance i, const fmi3ValueReference r[], size_t n, const bool v[], size_t c) {
  std::size_t at = 0;
  for (std::size_t k = 0; k < n; ++k) {
    auto& stored = probe(i).of<bool>()[r[k]];
    stored.resize(size_of(r[k], true));
    for (std::size_t m = 0; m < stored.size() && at < c; ++m)
      stored[m] = v[at++];
  }
  return at == c ? fmi3OK : fmi3Error;
}
fmi3Status fmi3GetString(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3String v[], size_t c) {
  std::size_t at = 0;
  for (std::size_t k = 0; k < n; ++k) {
    auto& stored = probe(i).of<std::string>()[r[k]];
    stored.resize(size_of(r[k], true));
    for (const std::string& value : stored) {
      if (at < c) v[at++] = r[k] == 9 ? nullptr : value.c_str();
    }
  }
  return at == c ? fmi3OK : fmi3Error;
}
fmi3Status fmi3SetString(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3String v[],
                         size_t c) {
  const std::vector<std::string> texts{v, v + c};
  return set<std::string>(i, r, n, texts.data(), c);
}
fmi3Status fmi3GetBinary(fmi3Instance i, const fmi3ValueReference r[], size_t n, size_t sizes[],
                         fmi3Binary v[], size_t c) {
  std::size_t at = 0;
  for (std::size_t k = 0; k < n; ++k) {
    auto& stored = probe(i).of<std::vector<std::uint8_t>>()[r[k]];
    stored.resize(size_of(r[k], true));
    for (const auto& value : stored) {
      if (at == c) return fmi3Error;
      sizes[at] = r[k] == 9 ? 5 : value.size();
      v[at++] = r[k] == 9 ? nullptr : value.data();
    }
  }
  return at == c ? fmi3OK : fmi3Error;
}
fmi3Status fmi3SetBinary(fmi3Instance i, const fmi3ValueReference r[], size_t n, const size_t sizes[],
                         const fmi3Binary v[], size_t c) {
  std::vector<std::vector<std::uint8_t>> bytes;
  for (std::size_t k = 0; k < c; ++k)
    bytes.emplace_back(v[k], v[k] + sizes[k]);
  return set<std::vector<std::uint8_t>>(i, r, n, bytes.data(), c);
}
fmi3Status fmi3GetClock(fmi3Instance i, const fmi3ValueReference r[], size_t n, fmi3Clock v[]) {
  for (std::size_t k = 0; k < n; ++k)
    v[k] = probe(i).clocks[r[k]];
  return fmi3OK;
}
fmi3Status fmi3SetClock(fmi3Instance i, const fmi3ValueReference r[], size_t n, const fmi3Clock v[]) {
  for (std::size_t k = 0; k < n; ++k)
    probe(i).clocks[r[k]] = v[k];
  return fmi3OK;
}
