// SPDX-License-Identifier: Apache-2.0
// Several instances in several threads, through the C functions of both interfaces. Also run under
// ThreadSanitizer.
#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

#include "fmi2_exports.hpp"
#include "fmi3_exports.hpp"
#include "messages.hpp"
#include "prototype.hpp"

namespace lockstep::exporter::test {
namespace {

constexpr int kThreads = 4;
constexpr int kSteps = 50;

struct Results {
  bool is_ok{true};
  std::vector<double> values;

  bool operator==(const Results& other) const { return is_ok == other.is_ok && values == other.values; }
};

/// Life of an instance with decay rate k: steps across the event of z, a state saved and restored half-way, a
/// derivative at every step, everything logged.
Results run_fmi2(double k) {
  Results results;
  Messages messages;
  const fmi2CallbackFunctions callbacks{&Messages::log2, nullptr, nullptr, nullptr, &messages};
  const auto need = [&](fmi2Status status) { results.is_ok = results.is_ok && status == fmi2OK; };
  const fmi2Component c = fmi2Instantiate("probe", fmi2CoSimulation, prototype().token.c_str(),
                                          "file:///tmp/resources", &callbacks, fmi2False, fmi2True);
  const fmi2ValueReference kX = 0, kK = 2, kU = 4, kDerX = 1, kY = 5;
  need(fmi2SetReal(c, &kK, 1, &k));
  need(fmi2SetupExperiment(c, fmi2False, 0.0, 0.0, fmi2False, 0.0));
  need(fmi2EnterInitializationMode(c));
  need(fmi2ExitInitializationMode(c));
  fmi2FMUstate state = nullptr;
  for (int step = 0; step < kSteps; ++step) {
    const double u = 0.01 * step;
    need(fmi2SetReal(c, &kU, 1, &u));
    if (step == kSteps / 2) need(fmi2GetFMUstate(c, &state));
    need(fmi2DoStep(c, 0.05 * step, 0.05, fmi2False));
    std::array<double, 2> read{};
    const std::array<fmi2ValueReference, 2> references{kX, kY};
    need(fmi2GetReal(c, references.data(), references.size(), read.data()));
    const double seed = 1.0;
    double slope = 0.0;
    need(fmi2GetDirectionalDerivative(c, &kDerX, 1, &kX, 1, &seed, &slope));
    results.values.insert(results.values.end(), {read[0], read[1], slope});
  }
  need(fmi2SetFMUstate(c, state));
  need(fmi2FreeFMUstate(c, &state));
  double back = 0.0;
  need(fmi2GetReal(c, &kX, 1, &back));
  results.values.push_back(back);
  fmi2FreeInstance(c);
  return results;
}

Results run_fmi3(double k) {
  Results results;
  Messages messages;
  const auto need = [&](fmi3Status status) { results.is_ok = results.is_ok && status == fmi3OK; };
  const fmi3Instance c =
      fmi3InstantiateCoSimulation("probe", prototype().token.c_str(), "/tmp/resources/", fmi3False, fmi3True,
                                  fmi3False, fmi3False, nullptr, 0, &messages, &Messages::log3, nullptr);
  const fmi3ValueReference kX = 0, kK = 2;
  need(fmi3SetFloat64(c, &kK, 1, &k, 1));
  need(fmi3EnterInitializationMode(c, fmi3False, 0.0, 0.0, fmi3False, 0.0));
  need(fmi3ExitInitializationMode(c));
  for (int step = 0; step < kSteps; ++step) {
    fmi3Boolean event = fmi3False, end = fmi3False, early = fmi3False;
    double reached = 0.0;
    need(fmi3DoStep(c, 0.05 * step, 0.05, fmi3False, &event, &end, &early, &reached));
    double x = 0.0;
    need(fmi3GetFloat64(c, &kX, 1, &x, 1));
    results.values.push_back(x);
  }
  fmi3FreeInstance(c);
  return results;
}

// Whatever runs beside it, an instance computes the same bits as alone. The threads start before anything
// else has used the model, so they also meet at what is made once per process.
TEST(ExporterConcurrency, InstancesInThreadsDoNotMeet) {
  std::vector<Results> fmi2(kThreads), fmi3(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      fmi2[i] = run_fmi2(0.5 + static_cast<double>(i));
      fmi3[i] = run_fmi3(0.5 + static_cast<double>(i));
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  for (std::size_t i = 0; i < kThreads; ++i) {
    const double k = 0.5 + static_cast<double>(i);
    EXPECT_TRUE(fmi2[i].is_ok && fmi3[i].is_ok) << k;
    EXPECT_TRUE(fmi2[i] == run_fmi2(k)) << k;
    EXPECT_TRUE(fmi3[i] == run_fmi3(k)) << k;
  }
  EXPECT_FALSE(fmi2[0] == fmi2[1]) << "the instances were to differ";
}

}  // namespace
}  // namespace lockstep::exporter::test
