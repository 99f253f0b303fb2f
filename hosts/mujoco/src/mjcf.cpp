// SPDX-License-Identifier: Apache-2.0
#include "mjcf.hpp"

#include <algorithm>
#include <cmath>

#include "lockstep/core/number_text.hpp"
#include "mjcf_geometry.hpp"

namespace lockstep::hosts::mujoco {
namespace {

using description::FlatJoint;
using description::JointType;

/// As near to a hard constraint as MuJoCo's soft ones come.
const char* const kHard = " solimp=\"0.9999 0.9999 0.001 0.5 2\"";

class Writer {
 public:
  Writer(const EnginePlan& plan, const std::vector<JointIndex>& reactions,
         const std::vector<std::size_t>& driven, HullTexts& hulls)
      : plan_{plan}, reactions_{reactions}, driven_{driven}, geometry_{plan, hulls} {
    carried_.resize(plan.flat.links.size());
    for (const description::TreeJoint& joint : plan.tree.joints) {
      const OuterJoint outer = outer_joint(plan, joint);
      carrier_.emplace_back(joint, outer);
      if (outer.inner == FlatJoint::kWorld)
        roots_.push_back(carrier_.size() - 1);
      else
        carried_[outer.inner].push_back(carrier_.size() - 1);
    }
  }

  std::string text() {
    const double step_s = plan_.step.seconds();
    out_ += "<mujoco><compiler angle=\"radian\" inertiafromgeom=\"false\" coordinate=\"local\"/>";
    // Elliptic cones hold. A higher impratio would creep even less, but throws aligned stacks of boxes into
    // the air.
    out_ += "<option timestep=\"" + core::to_text(step_s) + "\" gravity=\"" +
            numbers(plan_.world.gravity_m_s2) + "\" cone=\"elliptic\"/>";
    out_ += "<worldbody>";
    for (std::size_t link = 0; link < plan_.flat.links.size(); ++link) {
      if (!plan_.flat.links[link].is_static) continue;
      geometry_.write(out_, link);
      body(link, FlatJoint::kWorld, nullptr);
    }
    for (const std::size_t root : roots_)
      body(carrier_[root].second.outer, FlatJoint::kWorld, &carrier_[root]);
    for (const std::size_t link : plan_.tree.free_links)
      body(link, FlatJoint::kWorld, nullptr);
    out_ += "</worldbody>";
    out_ += geometry_.assets_and_exclusions();
    sizes();
    couplings();
    sensors();
    out_ += "</mujoco>";
    return std::move(out_);
  }

 private:
  using Carrier = std::pair<description::TreeJoint, OuterJoint>;

  void body(std::size_t link, std::size_t inner, const Carrier* carrier) {
    const description::FlatLink& flat = plan_.flat.links[link];
    const description::Pose pose =
        inner == FlatJoint::kWorld ? flat.pose : plan_.flat.links[inner].pose.inverse() * flat.pose;
    out_ += "<body name=\"l" + std::to_string(link) + "\"" + pose_attributes(pose) + ">";
    inertial(flat.link->inertial);
    if (carrier != nullptr)
      joint(*carrier);
    else if (!flat.is_static)
      out_ += "<freejoint name=\"f" + std::to_string(link) + "\"/>";
    if (carrier != nullptr) site(*carrier);
    if (!flat.is_static) geometry_.write(out_, link);
    for (const std::size_t next : carried_[link])
      body(carrier_[next].second.outer, link, &carrier_[next]);
    out_ += "</body>";
  }

