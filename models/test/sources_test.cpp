// SPDX-License-Identifier: Apache-2.0
// The sources inside our FMI 3.0 FMUs: machines we have no binary for build from them.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/stepper.hpp"
#include "support/files.hpp"
#include "support/zip_writer.hpp"

namespace lockstep::models::test {
namespace {

namespace fs = std::filesystem;

std::string text_of(const core::Archive& archive, const std::string& name) {
  return std::string{archive.read(name).text()};
}

/// All first groups of `pattern`.
std::set<std::string> matches(const std::string& text, const std::string& pattern) {
  const std::regex regex{pattern};
  std::set<std::string> found;
  for (std::sregex_iterator i{text.begin(), text.end(), regex}; i != std::sregex_iterator{}; ++i)
    found.insert((*i)[1]);
  return found;
}

// Every source file that the build description names is there, and whatever a file includes by name is in the
// archive, too: beside it or in a folder of the build description.
TEST(Sources, every_fmu_carries_all_it_includes) {
  std::size_t fmus = 0;
  for (const auto& entry : fs::directory_iterator(LOCKSTEP_FMUS_DIR "/3.0")) {
    ++fmus;
    const core::Archive archive = core::Archive::open(entry.path());
    const std::string description = text_of(archive, "sources/buildDescription.xml");
    for (const std::string& file : matches(description, "<SourceFile name=\"([^\"]*)\""))
      EXPECT_TRUE(archive.contains("sources/" + file)) << entry.path() << ": " << file;
    const auto folders = matches(description, "<IncludeDirectory name=\"([^\"]*)\"");
    EXPECT_EQ(folders.size(), 2U);
    for (const core::ArchiveEntry& source : archive.entries_below("sources/")) {
      if (source.is_directory) continue;
      for (const std::string& included :
           matches(text_of(archive, source.name), "#include [\"<](lockstep/[^\">]*|[^\">]*\\.hpp)[\">]")) {
        bool is_there =
            archive.contains((fs::path{source.name}.parent_path() / included).lexically_normal().string());
        for (const std::string& folder : folders)
          is_there = is_there || archive.contains("sources/" + folder + '/' + included);
        EXPECT_TRUE(is_there) << entry.path() << ": " << source.name << " includes " << included;
      }
    }
  }
  EXPECT_GE(fmus, 25U);
}

/// Its output `a` at every step of 0.01 s over 10 s.
std::vector<double> swing(const fs::path& file, const core::OpenOptions& options) {
  const auto stepper = core::Stepper::create(core::Fmu::open(file, options));
  const std::string name = "a";
  const auto angle_rad = stepper->bind_outputs<double>(core::select(stepper->description(), {&name, 1}));
  stepper->initialize({});
  const core::TimeGrid grid{0.0, core::Rational::from_seconds(0.01)};
  std::vector<double> values;
  for (int k = 0; k < 1000; ++k) {
    EXPECT_EQ(stepper->step(grid.interval(k)).status, core::Status::kOk) << stepper->fault();
    values.push_back(angle_rad[0]);
  }
  return values;
}

// Without its binary the pendulum is compiled and gives the same bits; not asking for that is an error that
// says how.
TEST(Sources, an_fmu_without_binary_is_built_and_gives_the_same_bits) {
  const lockstep::test::TemporaryFolder folder;
  const fs::path whole = LOCKSTEP_FMUS_DIR "/3.0/DampedPendulum.fmu";
  const core::Archive archive = core::Archive::open(whole);
  std::map<std::string, std::string> kept;
  for (const core::ArchiveEntry& entry : archive.entries()) {
    if (!entry.is_directory && entry.name.compare(0, 9, "binaries/") != 0)
      kept[entry.name] = text_of(archive, entry.name);
  }
  const fs::path bare =
      lockstep::test::write_file(folder / "DampedPendulum.fmu", lockstep::test::make_fmu(kept));
  core::OpenOptions options;
  options.cache.directory = folder / "cache";
  try {
    swing(bare, options);
    ADD_FAILURE() << "ran without a binary";
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("--build-sources"), std::string::npos) << error.what();
  }
  options.build_sources = true;
  EXPECT_EQ(swing(bare, options), swing(whole, options));
}

}  // namespace
}  // namespace lockstep::models::test
