// SPDX-License-Identifier: Apache-2.0
#include "fmi2_layout.hpp"

#include <optional>

namespace lockstep::exporter {
namespace {

std::optional<Fmi2Base> base_of(Type type) {
  switch (type) {
    case Type::kFloat32:
    case Type::kFloat64:
      return Fmi2Base::kReal;
    case Type::kBoolean:
      return Fmi2Base::kBoolean;
    case Type::kString:
      return Fmi2Base::kString;
    case Type::kBinary:
    case Type::kClock:
      return std::nullopt;
    default:
      return Fmi2Base::kInteger;
  }
}

/// "[2,3]" for the element at `index` of an array with these dimensions, counting from 1.
std::string indices(const std::vector<Dimension>& dimensions, std::size_t index) {
  std::string text;
  for (std::size_t d = dimensions.size(); d-- > 0;) {
    const std::size_t size = dimensions[d].size;
    text = std::to_string(index % size + 1) + (text.empty() ? "" : "," + text);
    index /= size;
  }
  return "[" + text + "]";
}

/// "x[2]" for the element of "x", but "der(x[2])" for that of "der(x)": that is how names are structured.
std::string element_name(const std::string& name, const std::string& indices) {
  const bool is_derivative = name.compare(0, 4, "der(") == 0;
  const std::size_t at =
      is_derivative ? name.find_last_of(name.find(',') == std::string::npos ? ')' : ',') : name.size();
  return name.substr(0, at) + indices + name.substr(at);
}

}  // namespace

std::vector<Fmi2Scalar> fmi2_scalars(const Description& m) {
  std::vector<Fmi2Scalar> scalars;
  for (std::size_t i = 0; i < m.variables().size(); ++i) {
    const VariableInfo& v = m.variables()[i];
    const auto base = base_of(v.storage->type);
    if (!base) continue;
    const std::size_t count = v.storage->count(v.member);
    for (std::size_t k = 0; k < count; ++k) {
      scalars.push_back(
          {i, k, *base, v.storage->is_array ? element_name(v.name, indices(v.dimensions, k)) : v.name});
    }
  }
  return scalars;
}

std::vector<int> fmi2_first_scalars(const Description& m) {
  std::vector<int> first(m.variables().size(), -1);
  const auto scalars = fmi2_scalars(m);
  for (std::size_t s = scalars.size(); s-- > 0;)
    first[scalars[s].variable] = static_cast<int>(s);
  return first;
}

}  // namespace lockstep::exporter
