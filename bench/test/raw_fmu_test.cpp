// SPDX-License-Identifier: Apache-2.0
#include "raw_fmu.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "lockstep/core/error.hpp"
#include "process.hpp"

namespace lockstep::bench {
namespace {

const std::filesystem::path kFolder{LOCKSTEP_BENCH_FMU_FOLDER};

class RawFmuTest : public testing::TestWithParam<int> {
 protected:
  std::unique_ptr<RawFmu> load(const std::string& name) {
    const FmuFacts facts = read_facts(kFolder / (name + "_fmi" + std::to_string(GetParam()) + ".fmu"));
    return load_raw(facts, extract_binary(facts, folder_.path()));
  }
  TemporaryFolder folder_;
};

// The turning model turns by 0.01 rad a step; a rotation keeps its rounding error near n * 1e-16.
TEST_P(RawFmuTest, StepsAndGets) {
  const auto fmu = load("turning");
  fmu->start();
  fmu->run(60);
  fmu->run(40);
  EXPECT_NEAR(fmu->values()[0], std::cos(1.0), 1e-13);
  EXPECT_NEAR(fmu->values()[1], std::sin(1.0), 1e-13);
}

// A new start begins at time 0 with the start values.
TEST_P(RawFmuTest, StartsAgain) {
  const auto fmu = load("idle");
  fmu->start();
  fmu->run(10);
  fmu->stop();
  fmu->start();
  fmu->run(1);
  EXPECT_EQ(fmu->values()[0], 1.0);  // one internal step was due at time 0
}

// Ten inputs are set before a step and ten outputs read after it: step 6 sets u1 to u10 to 6 to 15.
TEST_P(RawFmuTest, SetsAndGetsAll) {
  const auto fmu = load("wide");
  fmu->start();
  fmu->run_wide(7);
  EXPECT_EQ(fmu->all_values(), (std::vector<double>{6, 105, 16, 18, 20, 22, 24, 26, 28, 30}));
}

// A row for each step, numbers that read back to the same bits.
TEST_P(RawFmuTest, WritesCsv) {
  const auto fmu = load("turning");
  fmu->start();
  fmu->run_to_csv(2, folder_.path() / "out.csv");
  std::ifstream in{folder_.path() / "out.csv"};
  std::string header;
  std::string first;
  std::string second;
  ASSERT_TRUE(std::getline(in, header) && std::getline(in, first) && std::getline(in, second));
  EXPECT_EQ(header, "time,y1,y2");
  EXPECT_EQ(first.substr(0, first.find(',')), "6.103515625e-05");
  EXPECT_EQ(std::strtod(second.substr(second.rfind(',') + 1).c_str(), nullptr), fmu->values()[1]);
}

// Stepping an instance that was never started is an error of the FMU and is not overlooked.
TEST_P(RawFmuTest, ReportsAFailedStart) {
  FmuFacts facts = read_facts(kFolder / ("idle_fmi" + std::to_string(GetParam()) + ".fmu"));
  const std::filesystem::path library = extract_binary(facts, folder_.path());
  facts.token = "wrong";
  EXPECT_THROW(load_raw(facts, library)->start(), Error);
}

INSTANTIATE_TEST_SUITE_P(Versions, RawFmuTest, testing::Values(2, 3));

}  // namespace
}  // namespace lockstep::bench
