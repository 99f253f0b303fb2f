// SPDX-License-Identifier: Apache-2.0
#include "signal_choice.hpp"

#include "world_fixture.hpp"

namespace lockstep::world {
namespace {

class SignalChoiceTest : public WorldFixture {
 protected:
  std::vector<std::string> chosen() {
    Assembly assembly = assemble(scenario_, {}, false, {});
    std::vector<std::string> names;
    for (const runtime::SignalView& signal : choose_signals(scenario_, assembly))
      names.push_back(signal.info->name);
    return names;
  }
};

// A name that is given twice is one column.
TEST_F(SignalChoiceTest, NamesAreTakenOnce) {
  scenario_.signals = {"m/axle/velocity", "m/axle/position", "m/axle/velocity"};
  EXPECT_EQ(chosen(), (std::vector<std::string>{"m/axle/velocity", "m/axle/position"}));
}

// Without names: motion and effort of the joint, outputs of devices, positions of free bodies alone.
TEST_F(SignalChoiceTest, UsualSignals) {
  scenario_.signals.clear();
  EXPECT_EQ(chosen(), (std::vector<std::string>{"m/axle/position", "m/axle/velocity", "m/axle/applied"}));
  scenario_.world =
      test::write_file(folder_ / "free.sdf",
                       "<sdf version='1.9'><world name='w'><model name='ball'><link name='l'/>"
                       "</model><model name='floor'><static>true</static><link name='l'/></model>"
                       "</world></sdf>")
          .string();
  EXPECT_EQ(chosen(), std::vector<std::string>{"ball/l/position"});
}

// A name the world does not have is reported with its place in the scenario.
TEST_F(SignalChoiceTest, NamesThePlace) {
  scenario_.signals = {"m/axle/position", "m/axle/positon"};
  scenario_.signals_where = {{"s.yaml", 2, 3}, {"s.yaml", 5, 7}};
  try {
    chosen();
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string{error.what()}.find("s.yaml:5:7: error: there is no signal 'm/axle/positon'"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace lockstep::world
