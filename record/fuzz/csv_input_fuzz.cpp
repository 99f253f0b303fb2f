// SPDX-License-Identifier: Apache-2.0
// Any bytes as an input file: either a consistent table or an Error, never anything else.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "lockstep/core/error.hpp"
#include "lockstep/record/csv_input.hpp"

namespace {

using lockstep::core::InputTable;
using lockstep::core::ModelDescription;

const ModelDescription& model() {
  static const auto description = [] {
    constexpr std::string_view kXml = R"(<?xml version="1.0"?>
<fmiModelDescription fmiVersion="3.0" modelName="m" instantiationToken="1"><CoSimulation modelIdentifier="m"/>
<TypeDefinitions><EnumerationType name="E"><Item name="off" value="1"/></EnumerationType></TypeDefinitions>
<ModelVariables>
<Float64 name="u" valueReference="1" causality="input" start="0"/>
<Float64 name="a,b" valueReference="2" causality="input" start="0"/>
<Int8 name="i" valueReference="3" causality="input" variability="discrete" start="0"/>
<UInt64 name="j" valueReference="4" causality="input" variability="discrete" start="0"/>
<Boolean name="b" valueReference="5" causality="input" variability="discrete" start="0"/>
<String name="s" valueReference="6" causality="input" variability="discrete"><Start value=""/></String>
<Enumeration name="e" valueReference="7" causality="input" variability="discrete" declaredType="E" start="1"/>
<Binary name="x" valueReference="8" causality="input" variability="discrete"><Start value="00"/></Binary>
<Float32 name="v" valueReference="9" causality="input" start="0 0"><Dimension start="2"/></Float32>
<Float64 name="A" valueReference="10" causality="input" start="0 0 0 0"><Dimension start="2"/><Dimension start="2"/></Float64>
<String name="w" valueReference="11" causality="input" variability="discrete"><Dimension start="2"/><Start value=""/></String>
<Float64 name="y" valueReference="12" causality="output"/>
</ModelVariables><ModelStructure/></fmiModelDescription>)";
    lockstep::core::DescriptionFiles files;
    files.model_description = std::vector<char>(kXml.begin(), kXml.end());
    return lockstep::core::parse_description(std::move(files)).description;
  }();
  return *description;
}

void demand(bool condition) {
  if (!condition) std::abort();
}

void check(const InputTable& table) {
  demand(!table.empty());
  for (std::size_t i = 0; i < table.time_s.size(); ++i)
    demand(std::isfinite(table.time_s[i]) && (i == 0 || table.time_s[i - 1] <= table.time_s[i]));
  for (const InputTable::Column& column : table.columns) {
    demand(column.variable != nullptr);
    std::visit([&](const auto& values) { demand(values.size() == table.time_s.size() * column.width); },
               column.values);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    check(lockstep::record::parse_input_csv({reinterpret_cast<const char*>(data), size}, "in.csv", model()));
  } catch (const lockstep::Error& error) {
    demand(error.code() == lockstep::ErrorCode::kBadInput);
  }
  return 0;
}
