// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"

namespace lockstep::cli {
namespace {

class Robot : public CommandTest {
 protected:
  std::string urdf(const std::string& moments) {
    return test::write_file(
               folder_ / "r.urdf",
               "<robot name='r'><link name='arm'><inertial><origin xyz='1 0 0'/><mass value='2'/><inertia " +
                   moments + "/></inertial></link></robot>")
        .string();
  }
};

// Links that no body can be are named, with exit code 1.
TEST_F(Robot, ChecksInertias) {
  const test::ProcessResult good = run({"robot", "check", urdf("ixx='1' iyy='1' izz='1'")});
  EXPECT_EQ(good.exit_code, 0) << good.errors;
  EXPECT_NE(good.output.find("yes"), std::string::npos) << good.output;
  const test::ProcessResult bad = run({"robot", "check", urdf("ixx='-1' iyy='1' izz='1'")});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_NE(bad.output.find("arm"), std::string::npos);
  EXPECT_NE(bad.output.find("expected all above 0"), std::string::npos) << bad.output;
}

// 3 - 2 * 1^2 = 1 about the axes across the shift; the file has the new numbers.
TEST_F(Robot, ShiftsInertias) {
  const std::string out = (folder_ / "out.urdf").string();
  const test::ProcessResult result =
      run({"robot", "shift-inertia", urdf("ixx='1' iyy='3' izz='3'"), "--output", out});
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  EXPECT_NE(test::read_file(out).find("iyy=\"1\""), std::string::npos) << test::read_file(out);
  const nlohmann::json json = json_of(run({"robot", "shift-inertia", out, "--to-origin", "--json"}));
  EXPECT_EQ(json["links"][0]["iyy"], 3.0);
}

TEST_F(Robot, NeedsAFile) {
  EXPECT_EQ(run({"robot", "check", "nothing.urdf"}).exit_code, 2);
  EXPECT_EQ(run({"robot", "paint", urdf("ixx='1'")}).exit_code, 2);
}

}  // namespace
}  // namespace lockstep::cli
