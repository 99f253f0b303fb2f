// SPDX-License-Identifier: Apache-2.0
#include "world_view.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "command.hpp"
#include "lockstep/hosts/engines/engines.hpp"

namespace lockstep::cli {
namespace {

const char* const kWorld = R"(<sdf version='1.6'><world name='swing'><model name='arm'><link name='rod'>
<pose>0 0 1 0 0.5 0</pose><inertial><pose>0 0 -0.5 0 0 0</pose><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
</link><joint name='hinge' type='revolute'><parent>world</parent><child>rod</child><axis><xyz>0 1 0</xyz></axis></joint></model></world></sdf>)";

class WorldViewTest : public CommandTest {
 protected:
  WorldViewTest() { test::write_file(path("swing.world"), kWorld); }
  void SetUp() override {
    if (hosts::engine_names().empty()) GTEST_SKIP() << "this build has no physics engine";
  }
  test::ProcessResult run_with(std::vector<std::string> more) {
    more.insert(more.begin(), {"run", path("swing.world"), "--duration", "0.05"});
    return run(std::move(more));
  }
};

TEST_F(WorldViewTest, PrintsAnAddressWithAToken) {
  const test::ProcessResult result = run_with({"--view=0", "--real-time", "1000"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const std::string begin = "view: http://127.0.0.1:";
  const std::size_t at = result.errors.find(begin);
  ASSERT_NE(at, std::string::npos) << result.errors;
  const std::string address = result.errors.substr(at, result.errors.find('\n', at) - at);
  const std::size_t token = address.find("/?token=");
  ASSERT_NE(token, std::string::npos) << address;
  EXPECT_EQ(address.size() - token, 8U + 32U);
}

// Looking changes nothing: the same bits with a viewer and without.
TEST_F(WorldViewTest, RecordingsAreTheSame) {
  EXPECT_EQ(run_with({"--record", path("plain.csv")}).exit_code, 0);
  EXPECT_EQ(run_with({"--view=0", "--real-time", "1000", "--record", path("viewed.csv")}).exit_code, 0);
  const std::string plain = test::read_file(path("plain.csv"));
  EXPECT_GT(plain.size(), 1000U);
  EXPECT_EQ(plain, test::read_file(path("viewed.csv")));
}

TEST_F(WorldViewTest, RunGoesOnWhenThePortIsTaken) {
  const int taken = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(taken, reinterpret_cast<const sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(taken, 1), 0);
  ::getsockname(taken, reinterpret_cast<sockaddr*>(&address), &size);
  const std::string port = std::to_string(ntohs(address.sin_port));
  const test::ProcessResult result = run_with({"--view=" + port, "--real-time", "1000"});
  ::close(taken);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.errors.find("port " + port), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("goes on without the viewer"), std::string::npos);
}

TEST_F(WorldViewTest, WrongUseIsNamed) {
  for (const char* const port : {"70000", "-1", "x", "80a"}) {
    const test::ProcessResult result = run_with({std::string{"--view="} + port});
    EXPECT_EQ(result.exit_code, 2) << port;
    EXPECT_NE(result.errors.find("is no port"), std::string::npos) << result.errors;
  }
  const test::ProcessResult result = run_with({"--view-origin", "https://app.example"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.errors.find("--view"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::cli
