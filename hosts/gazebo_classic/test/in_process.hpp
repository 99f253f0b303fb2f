// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gazebo/gazebo.hh>
#include <gazebo/physics/physics.hh>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace lockstep::test {}

namespace lockstep::hosts::gazebo_classic::test {

using namespace lockstep::test;

/// Gazebo's server in this process; the environment is that of the tests in gzserver (unit_test.py).
inline void need_server() {
  static const bool ready = gazebo::setupServer();
  if (!ready) throw std::runtime_error{"Gazebo does not start in this process; run unit_test.py"};
}

/// A world of models on one engine, stepped by hand, by default 1 ms without gravity. Removed with the
/// object.
class World {
 public:
  World(const std::string& engine, const std::string& models, const std::string& gravity = "0 0 0",
        const std::string& step_s = "0.001") {
    need_server();
    const std::string file = "in_process_" + std::to_string(++count()) + ".world";
    std::ofstream{file} << "<sdf version='1.6'><world name='w" << count() << "'><gravity>" << gravity
                        << "</gravity><physics type='" << engine << "'><max_step_size>" << step_s
                        << "</max_step_size><real_time_update_rate>0"
                        << "</real_time_update_rate></physics>" << models << "</world></sdf>";
    world_ = gazebo::loadWorld(file);
    std::remove(file.c_str());
    if (!world_) throw std::runtime_error{"Gazebo does not load the world"};
    gazebo::runWorld(world_, 1);  // joints are complete from the first step on
  }
  ~World() { gazebo::physics::remove_worlds(); }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  void step() { gazebo::runWorld(world_, 1); }
  gazebo::physics::Model& model(const std::string& name) { return *world_->ModelByName(name); }
  gazebo::physics::World& operator*() { return *world_; }
  gazebo::physics::World* operator->() { return world_.get(); }

 private:
  static int& count() {
    static int made = 0;
    return made;
  }
  gazebo::physics::WorldPtr world_;
};

/// A link of 1 kg with inertia 2 kg m^2 on a hinge about y, named "joint"; `more` goes into the axis.
inline std::string arm(const std::string& name, const std::string& more = "") {
  return "<model name='" + name +
         "'><link "
         "name='link'><inertial><mass>1</mass><inertia><ixx>2</ixx><ixy>0</ixy><ixz>0</ixz><iyy>2</iyy>"
         "<iyz>0</iyz><izz>2</izz></inertia></inertial></link><joint name='joint' "
         "type='revolute'><parent>world"
         "</parent><child>link</child><axis><xyz>0 1 0</xyz>" +
         more + "</axis></joint></model>";
}

}  // namespace lockstep::hosts::gazebo_classic::test
