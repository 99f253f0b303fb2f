// SPDX-License-Identifier: Apache-2.0
// A world plugin for tests, as somebody else would write one: commands joints in worldUpdateBegin, writes
// what happened to a CSV file, resets, inserts and deletes at given steps. It knows nothing of lockstep.
//
//   <plugin name="probe" filename="libGazeboProbe.so">
//     <file>out.csv</file>                                rows at the end of each step
//     <joint>model::joint</joint>                         columns position, velocity, force
//     <link>model::link</link>                            columns x y z vx vy vz wx wy wz
//     <force joint="model::joint" value="1" hz="0" from="1" to="100"/>   value * sin(2 pi hz t), or constant
//     <pid joint="model::joint" p="1" i="0" d="0" target="0"/>           Gazebo's own controller
//     <push link="model::link" x="1"/>                    its velocity at the start
//     <at step="7" do="reset"/>       at its end, or with when="begin" at its begin, before the forces:
//                                     reset, reset_time, reset_models, delete (name), insert (file),
//                                     step_size (value), remove_joint (name)
//   </plugin>
//
// After as many steps as PROBE_STEPS in the environment says it ends gzserver, which does not do so by
// itself.
#include <signal.h>
#include <unistd.h>
#include <cmath>

#include <cstdlib>
#include <fstream>
#include <gazebo/common/Events.hh>
#include <gazebo/common/Plugin.hh>
#include <gazebo/physics/Joint.hh>
#include <gazebo/physics/JointController.hh>
#include <gazebo/physics/Link.hh>
#include <gazebo/physics/Model.hh>
#include <gazebo/physics/PhysicsEngine.hh>
#include <gazebo/physics/World.hh>
#include <iomanip>
#include <string>
#include <vector>

#include "crash_witness.hpp"

namespace {

using gazebo::physics::JointPtr;
using gazebo::physics::LinkPtr;
using gazebo::physics::ModelPtr;

struct Force {
  std::string joint;
  double value, hz;
  int from, to;
};
struct Action {
  int step;
  bool at_begin;
  std::string what, argument;
};

class Probe final : public gazebo::WorldPlugin {
 public:
  void Load(gazebo::physics::WorldPtr world, sdf::ElementPtr sdf) override {
    probe::witness_crashes();
    world_ = world;
    sdf_ = sdf;
    if (const char* const steps = std::getenv("PROBE_STEPS")) last_step_ = std::stoi(steps);
    if (sdf->HasElement("file")) file_.open(sdf->Get<std::string>("file"));
    file_ << std::setprecision(17) << "time";
    each("joint", [this](const sdf::ElementPtr& e) {
      joints_.push_back(e->Get<std::string>());
      for (const char* what : {"position", "velocity", "force"})
        file_ << ',' << joints_.back() << '.' << what;
    });
    each("link", [this](const sdf::ElementPtr& e) {
      links_.push_back(e->Get<std::string>());
      for (const char* what : {"x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"})
        file_ << ',' << links_.back() << '.' << what;
    });
    file_ << '\n';
    each("force", [this](const sdf::ElementPtr& e) {
      forces_.push_back({e->Get<std::string>("joint"), number(e, "value", 0.0), number(e, "hz", 0.0),
                         static_cast<int>(number(e, "from", 1)), static_cast<int>(number(e, "to", 1e9))});
    });
    each("at", [this](const sdf::ElementPtr& e) {
      const auto text = [&e](const std::string& name) {
        return e->HasAttribute(name) ? e->Get<std::string>(name) : "";
      };
      actions_.push_back(
          {static_cast<int>(number(e, "step", 0)), text("when") == "begin", text("do"), text("argument")});
    });
    begin_ = gazebo::event::Events::ConnectWorldUpdateBegin(
        [this](const gazebo::common::UpdateInfo&) { begin(); });
    end_ = gazebo::event::Events::ConnectWorldUpdateEnd([this] { end(); });
  }

