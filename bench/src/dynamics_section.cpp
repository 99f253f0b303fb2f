// SPDX-License-Identifier: Apache-2.0
// Equations of motion of a seven-joint arm, from position and velocity to the result, beside KDL and MuJoCo.
#include <memory>
#include <vector>

#include "lockstep/description/reader.hpp"
#include "lockstep/dynamics/dynamics.hpp"
#include "sections.hpp"

#ifdef LOCKSTEP_HAS_KDL
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include "support/kdl_chain.hpp"
#endif
#ifdef LOCKSTEP_HAS_MUJOCO
#include "../../hosts/mujoco/src/mjcf.hpp"
#include "../../hosts/mujoco/src/model_loader.hpp"
#endif

namespace lockstep::bench {
namespace {

using description::World;

constexpr Eigen::Index kJoints = 7;
constexpr std::uint64_t kStates = 64;  // visited in turn, so that no branch or sine is learnt by heart

/// States and results that all contenders share.
struct Work {
  std::vector<Eigen::VectorXd> q, v, a;
  Eigen::VectorXd tau{kJoints};
  Eigen::MatrixXd M{kJoints, kJoints};

  Work() {
    for (std::uint64_t k = 0; k < kStates; ++k) {
      const auto wave = [k](double phase) {
        return Eigen::VectorXd{Eigen::VectorXd::LinSpaced(kJoints, phase, phase + 2.0).array() *
                               std::sin(0.7 * static_cast<double>(k))};
      };
      q.push_back(wave(0.3));
      v.push_back(wave(-1.1));
      a.push_back(wave(0.9));
    }
  }
};

std::vector<Contender> ours(const World& world, const std::shared_ptr<Work>& work) {
  const auto dynamics = std::make_shared<dynamics::Dynamics>(std::make_shared<dynamics::Mechanism>(world));
  return {{"lockstep",
           [=](std::uint64_t count) {
             for (std::uint64_t i = 0; i < count; ++i) {
               dynamics->set_state(work->q[i % kStates], work->v[i % kStates]);
               dynamics->inverse_dynamics(work->a[i % kStates], work->tau);
             }
           },
           {}},
          {"lockstep",
           [=](std::uint64_t count) {
             for (std::uint64_t i = 0; i < count; ++i) {
               dynamics->set_position(work->q[i % kStates]);
               dynamics->mass_matrix(work->M);
             }
           },
           {}},
          {"lockstep",
           [=](std::uint64_t count) {
             for (std::uint64_t i = 0; i < count; ++i) {
               dynamics->set_state(work->q[i % kStates], work->v[i % kStates]);
               dynamics->forward_dynamics(work->a[i % kStates], work->tau);
             }
           },
           {}}};
}

#ifdef LOCKSTEP_HAS_KDL
std::vector<Contender> kdl(const World& world, const std::shared_ptr<Work>& work) {
  struct Solvers {
    explicit Solvers(const World& given)
        : chain{test::kdl_chain(given)},
          inverse{chain, test::to_kdl(given.gravity_m_s2)},
          mass{chain, test::to_kdl(given.gravity_m_s2)},
          forward{chain, test::to_kdl(given.gravity_m_s2)},
          none(chain.getNrOfSegments(), KDL::Wrench::Zero()) {}
    KDL::Chain chain;
    KDL::ChainIdSolver_RNE inverse;
    KDL::ChainDynParam mass;
    KDL::ChainFdSolver_RNE forward;
    KDL::Wrenches none;
    KDL::JntArray q{kJoints}, v{kJoints}, a{kJoints}, tau{kJoints};
    KDL::JntSpaceInertiaMatrix M{kJoints};
    void take(const Work& from, std::uint64_t i) {
      q.data = from.q[i % kStates];
      v.data = from.v[i % kStates];
      a.data = from.a[i % kStates];
    }
  };
  const auto solvers = std::make_shared<Solvers>(world);
  return {{"KDL",
           [=](std::uint64_t count) {
             for (std::uint64_t i = 0; i < count; ++i) {
               solvers->take(*work, i);
               solvers->inverse.CartToJnt(solvers->q, solvers->v, solvers->a, solvers->none, solvers->tau);
             }
           },
           {}},
          {"KDL",
           [=](std::uint64_t count) {
             for (std::uint64_t i = 0; i < count; ++i) {
               solvers->take(*work, i);
               solvers->mass.JntToMass(solvers->q, solvers->M);
             }
           },
           {}},
          {"KDL",
           [=](std::uint64_t count) {
             for (std::uint64_t i = 0; i < count; ++i) {
               solvers->take(*work, i);
               solvers->forward.CartToJnt(solvers->q, solvers->v, solvers->a, solvers->none, solvers->tau);
             }
           },
           {}}};
}
#endif

#ifdef LOCKSTEP_HAS_MUJOCO
std::vector<Contender> mujoco(const World& world, const std::shared_ptr<Work>& work) {
  struct Simulator {
    hosts::mujoco::Model model;
    hosts::mujoco::Data data;
    void take(const Work& from, std::uint64_t i) const {
      Eigen::Map<Eigen::VectorXd>{data->qpos, kJoints} = from.q[i % kStates];
      Eigen::Map<Eigen::VectorXd>{data->qvel, kJoints} = from.v[i % kStates];
      Eigen::Map<Eigen::VectorXd>{data->qacc, kJoints} = from.a[i % kStates];
    }
  };
  const auto simulator = std::make_shared<Simulator>();
  const std::vector<description::JointType> types = {description::JointType::kFixed,
                                                     description::JointType::kRevolute};
  const auto plan = hosts::make_plan(world, {}, "bench", {types.data(), types.size()});
  hosts::mujoco::HullTexts hulls;
  simulator->model = hosts::mujoco::load_model(hosts::mujoco::mjcf_text(*plan, {}, {}, hulls));
  simulator->data.reset(mj_makeData(simulator->model.get()));
  const mjModel* const model = simulator->model.get();
  mjData* const data = simulator->data.get();
  return {{"MuJoCo",
           [=](std::uint64_t count) {
             for (std::uint64_t i = 0; i < count; ++i) {
               simulator->take(*work, i);
               mj_kinematics(model, data);
               mj_comPos(model, data);
               mj_comVel(model, data);
               mj_rne(model, data, 1, work->tau.data());
             }
           },
           {}},
          {"MuJoCo",
           [=](std::uint64_t count) {
             for (std::uint64_t i = 0; i < count; ++i) {
               simulator->take(*work, i);
               mj_kinematics(model, data);
               mj_comPos(model, data);
               mj_crb(model, data);
               mj_fullM(model, work->M.data(), data->qM);
             }
           },
           {}}};
}
#endif

}  // namespace

std::string dynamics_section(const BenchOptions& options) {
  const World world = description::read_world(LOCKSTEP_DYNAMICS_ROBOTS "/panda.urdf").world;
  const auto work = std::make_shared<Work>();
  std::vector<std::vector<Contender>> all = {ours(world, work)};
#ifdef LOCKSTEP_HAS_KDL
  all.push_back(kdl(world, work));
#endif
#ifdef LOCKSTEP_HAS_MUJOCO
  all.push_back(mujoco(world, work));
#endif
  MarkdownTable table{{"computed", "by", "best", "median", "ratio of minima", "paired ratio", "limit"}};
  const char* const tasks[] = {"inverse dynamics (RNEA)", "mass matrix (CRBA)", "forward dynamics"};
  const double limits_ns[] = {600.0, 1000.0};
  for (std::size_t task = 0; task < 3; ++task) {
    std::vector<Contender> contenders;
    for (const std::vector<Contender>& peer : all)
      if (task < peer.size()) contenders.push_back(peer[task]);
    const std::vector<Timing> timings = interleave(
        contenders, {options.quick ? 2U : options.rounds, options.quick ? 64U : 20'000U, Clock::kThreadCpu});
    std::vector<std::string> verdicts;
    if (task < 2)
      verdicts.push_back(verdict(timings[0].best_ns, limits_ns[task], duration_text(limits_ns[task])));
    add_rows(table, tasks[task], timings, verdicts);
  }
  return "## Dynamics: seven joints (Panda), from position and velocity to the result\n\n" + table.text();
}

}  // namespace lockstep::bench
