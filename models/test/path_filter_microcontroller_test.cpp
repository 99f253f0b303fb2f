// SPDX-License-Identifier: Apache-2.0
// The path filter built for a microcontroller and run on an emulated one.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <string>

#include "model_run.hpp"
#include "support/files.hpp"

namespace lockstep::models::test {
namespace {

constexpr const char* kSources = LOCKSTEP_PATH_FILTER_SOURCES;

/// What a command prints, on both channels; `status` is its exit status.
std::string printed_by(const std::string& command, int& status) {
  std::string text;
  std::FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> part{};
  while (pipe != nullptr && std::fgets(part.data(), part.size(), pipe) != nullptr)
    text += part.data();
  status = pipe == nullptr ? -1 : pclose(pipe);
  return text;
}

double of_bits(const std::string& digits) {
  const std::uint64_t bits = std::strtoull(digits.c_str(), nullptr, 16);
  double value = 0.0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// The same source as in the FMU, compiled for a Cortex-M4 without heap, exceptions and run-time type
// information (nothing that could provide them is linked), gives the FMU's values. Only the last bits of sin,
// cos and atan2 may differ between the two libraries.
TEST(PathFilterMicrocontroller, equals_the_fmu) {
  int status = 0;
  printed_by("arm-none-eabi-g++ --version && qemu-system-arm --version", status);
  if (status != 0)
    GTEST_SKIP() << "arm-none-eabi-g++ or qemu-system-arm is not installed (tools/setup optional)";
  const lockstep::test::TemporaryFolder folder;
  const std::string program = (folder / "filter.elf").string();
  const std::string sources{kSources};
  const std::string errors = printed_by(
      "arm-none-eabi-g++ -std=c++17 -O2 -mcpu=cortex-m4 -mthumb -mfloat-abi=soft -ffp-contract=off "
      "-ffreestanding -fno-exceptions -fno-rtti -fno-unwind-tables -nostartfiles -nodefaultlibs -T '" +
          sources + "/microcontroller/mps2.ld' -I '" + sources + "' '" + sources +
          "/microcontroller/main.cpp' '" + sources + "/embedded.cpp' -o '" + program + "' -lm -lgcc",
      status);
  ASSERT_EQ(status, 0) << errors;
  std::istringstream lines{
      printed_by("timeout 120 qemu-system-arm -M mps2-an386 -nographic -semihosting-config "
                 "enable=on,target=native -kernel '" +
                     program + "'",
                 status)};
  ASSERT_EQ(status, 0) << lines.str();

  ModelRun fmu("PathFilter", kFmi3Cs);
  double& v = fmu.input("v_des");
  double& omega = fmu.input("omega_des");
  fmu.initialize();
  std::string v_bits, omega_bits;
  for (int i = 0; i < 3000; ++i) {
    v = i < 1000 ? 0.3 : 0.0;
    omega = i < 2000 ? 0.0 : -0.5;
    fmu.run_to(0.001 * (i + 1), 0.001);
    ASSERT_TRUE(lines >> v_bits >> omega_bits) << i;
    ASSERT_NEAR(of_bits(v_bits), fmu.real("v_fil"), 1e-12) << i;
    ASSERT_NEAR(of_bits(omega_bits), fmu.real("omega_fil"), 1e-12) << i;
  }
}

}  // namespace
}  // namespace lockstep::models::test
