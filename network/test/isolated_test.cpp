// SPDX-License-Identifier: Apache-2.0
// Networks whose FMUs run in worker processes: the same bits, and a crash of an FMU is a failed step.
#include <gtest/gtest.h>

#include "lockstep/core/xml_tree.hpp"
#include "ssp_support.hpp"

namespace lockstep::network {
namespace {

/// Two masses; positions, velocity and force at each of 50 steps.
std::vector<double> positions(MasterKind master, std::uint32_t threads, const std::string& isolation) {
  std::string text = "<network><isolation>" + isolation +
                     "</isolation><fmus><name>l</name><fmu>LeftMass.fmu</fmu></fmus>"
                     "<fmus><name>r</name><fmu>RightMass.fmu</fmu></fmus>";
  for (const char* wire : {"l.x -&gt; r.x1", "l.v -&gt; r.v1", "r.F -&gt; l.F"})
    text.append("<connections>").append(wire).append("</connections>");
  text += "</network>";
  const FindFile find = [](const core::ConfigNode&, const std::string& name) {
    return std::filesystem::path{LOCKSTEP_NETWORK_FMUS} / "3.0" / name;
  };
  NetworkConfig config = read_network(core::read_xml(text, "test.xml"), find, {});
  config.master.kind = master;
  config.master.threads = threads;
  const auto system = CoupledSystem::create(config);
  system->initialize({});
  std::vector<double> all;
  for (int k = 0; k < 50; ++k) {
    EXPECT_TRUE(
        succeeded(system->step(core::TimeGrid{0.0, core::Rational::from_seconds(0.01)}.interval(k)).status))
        << system->fault();
    for (const char* name : {"l.x", "l.v", "r.x", "r.F"})
      all.push_back(test::value(*system, name));
  }
  return all;
}

// Every master, with one thread and with two: what a worker computes is what this process computes.
TEST(IsolatedNetworkConcurrency, SameBitsForEveryMaster) {
  for (const MasterKind master : {MasterKind::kJacobi, MasterKind::kGaussSeidel, MasterKind::kFixedPoint,
                                  MasterKind::kNewton, MasterKind::kAdaptive, MasterKind::kEvents}) {
    const std::vector<double> here = positions(master, 1, "none");
    for (const std::uint32_t threads : {1U, 2U})
      EXPECT_EQ(positions(master, threads, "process"), here) << to_string(master) << ", " << threads;
  }
}

#ifdef LOCKSTEP_FAULTY_FMUS
const std::string kFaulty = std::string{LOCKSTEP_FAULTY_FMUS} + "/3.0/Faulty.fmu";

/// The report of a network with a gain and an FMU whose fault comes at 20 ms; empty: nothing failed.
std::string report_of(NetworkConfig config, const std::string& fault) {
  config.components.back().start_values = {
      {"fault", fault, {}}, {"fault_time", "0.02", {}}, {"messages", "100", {}}};
  const auto system = CoupledSystem::create(std::move(config));
  system->initialize({});
  const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.01)};
  EXPECT_TRUE(succeeded(system->step(grid.interval(0)).status)) << system->fault();
  const core::StepOutcome outcome = system->step(grid.interval(1));
  if (succeeded(outcome.status)) return {};
  EXPECT_EQ(outcome.status, core::Status::kError);
  return system->fault();
}

// One entry of `fmus` may ask for a worker; without one this test would end here. Every fault; null: the step
// succeeds (NaN too, as nobody reads it).
TEST(IsolatedNetworkConcurrency, OneComponentAsksForIt) {
  const FindFile find = [](const core::ConfigNode&, const std::string& name) {
    return std::filesystem::path{name};
  };
  constexpr const char* kHang = "did not answer within 0.5 s";
  constexpr std::pair<const char*, const char*> kFaults[] = {{"2", "signal 11 (SIGSEGV"},
                                                             {"3", "signal 6 (SIGABRT"},
                                                             {"4", "exit(3)"},
                                                             {"5", kHang},
                                                             {"6", kHang},
                                                             {"7", nullptr},
                                                             {"8", nullptr},
                                                             {"9", "signal 11 (SIGSEGV"},
                                                             {"10", nullptr},
                                                             {"11", nullptr},
                                                             {"12", "signal 6 (SIGABRT"},
                                                             {"13", nullptr},
                                                             {"14", nullptr},
                                                             {"15", nullptr},
                                                             {"16", nullptr},
                                                             {"17", "returned the status 42"}};
  for (const auto& [fault, expected] : kFaults) {
    const std::string text = "<network><fmus><name>good</name><fmu>" + std::string{LOCKSTEP_NETWORK_FMUS} +
                             "/3.0/Gain.fmu</fmu></fmus><fmus><name>bad</name><fmu>" + kFaulty +
                             "</fmu><isolation>process</isolation><call_limit>0.5</call_limit></fmus>"
                             "</network>";
    const std::string report = report_of(read_network(core::read_xml(text, "test.xml"), find, {}), fault);
    if (expected == nullptr) {
      EXPECT_EQ(report, "") << fault;
      continue;
    }
    EXPECT_NE(report.find(expected), std::string::npos) << report;
    EXPECT_NE(report.find("bad"), std::string::npos) << report;
  }
}

class IsolatedSspConcurrency : public ::testing::Test, protected test::SspFolder {
 protected:
  std::filesystem::path annotated(const std::string& inside) {
    const std::string annotation = "<ssd:Annotations><ssc:Annotation type=\"lockstep.isolation\">" + inside +
                                   "</ssc:Annotation></ssd:Annotations>";
    return archive({{"SystemStructure.ssd",
                     ssd("<ssd:Elements>" + component("bad", "Faulty", annotation) + "</ssd:Elements>")},
                    {"resources/Faulty.fmu", lockstep::test::read_file(kFaulty)}});
  }
};

// An annotation of a component, or the options of the reader.
TEST_F(IsolatedSspConcurrency, AnnotationOrOptionAsksForIt) {
  const auto asked = read_ssp(annotated("<isolation>process</isolation>"));
  EXPECT_NE(report_of(asked.network, "4").find("exit(3)"), std::string::npos);
  SspOptions options;
  options.isolation.mode = core::Isolation::kProcess;
  EXPECT_NE(report_of(read_ssp(annotated(""), options).network, "4").find("exit(3)"), std::string::npos);
}

// Other people's files cannot give rights to their own FMUs.
TEST_F(IsolatedSspConcurrency, AnnotationGivesNoRights) {
  EXPECT_NE(refusal(annotated("<isolation>none</isolation>")).find("cannot give rights"), std::string::npos);
  EXPECT_NE(refusal(annotated("<permissions><network>true</network></permissions>"))
                .find("cannot give rights to its own FMUs; write 'permissions' into a scenario"),
            std::string::npos);
}
#endif

}  // namespace
}  // namespace lockstep::network
