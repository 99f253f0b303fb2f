// SPDX-License-Identifier: Apache-2.0
#pragma once

// Every number of the vehicle, in one place. The README of this folder says where each comes from; nothing
// else differs between the figures than mass, friction variant, initial asymmetry and omega_max.

namespace active_shuttle {

inline constexpr double kGravity = 9.81;                // m/s2
inline constexpr double kMass = 200.0;                  // kg, 150 to 250 with its load
inline constexpr double kYawRadius = 0.32;              // m, radius of gyration: J = m kYawRadius^2
inline constexpr double kGauge = 0.5;                   // m, between the driven wheels
inline constexpr double kDriveRadius = 0.08;            // m, of a driven wheel
inline constexpr double kDriveInertia = 0.05;           // kg.m2, wheel, gear and rotor at the wheel
inline constexpr double kDriveShare = 0.4;              // of the weight on the driven wheels
inline constexpr double kDriveFriction = 0.8;           // largest coefficient of friction of a driven wheel
inline constexpr double kSlipSpeed = 0.02;              // m/s, slip at which 0.71 of it is reached
inline constexpr double kTorqueLimit = 8.0;             // N.m, of a drive
inline constexpr double kNoLoadSpeed = 25.0;            // rad/s, where the torque of a drive is 0
inline constexpr double kCornerSpeed = 15.0;            // rad/s, up to which it has its full torque
inline constexpr double kTorquePerAmpere = 8.0 / 18.0;  // N.m/A, behind the gear
inline constexpr double kMotorResistance = 0.15;        // Ohm
inline constexpr double kSpeedGain = 6.4;          // N.m.s/rad, proportional part of the speed controller
inline constexpr double kSpeedIntegral = 25.0;     // N.m/rad, its integral part
inline constexpr double kCasterX = 0.35;           // m, swivel axes before and behind the driven wheels
inline constexpr double kCasterY = 0.15;           // m, and beside the middle
inline constexpr double kCasterRadius = 0.05;      // m
inline constexpr double kTrail = 0.035;            // m
inline constexpr double kCasterInertia = 0.002;    // kg.m2, fork and wheel about the swivel axis
inline constexpr double kSwivelDamping = 0.002;    // N.m.s/rad
inline constexpr double kRollDamping = 0.01;       // N.m.s/rad
inline constexpr double kRollResistance = 0.012;   // of the normal force
inline constexpr double kRollSpeed = 0.001;        // m/s, at which 0.71 of it is reached
inline constexpr double kLateralStiffness = 40e3;  // N/m, of a caster's tyre
inline constexpr double kLateralDamping = 1000.0;  // N.s/m
inline constexpr double kRelaxation = 0.03;        // m, way after which the tyre has a new shape
inline constexpr double kPatchLength = 0.0135;     // m, l_cp
inline constexpr double kPatchWidth = 0.019;       // m, w_cp
inline constexpr double kBoreFriction = 0.6;       // mu_bore, of the paper
inline constexpr double kStictionSlope = 1.0;      // k_stic, N.m.s/rad, of the paper
inline constexpr double kBoreSlipLimit = 1.0;      // lambda_bore,lim, of the paper
inline constexpr double kRegularisation = 0.05;    // rad/s, width of the s-shaped curve of variant 1

}  // namespace active_shuttle
