// SPDX-License-Identifier: Apache-2.0
// What happens without a word about isolation: FMUs that must be alone in a process, and FMUs that hang.
#include <gtest/gtest.h>

#include <future>

#include "isolated_run.hpp"
#include "lockstep/core/archive.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::isolation::test {
namespace {

using core::Isolation;
using core::Stepper;

/// Feedthrough, which says of itself that it may be instantiated only once per process.
std::filesystem::path lonely_fmu(const std::filesystem::path& folder) {
  const core::Archive archive = core::Archive::open(LOCKSTEP_FMUS "/3.0/Feedthrough.fmu");
  std::vector<lockstep::test::ZipEntry> entries;
  for (const core::ArchiveEntry& entry : archive.entries()) {
    if (entry.name.back() == '/') continue;
    const auto bytes = archive.read(entry.name);
    std::string content{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    const std::size_t place = content.find("<CoSimulation ");
    if (entry.name == "modelDescription.xml")
      content.insert(place + 14, "canBeInstantiatedOnlyOncePerProcess=\"true\" ");
    entries.push_back({std::string{entry.name}, content});
  }
  return lockstep::test::write_file(folder / "Lonely.fmu", lockstep::test::make_zip(entries));
}

struct Made {
  std::shared_ptr<bool> noted{std::make_shared<bool>(false)};
  std::unique_ptr<Stepper> stepper;
  bool in_worker() const { return *noted; }
};

Made make(const std::filesystem::path& file, Isolation mode) {
  Made made;
  core::StepperOptions options;
  options.isolation.mode = mode;
  options.instance.log = [noted = made.noted](const core::LogMessage& message) {
    *noted = *noted || message.text.find("runs in a worker process") != std::string::npos;
  };
  made.stepper = Stepper::create(core::Fmu::open(file), options);
  return made;
}

// The second instance of an FMU that must be alone gets a worker, and the same numbers; after the first is
// gone the next one runs here again. Who says "none" gets none.
TEST(AutomaticIsolationConcurrency, SecondInstanceGetsAWorker) {
  const lockstep::test::TemporaryFolder folder;
  const std::filesystem::path file = lonely_fmu(folder.path());
  {
    const Made first = make(file, Isolation::kAutomatic), second = make(file, Isolation::kAutomatic),
               third = make(file, Isolation::kInProcess);
    EXPECT_FALSE(first.in_worker());
    EXPECT_TRUE(second.in_worker());
    EXPECT_FALSE(third.in_worker());
    for (const Made* made : {&first, &second, &third}) {
      Stepper& stepper = *made->stepper;
      const std::vector in{stepper.description().find("Float64_continuous_input")},
          out{stepper.description().find("Float64_continuous_output")};
      const Span<double> u = stepper.bind_inputs<double>(in);
      const Span<const double> y = stepper.bind_outputs<double>(out);
      stepper.initialize({});
      u[0] = 7.25;
      EXPECT_TRUE(succeeded(stepper.step(core::StepInterval::between(0.0, 0.1)).status));
      EXPECT_EQ(y[0], 7.25);
    }
  }
  EXPECT_FALSE(make(file, Isolation::kAutomatic).in_worker());
}

// An FMU that may have many instances has them here.
TEST(AutomaticIsolationConcurrency, OthersStayHere) {
  const Made first = make(LOCKSTEP_FMUS "/3.0/Feedthrough.fmu", Isolation::kAutomatic),
             second = make(LOCKSTEP_FMUS "/3.0/Feedthrough.fmu", Isolation::kAutomatic);
  EXPECT_FALSE(second.in_worker());
}

#ifdef LOCKSTEP_FAULTY_FMUS
// A call that takes long is named while it takes long, in this process, where nothing can end it.
TEST(HangConcurrency, IsNamedWithoutIsolation) {
  std::promise<std::string> named;
  core::StepperOptions options;
  options.isolation.call_limit_s = 0.02;
  options.instance.log = [&](const core::LogMessage& message) {
    if (message.category == "hang")
      named.set_value(std::string{message.source} + ": " + std::string{message.text});
  };
  const auto stepper = Stepper::create(core::Fmu::open(LOCKSTEP_FAULTY_FMUS "/2.0/Faulty.fmu"), options);
  const auto set = [&](const char* name, const core::Value& value) {
    stepper->set(*stepper->description().find(name), value);
  };
  set("fault", std::vector<std::int64_t>{7});  // sleeps in a step
  set("slow_step_s", std::vector<double>{1.0});
  stepper->initialize({});
  EXPECT_TRUE(succeeded(stepper->step(core::StepInterval::between(0.5, 0.51)).status));
  const std::string text = named.get_future().get();
  EXPECT_EQ(text.find("Faulty: fmi2DoStep(0.5) has not returned for 0."), 0U) << text;
  EXPECT_NE(text.find("isolation: process"), std::string::npos) << text;
}
#endif

}  // namespace
}  // namespace lockstep::isolation::test
