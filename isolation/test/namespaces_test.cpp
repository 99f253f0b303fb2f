// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/isolation_options.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "isolated_run.hpp"

namespace lockstep::isolation::test {
namespace {

std::string space(pid_t process, const char* kind) {
  std::error_code failed;
  const auto place = std::filesystem::path{"/proc"} / std::to_string(process) / "ns" / kind;
  return std::filesystem::read_symlink(place, failed).string();
}

// Where the system grants namespaces, the worker has a network of its own unless it may use ours, and always
// System V memory of its own; this process keeps what it has.
TEST(NamespacesConcurrency, WorkerHasItsOwn) {
  for (const core::SandboxLayer& layer : core::sandbox_layers())
    if (layer.name == "namespaces" && !layer.active) GTEST_SKIP() << layer.detail;
  const std::string net = space(::getpid(), "net"), ipc = space(::getpid(), "ipc");
  for (const bool network : {false, true}) {
    core::StepperOptions options = isolated();
    options.isolation.permissions.network = network;
    const std::set<pid_t> before = children_of(::getpid());
    const auto stepper = core::Stepper::create(core::Fmu::open(LOCKSTEP_FMUS "/3.0/Dahlquist.fmu"), options);
    for (const pid_t supervisor : children_of(::getpid())) {
      if (before.count(supervisor) != 0) continue;
      const std::set<pid_t> workers = children_of(supervisor);
      ASSERT_EQ(workers.size(), 1U);
      if (space(*workers.begin(), "net").empty()) GTEST_SKIP() << "the worker belongs to another user";
      EXPECT_EQ(space(*workers.begin(), "net") == net, network);
      EXPECT_NE(space(*workers.begin(), "ipc"), ipc);
    }
  }
  EXPECT_EQ(space(::getpid(), "net"), net);
}

}  // namespace
}  // namespace lockstep::isolation::test
