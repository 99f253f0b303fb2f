// SPDX-License-Identifier: Apache-2.0
// A world plugin that measures the other plugins of its world: what their start costs, and how long their
// callbacks take in each step. Gazebo calls the callbacks of an event in the order in which they were
// connected, so a first and a last one of ours bracket all others. Writes JSON and ends the server; see
// compare-plugins.
//
//   <plugin name="clock" filename="libGazeboStepClock.so"><file>out.json</file><steps>1000</steps></plugin>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <gazebo/common/Events.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/World.hh>
#include <string>
#include <vector>

namespace {

using gazebo::event::ConnectionPtr;
using gazebo::event::Events;

constexpr std::size_t kWarmUpSteps = 20;

double seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double resident_bytes() {
  std::ifstream file{"/proc/self/statm"};
  double all = 0.0, resident = 0.0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Time and memory at one instant.
struct Snapshot {
  double cpu_s{seconds(CLOCK_THREAD_CPUTIME_ID)}, wall_s{seconds(CLOCK_MONOTONIC)}, bytes{resident_bytes()};
};

/// Time between the first and the last callback of one event, for each step. CPU time is right on a busy
/// machine, but asking for it takes as long as a few callbacks; so it lies outside of the wall time.
struct Bracket {
  void begin() {
    cpu_s.push_back(-seconds(CLOCK_THREAD_CPUTIME_ID));
    wall_s.push_back(-seconds(CLOCK_MONOTONIC));
  }
  void end() {
    wall_s.back() += seconds(CLOCK_MONOTONIC);
    cpu_s.back() += seconds(CLOCK_THREAD_CPUTIME_ID);
  }
  void forget() {
    wall_s.clear();
    cpu_s.clear();
  }

  std::vector<double> wall_s, cpu_s;
};

}  // namespace

namespace lockstep::bench {

class StepClock final : public gazebo::WorldPlugin {
 public:
  // Gazebo loads the plugins of the world, then those of the models, all in the thread of the world just
  // before its first step.
  void Load(gazebo::physics::WorldPtr, sdf::ElementPtr sdf) override {
    file_ = sdf->Get<std::string>("file");
    steps_ = sdf->Get<unsigned>("steps");
    for (Bracket& bracket : brackets_) {
      bracket.wall_s.reserve(kWarmUpSteps + steps_);
      bracket.cpu_s.reserve(kWarmUpSteps + steps_);
    }
    firsts_ = {Events::ConnectWorldUpdateBegin([this](const auto&) { brackets_[0].begin(); }),
               Events::ConnectBeforePhysicsUpdate([this](const auto&) { brackets_[1].begin(); }),
               Events::ConnectWorldUpdateEnd([this] { on_end(); })};
    before_ = Snapshot{};
  }

 private:
  void on_end() {
    if (step_ == 0) started_ = Snapshot{};
    if (++step_ == kWarmUpSteps) {
      for (Bracket& bracket : brackets_)
        bracket.forget();
      lasts_ = {Events::ConnectWorldUpdateBegin([this](const auto&) { brackets_[0].end(); }),
                Events::ConnectBeforePhysicsUpdate([this](const auto&) { brackets_[1].end(); })};
      warm_ = Snapshot{};
    } else if (step_ == kWarmUpSteps + steps_) {
      finish();
    }
  }

  [[noreturn]] void finish() {
    const Snapshot now;
    const double steps = static_cast<double>(steps_);
    std::FILE* file = std::fopen(file_.c_str(), "w");
    if (file == nullptr) std::_Exit(1);
    std::fprintf(file,
                 "{\"callbacks_wall_s\": %.4g, \"callbacks_cpu_s\": %.4g, \"step_cpu_s\": %.4g, "
                 "\"start_cpu_s\": %.6g, \"start_wall_s\": %.6g, \"run_bytes\": %.0f}\n",
                 median(brackets_[0].wall_s) + median(brackets_[1].wall_s),
                 median(brackets_[0].cpu_s) + median(brackets_[1].cpu_s), (now.cpu_s - warm_.cpu_s) / steps,
                 started_.cpu_s - before_.cpu_s, started_.wall_s - before_.wall_s,
                 warm_.bytes - before_.bytes);
    std::_Exit(std::fclose(file) == 0 ? 0 : 1);  // how the server ends is not measured
  }

  std::string file_;
  std::size_t steps_{0}, step_{0};
  std::array<Bracket, 2> brackets_;
  std::array<ConnectionPtr, 3> firsts_;
  std::array<ConnectionPtr, 2> lasts_;
  Snapshot before_, started_, warm_;
};

}  // namespace lockstep::bench

namespace gazebo {
GZ_REGISTER_WORLD_PLUGIN(lockstep::bench::StepClock)
}  // namespace gazebo
