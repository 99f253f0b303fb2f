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
<fmiModelDescription fmiVersion="2.0" modelName="m" guid="1"><CoSimulation modelIdentifier="m"/>
<TypeDefinitions><SimpleType name="E"><Enumeration><Item name="off" value="1"/></Enumeration></SimpleType></TypeDefinitions>
<ModelVariables>
<ScalarVariable name="u" valueReference="0" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="a,b" valueReference="1" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="i" valueReference="2" causality="input"><Integer start="1"/></ScalarVariable>
<ScalarVariable name="b" valueReference="3" causality="input"><Boolean start="false"/></ScalarVariable>
<ScalarVariable name="s" valueReference="4" causality="input"><String start=""/></ScalarVariable>
<ScalarVariable name="e" valueReference="5" causality="input"><Enumeration declaredType="E" start="1"/></ScalarVariable>
<ScalarVariable name="y" valueReference="6" causality="output"><Real/></ScalarVariable>
</ModelVariables></fmiModelDescription>)";
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