  void inertial(const description::Inertial& inertial) {
    const description::Matrix3 turn = inertial.pose.orientation.toRotationMatrix();
    const description::Matrix3 i = turn * inertial.inertia_kg_m2 * turn.transpose();
    out_ += "<inertial mass=\"" + core::to_text(inertial.mass_kg) + "\" pos=\"" +
            numbers(inertial.pose.position) + "\"";
    // Diagonal ones are kept as they are; MuJoCo would turn axes of equal moments at random.
    if (i(0, 1) == 0.0 && i(0, 2) == 0.0 && i(1, 2) == 0.0) {
      out_ += " diaginertia=\"" + numbers({i(0, 0), i(1, 1), i(2, 2)}) + "\"/>";
    } else {
      out_ += " fullinertia=\"" + numbers({i(0, 0), i(1, 1), i(2, 2)}) + ' ' +
              numbers({i(0, 1), i(0, 2), i(1, 2)}) + "\"/>";
    }
  }

  void joint(const Carrier& carrier) {
    const description::Joint& joint = *plan_.flat.joints[carrier.first.joint].joint;
    const std::string name = "j" + std::to_string(carrier.first.joint) + '_';
    const std::string place = " pos=\"" + numbers(carrier.second.X_OJ.position) + "\"";
    if (joint.type == JointType::kBall) {
      out_ += "<joint type=\"ball\" name=\"" + name + "0\"" + place + "/>";
      return;
    }
    if (joint.type == JointType::kScrew)
      out_ += "<joint type=\"slide\" name=\"k" + std::to_string(carrier.first.joint) + "\"" + place +
              " axis=\"" + numbers(carrier.second.axes_O[0]) + "\"/>";
    const bool is_driven = std::find(driven_.begin(), driven_.end(), carrier.first.joint) != driven_.end();
    for (std::size_t a = 0; a < carrier.second.axes_O.size(); ++a) {
      // The axes of a reversed universal joint are met in the other order.
      const std::size_t axis = carrier.first.reversed ? carrier.second.axes_O.size() - 1 - a : a;
      out_ += joint.type == JointType::kPrismatic ? "<joint type=\"slide\"" : "<joint type=\"hinge\"";
      out_ += " name=\"" + name + std::to_string(axis) + "\"" + place + " axis=\"" +
              numbers(carrier.second.axes_O[axis]) + "\"" +
              (is_driven ? drive() : dynamics(joint.axes[axis])) + limits(joint.axes[axis]) + "/>";
    }
  }

  std::string dynamics(const description::JointAxis& axis) const {
    std::string text;
    if (axis.damping != 0.0) text += " damping=\"" + core::to_text(axis.damping) + "\"";
    if (axis.friction != 0.0)
      text +=
          " frictionloss=\"" + core::to_text(axis.friction) + "\" solreffriction=\"" + time_constant() + "\"";
    if (axis.spring_stiffness != 0.0)
      text += " stiffness=\"" + core::to_text(axis.spring_stiffness) + "\" springref=\"" +
              core::to_text(axis.spring_reference) + "\"";
    return text;
  }

  /// A drive overcomes damping, friction and spring of its joint. The engine sets its effort limit and,
  /// before each step, the velocity it leads to.
  std::string drive() const {
    return " frictionloss=\"1\" solimpfriction=\"0.9999 0.9999 0.001 0.5 2\" solreffriction=\"" +
           time_constant() + "\"";
  }

  std::string limits(const description::JointAxis& axis) const {
    std::string text;
    if (axis.is_locked()) return text;  // see couplings()
    if (std::isfinite(axis.lower) || std::isfinite(axis.upper)) {
      // One side may be open; MuJoCo wants a number.
      const double lower = std::isfinite(axis.lower) ? axis.lower : -1e10;
      const double upper = std::isfinite(axis.upper) ? axis.upper : 1e10;
      text += " limited=\"true\" range=\"" + core::to_text(lower) + ' ' + core::to_text(upper) +
              "\" solreflimit=\"" + time_constant() + "\"";
    }
    return text;
  }

  /// Two steps: as stiff as MuJoCo stays stable.
  std::string time_constant() const { return core::to_text(2.0 * plan_.step.seconds()) + " 1"; }

  void site(const Carrier& carrier) {
    const auto index = static_cast<JointIndex>(carrier.first.joint);
    if (std::find(reactions_.begin(), reactions_.end(), index) == reactions_.end()) return;
    out_ += "<site name=\"s" + std::to_string(index) + "\"" + pose_attributes(carrier.second.X_OJ) + "/>";
  }

