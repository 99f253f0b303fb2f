// SPDX-License-Identifier: Apache-2.0
#include "initial_values.hpp"

#include <gtest/gtest.h>

#include "network_support.hpp"

namespace lockstep::network {
namespace {

using test::Net;
using test::value;

Net loop(const std::string& k1, const std::string& k2) {
  Net net;
  net.fmu("a", "Gain", {{"k", k1}, {"b", "3"}}).fmu("b", "Gain", {{"k", k2}, {"b", "1"}});
  return net.wire("a.y", "b.u").wire("b.y", "a.u");
}

/// a = k1 b + 3, b = k2 a + 1.
double solution(double k1, double k2) {
  return (k1 + 3.0) / (1.0 - k1 * k2);
}

// Values run through a chain before the first step, whatever the order in the file.
TEST(InitialValues, PassThroughChains) {
  Net net;
  net.fmu("c", "Gain", {{"k", "3"}}).fmu("b", "Gain", {{"k", "2"}}).fmu("a", "Plant", {{"y", "5"}});
  net.wire("b.y", "c.u").wire("a.y", "b.u");
  const auto system = net.make();
  system->initialize({});
  EXPECT_EQ(value(*system, "c.y"), 30.0);
}

// Through the same block twice, on different channels: several rounds, no loop.
TEST(InitialValues, PassThroughABlockTwice) {
  Net net;
  net.fmu("a", "Gain", {{"b", "2"}}).fmu("b", "Gain").wire("a.y", "b.u").wire("b.y", "a.u2");
  const auto system = net.make();
  system->initialize({});
  EXPECT_EQ(value(*system, "a.y2"), 3.0);
}

TEST(InitialValues, LoopsAreSolved) {
  const auto system = loop("0.5", "0.5").make();
  system->initialize({});
  EXPECT_NEAR(value(*system, "a.y"), solution(0.5, 0.5), 1e-9);
}

// A gain of 6 around the loop: passing values on in circles would diverge.
TEST(InitialValues, LoopsThatAmplifyAreSolved) {
  const auto system = loop("-2", "3").make();
  system->initialize({});
  EXPECT_NEAR(value(*system, "a.y"), solution(-2.0, 3.0), 1e-9);
  EXPECT_NEAR(value(*system, "a.u"), value(*system, "b.y"), 1e-9);
}

// a = b + 3 and b = a + 1 contradict each other.
TEST(InitialValues, LoopsWithoutSolutionAreNamed) {
  const auto system = loop("1", "1").make();
  try {
    system->initialize({});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("a.y -> b.u, b.y -> a.u"), std::string::npos) << error.what();
  }
}

// Broken: inputs in the loop keep their start value, 0.
TEST(InitialValues, BrokenLoopsKeepStartValues) {
  Net net = loop("0.5", "0.5");
  net.config.master.loops = LoopPolicy::kBreak;
  const auto system = net.make();
  system->initialize({});
  EXPECT_EQ(value(*system, "a.y"), 3.0);
  EXPECT_EQ(value(*system, "b.y"), 1.0);
}

TEST(InitialValues, LoopsCanBeRefused) {
  Net net = loop("0.5", "0.5");
  net.config.master.loops = LoopPolicy::kRefuse;
  try {
    static_cast<void>(net.make());
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("algebraic loop: a.y -> b.u"), std::string::npos)
        << error.what();
  }
}

// A component without initialisation mode gets its inputs when they are known, and the report says so.
TEST(InitialValues, ComponentsWithoutInitializationMode) {
  Net net;
  net.fmu("b", "Gain", {{"k", "2"}}).limited(false).fmu("a", "Plant", {{"y", "5"}}).wire("a.y", "b.u");
  const auto system = net.make();
  system->initialize({});
  EXPECT_EQ(value(*system, "b.u"), 5.0);
  ASSERT_EQ(system->report().notes.size(), 1U);
  EXPECT_NE(system->report().notes[0].find("'b' has no initialisation mode"), std::string::npos);
}

// Reset and again: the same values.
TEST(InitialValues, ResetStartsAgain) {
  const auto system = loop("0.5", "0.5").make();
  system->initialize({});
  const double first = value(*system, "a.y");
  system->reset();
  system->initialize({});
  EXPECT_EQ(value(*system, "a.y"), first);
}

}  // namespace
}  // namespace lockstep::network
