// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lockstep/core/config_node.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/core/isolation_options.hpp"

namespace lockstep::scenario {

/// Gains and targets of Gazebo's joint controller, as `gz joint` takes them. What is not given is 0 at the
/// start, and stays as it is in an event. rad and N m, or m and N.
struct JointControl {
  std::string joint;                                 ///< "model::joint"
  std::optional<double> pos_p, pos_i, pos_d, pos_t;  ///< position loop: gains and target
  std::optional<double> vel_p, vel_i, vel_d, vel_t;  ///< velocity loop
  std::optional<double> force;                       ///< constant effort
  SourceLocation where;
};

/// A force on a link for some time.
struct Push {
  std::string link;              ///< "model::link"
  double force_n[3]{0, 0, 0};    ///< through the centre of mass, axes of the world
  double torque_nm[3]{0, 0, 0};  ///< axes of the world
  double duration_s{0};          ///< acts in the steps that begin in [time, time + duration)
  SourceLocation where;
};

/// A request to a device, by its full name ("arm/motor/mode").
struct Request {
  std::string name;
  std::vector<double> arguments;  ///< numbers, one for each argument
  SourceLocation where;
  /// Instead of them, where one is a word or a list: each argument as text, numbers with blanks in between.
  std::vector<std::string> texts{};
};

/// Something that happens at the first step that begins at or after `time_s`.
struct Event {
  double time_s{0};
  std::variant<JointControl, Push, Request> action;
};

/// Where a joint is at the start, and how fast it moves.
struct InitialPosition {
  std::string joint;
  std::optional<double> position;  ///< rad or m; empty: as the file has it
  SourceLocation where;
  double velocity{0};  ///< rad/s or m/s
};

/// How a model of the world starts.
struct ModelStart {
  std::string model;  ///< scoped name; empty: the only one that moves
  /// Where it is instead of where the file puts it: x, y, z [m], roll, pitch, yaw [rad], in the world.
  std::optional<std::vector<double>> pose;
  /// Of its free bodies, in the world: vx, vy, vz [m/s], and about its origin wx, wy, wz [rad/s].
  std::optional<std::vector<double>> velocity;
  bool fixed_base{false};  ///< its root link is fixed to the world there
  SourceLocation where;
};

/// The engine of a scenario without a world.
inline constexpr const char* kClockEngine = "clock";

/// A run as data: SCENARIO.yaml, the schema of which is docs/scenario.md.
struct Scenario {
  std::string file;    ///< of the scenario, absolute
  std::string world;   ///< absolute path; empty: no physics, only devices, on the engine kClockEngine
  std::string engine;  ///< empty: the default
  std::optional<double> duration_s;
  std::optional<double> step_size_s;  ///< empty: that of the world, 1 ms without one
  std::optional<double> real_time;    ///< wanted real-time factor; empty: as fast as possible
  std::uint64_t seed{0};              ///< of all random numbers of devices
  bool strict{false};                 ///< what would be repaired with a warning is an error
  bool merge_fixed_joints{true};      ///< URDF: see description::ReadOptions
  core::Isolation isolation{core::Isolation::kAutomatic};  ///< of FMUs whose device does not say it
  std::optional<std::vector<double>> gravity;  ///< three numbers [m/s^2] instead of those of the world
  bool ground_plane{false};                    ///< adds one, unless the world has a model of this name
  std::vector<ModelStart> models;
  std::vector<InitialPosition> initial;
  std::vector<JointControl> joints;
  std::vector<core::ConfigNode>
      devices;                       ///< each has `type` or `library`, perhaps `model`, and its own fields
  std::vector<Event> events;         ///< by time, those of the same time in file order
  std::vector<std::string> signals;  ///< to record; empty: the default set
  std::string replay;                ///< events of an earlier run to give again; empty: none
  /// Where things stand whose names only the program knows: the engine, the step, each signal. Line 0, or
  /// shorter than `signals`, when they come from somewhere else.
  SourceLocation engine_where, step_size_where;
  std::vector<SourceLocation> signals_where;
};

/// Where the action of an event stands.
const SourceLocation& place_of(const Event& event) noexcept;

/// Throws Error: kNotFound, kUnreadable, or kBadInput with all that is wrong, each with line and column. A
/// word that is not in the schema is an error.
Scenario read_scenario(const std::string& path);
/// The same from text; `path` is the file it stands for.
Scenario read_scenario_text(std::string_view text, const std::string& path);

}  // namespace lockstep::scenario