  /// Room for contacts and constraints. MuJoCo's own 100 contacts are few for a pile of boxes; memory grows
  /// with the square of the constraints.
  void sizes() {
    const std::size_t contacts = std::clamp<std::size_t>(100 + 12 * geometry_.moving_count(), 100, 2000);
    const std::size_t rows = 3 * contacts + 4 * plan_.layout.axis_count + 6 * plan_.welds.size() + 200;
    out_ += "<size nconmax=\"" + std::to_string(contacts) + "\" njmax=\"" + std::to_string(rows) + "\"/>";
  }

  /// Holds axis `a` of joint `j`, or makes it follow another: as near to a hard constraint as MuJoCo's soft
  /// ones come.
  void couple(std::size_t j, std::size_t a, const std::string& leader, double offset, double multiplier) {
    out_ += "<joint joint1=\"j" + std::to_string(j) + '_' + std::to_string(a) + "\"" + leader +
            " polycoef=\"" + core::to_text(offset) + ' ' + core::to_text(multiplier) + " 0 0 0\"" + kHard +
            " solref=\"" + time_constant() + "\"/>";
  }

  void couplings() {
    out_ += "<equality>";
    for (std::size_t j = 0; j < plan_.layout.joints.size(); ++j) {
      if (const std::optional<MimicInfo>& mimic = plan_.layout.joints[j].mimic) {
        couple(j, 0, " joint2=\"j" + std::to_string(mimic->leader) + "_0\"", mimic->offset,
               mimic->multiplier);
        continue;
      }
      if (plan_.layout.joints[j].kind == JointKind::kScrew) {
        out_ += "<joint joint1=\"k" + std::to_string(j) + "\" joint2=\"j" + std::to_string(j) +
                "_0\" polycoef=\"0 " + core::to_text(metres_per_radian(*plan_.flat.joints[j].joint)) +
                " 0 0 0\"" + kHard + " solref=\"" + time_constant() + "\"/>";
      }
      const std::vector<description::JointAxis>& axes = plan_.flat.joints[j].joint->axes;
      for (std::size_t a = 0; a < std::min<std::size_t>(axes.size(), plan_.layout.joints[j].axis_count); ++a)
        if (axes[a].is_locked()) couple(j, a, "", axes[a].lower, 0.0);
    }
    for (const Weld& weld : plan_.welds)
      out_ += "<weld body1=\"l" + std::to_string(weld.link) + "\" body2=\"l" + std::to_string(weld.twin) +
              "\" relpose=\"0 0 0 1 0 0 0\"" + kHard + " solref=\"" + time_constant() + "\"/>";
    out_ += "</equality>";
  }

  void sensors() {
    if (reactions_.empty()) return;
    out_ += "<sensor>";
    for (const JointIndex joint : reactions_) {
      const std::string site = "\"s" + std::to_string(joint) + "\"";
      out_ += "<force site=" + site + "/><torque site=" + site + "/>";
    }
    out_ += "</sensor>";
  }

  const EnginePlan& plan_;
  const std::vector<JointIndex>& reactions_;
  const std::vector<std::size_t>& driven_;  // joints
  GeometryWriter geometry_;
  std::vector<Carrier> carrier_;                   // one a joint of the tree
  std::vector<std::size_t> roots_;                 // those on the world
  std::vector<std::vector<std::size_t>> carried_;  // those on each link
  std::string out_;
};

}  // namespace

double metres_per_radian(const description::Joint& screw) noexcept {
  return screw.screw_pitch_m_per_rev / (2.0 * 3.14159265358979323846);
}

std::string mjcf_text(const EnginePlan& plan, const std::vector<JointIndex>& reactions,
                      const std::vector<std::size_t>& driven, HullTexts& hulls) {
  return Writer{plan, reactions, driven, hulls}.text();
}

}  // namespace lockstep::hosts::mujoco
