// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "axis.hpp"
#include "lockstep/devices/control_board/board_config.hpp"

namespace lockstep::devices::control_board {

/// The device: axes, their couplings and the doors to them.
class Board final : public Device {
 public:
  static constexpr std::size_t kMostAxes = 60;

  explicit Board(BoardConfig config);

  const std::string& name() const noexcept override { return config_.name; }
  void bind(Binder& binder) override;
  void reset(const StepInfo& start) override;
  core::Status run(const StepInfo& step) noexcept override;
  void hold(const StepInfo& step) noexcept override;
  void make_safe(const StepInfo& step) noexcept override;
  std::string fault() const override { return fault_text_; }

 private:
  /// What was commanded through an inlet since the last run.
  struct Inlets {
    InletReading<double> position, velocity, torque, pwm, current;
  };
  struct Signals {
    Span<double> position, velocity, acceleration, torque, motor_position, motor_velocity;
    Span<double> reference, reference_velocity, reference_torque, target, error;
    Span<std::int32_t> mode, interaction;
    Span<bool> motion_done;
    Span<std::string> fault;
  };
  /// A joint as it is driven and measured.
  struct Joint {
    JointMotion motion;
    JointCommand command;
    double lower{0.0}, upper{0.0}, effort{0.0};
    bool coupled{false};  ///< its limits are not those of the axis
    const double* motor_position{nullptr};
    const double* motor_velocity{nullptr};
    const double* torque{nullptr};
  };

  // board_binding.cpp
  void bind_joint(Binder& binder, std::size_t i);
  void make_settings(std::size_t i, const hosts::JointInfo& joint);
  void make_couplings();
  void couple_limits(const Coupling& coupling, const CouplingConfig& config);
  void declare_signals(Binder& binder);
  void declare_inlets(Binder& binder);
  [[noreturn]] void fail(const std::string& message) const;

  // board_requests.cpp
  using Call = RequestCall;
  void declare_requests(Binder& binder);
  void declare_commands(Binder& binder);
  void declare_changes(Binder& binder);
  void declare_state(Binder& binder);
  /// Axes named by argument 0 (none: all) with the numbers of argument 1; refuses what does not fit.
  template <class Body>
  void for_axes(Call& call, Body&& body) noexcept;
  template <class Body>
  void for_axes_with_values(Call& call, Body&& body) noexcept;
  bool pick_axes(Call& call) noexcept;
  void set_modes(Call& call) noexcept;
  void set_interactions(Call& call) noexcept;
  void change_pid(Call& call) noexcept;
  void answer_state(Call& call) noexcept;
  /// The axis and all that are coupled with it enter a mode.
  void enter(std::size_t axis, Mode mode, Interaction interaction) noexcept;
  void enter_one(std::size_t axis, Mode mode, Interaction interaction) noexcept;

  // board.cpp
  void take_inlets() noexcept;
  void measure() noexcept;
  bool check_faults() noexcept;
  void note_fault(std::size_t axis, const char* why) noexcept;
  core::Status control(const StepInfo& step) noexcept;
  void observe() noexcept;
  double measured_torque(std::size_t i) const noexcept;

  std::size_t count() const noexcept { return config_.axes.size(); }

  BoardConfig config_;
  AxisRules rules_;
  std::vector<Joint> joints_;
  std::vector<Coupling> couplings_;
  std::vector<AxisSettings> first_settings_, settings_;
  std::vector<Axis> axes_;
  std::vector<JointLaw> laws_;
  std::array<double, kMostAxes> position_{}, velocity_{};  // measured, of axes
  std::array<std::size_t, kMostAxes> picked_{};            // axes of the request that is executed
  std::size_t picked_count_{0};
  Signals signals_;
  Inlets inlets_;
  std::string fault_text_;
};

}  // namespace lockstep::devices::control_board
