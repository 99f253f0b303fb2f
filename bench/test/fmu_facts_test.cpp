// SPDX-License-Identifier: Apache-2.0
#include "fmu_facts.hpp"

#include <gtest/gtest.h>

#include "lockstep/core/error.hpp"

namespace lockstep::bench {
namespace {

const std::filesystem::path kFolder{LOCKSTEP_BENCH_FMU_FOLDER};

// The facts the raw loop needs, of both versions.
TEST(FmuFacts, ReadsBothVersions) {
  for (const int version : {2, 3}) {
    const std::string name = "idle_fmi" + std::to_string(version);
    const FmuFacts facts = read_facts(kFolder / (name + ".fmu"));
    EXPECT_EQ(facts.fmi_version, version);
    EXPECT_EQ(facts.label, "idle, FMI " + std::to_string(version));
    EXPECT_EQ(facts.model_identifier, name);
    EXPECT_EQ(facts.token, "{lockstep-bench-" + name + "}");
    EXPECT_EQ(facts.binary_entry, "binaries/" + platform_folder(version) + "/" + name + ".so");
    EXPECT_EQ(facts.references[0], 1U);
    EXPECT_EQ(facts.references[1], 2U);
    EXPECT_EQ(facts.output_names[1], "y2");
    EXPECT_EQ(facts.step_s, 0.00006103515625);
  }
}

// All inputs and outputs, with their names.
TEST(FmuFacts, ReadsAllInputsAndOutputs) {
  for (const char* name : {"wide_fmi2.fmu", "wide_fmi3.fmu"}) {
    const FmuFacts facts = read_facts(kFolder / name);
    EXPECT_EQ(facts.inputs.size(), 10U);
    EXPECT_EQ(facts.all_input_names.back(), "u10");
    EXPECT_EQ(facts.outputs, (std::vector<std::uint32_t>{1, 2, 13, 14, 15, 16, 17, 18, 19, 20}));
    EXPECT_EQ(facts.all_output_names.back(), "y10");
  }
}

// A file that is not there is named.
TEST(FmuFacts, NamesAMissingFile) {
  try {
    read_facts(kFolder / "none.fmu");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kNotFound);
    EXPECT_NE(std::string{error.what()}.find("none.fmu"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace lockstep::bench