 private:
  template <class Do>
  void each(const std::string& name, Do act) {
    if (!sdf_->HasElement(name)) return;
    for (sdf::ElementPtr e = sdf_->GetElement(name); e; e = e->GetNextElement(name))
      act(e);
  }
  static double number(const sdf::ElementPtr& e, const std::string& attribute, double otherwise) {
    return e->HasAttribute(attribute) ? std::stod(e->GetAttribute(attribute)->GetAsString()) : otherwise;
  }
  JointPtr joint(const std::string& scoped) const {
    const auto split = scoped.rfind("::");
    const ModelPtr model = world_->ModelByName(scoped.substr(0, split));
    return model ? model->GetJoint(scoped.substr(split + 2)) : JointPtr{};
  }
  LinkPtr link(const std::string& scoped) const {
    return boost::dynamic_pointer_cast<gazebo::physics::Link>(world_->EntityByName(scoped));
  }

  void begin() {
    ++step_;
    if (step_ == 1) start();
    act(true);
    const double t = world_->SimTime().Double();
    for (const Force& force : forces_) {
      if (step_ < force.from || step_ > force.to) continue;
      joint(force.joint)
          ->SetForce(0, force.hz == 0.0 ? force.value : force.value * std::sin(2 * M_PI * force.hz * t));
    }
  }

  void start() {
    each("pid", [this](const sdf::ElementPtr& e) {
      const JointPtr driven = joint(e->Get<std::string>("joint"));
      const auto controller = driven->GetChild()->GetModel()->GetJointController();
      controller->SetPositionPID(driven->GetScopedName(), {number(e, "p", 0), number(e, "i", 0),
                                                           number(e, "d", 0), 1e4, -1e4, 1e4, -1e4});
      controller->SetPositionTarget(driven->GetScopedName(), number(e, "target", 0));
    });
    each("push", [this](const sdf::ElementPtr& e) {
      link(e->Get<std::string>("link"))
          ->SetLinearVel({number(e, "x", 0), number(e, "y", 0), number(e, "z", 0)});
    });
  }

  void end() {
    if (last_step_ >= 0 && step_ > last_step_) return;  // gzserver takes its time to end
    file_ << world_->SimTime().Double();
    for (const std::string& name : joints_) {
      const JointPtr read = joint(name);
      if (read)
        file_ << ',' << read->Position(0) << ',' << read->GetVelocity(0) << ',' << read->GetForce(0);
      else
        file_ << ",nan,nan,nan";
    }
    for (const std::string& name : links_) {
      const LinkPtr read = link(name);
      for (const ignition::math::Vector3d& v :
           {read->WorldPose().Pos(), read->WorldLinearVel(), read->WorldAngularVel()})
        file_ << ',' << v.X() << ',' << v.Y() << ',' << v.Z();
    }
    file_ << std::endl;
    act(false);
    // To the process, not to this thread: gzserver would wait for itself.
    if (step_ == last_step_) kill(getpid(), SIGINT);
  }

  void act(bool at_begin) {
    for (const Action& action : actions_) {
      if (action.step == step_ && action.at_begin == at_begin) act(action);
    }
  }

  void act(const Action& action) {
    if (action.what == "remove_joint")
      joint(action.argument)->GetChild()->GetModel()->RemoveJoint(action.argument);
    if (action.what == "reset") world_->Reset();
    if (action.what == "reset_time") world_->ResetTime();
    if (action.what == "reset_models") world_->ResetEntities(gazebo::physics::Base::MODEL);
    if (action.what == "delete") world_->RemoveModel(action.argument);
    if (action.what == "insert") world_->InsertModelFile(action.argument);
    if (action.what == "set_time") world_->SetSimTime(gazebo::common::Time{std::stod(action.argument)});
    if (action.what == "step_size") world_->Physics()->SetMaxStepSize(std::stod(action.argument));
  }

  gazebo::physics::WorldPtr world_;
  sdf::ElementPtr sdf_;
  std::ofstream file_;
  std::vector<std::string> joints_, links_;
  std::vector<Force> forces_;
  std::vector<Action> actions_;
  int step_{0}, last_step_{-1};
  gazebo::event::ConnectionPtr begin_, end_;
};

using gazebo::WorldPlugin;
GZ_REGISTER_WORLD_PLUGIN(Probe)

}  // namespace
