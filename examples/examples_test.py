# SPDX-License-Identifier: Apache-2.0
"""The commands of the numbered examples, run as their READMEs have them, and what must come out of them.

usage: examples_test.py LOCKSTEP
"""
import csv
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

EXAMPLES = pathlib.Path(__file__).resolve().parent
LOCKSTEP = pathlib.Path(sys.argv[1])


def run_example(name, folder):
    """Runs the blocks of commands of the README in a copy of the example; returns the copy."""
    copy = pathlib.Path(folder) / name
    shutil.copytree(EXAMPLES / name, copy)
    for picture in copy.glob("*.svg"):
        picture.unlink()  # the commands must draw them
    readme = (copy / "README.md").read_text()
    commands = "".join(re.findall(r"(?ms)^```\n(.*?)^```$", readme))
    result = subprocess.run(["bash", "-ec", commands], cwd=copy, capture_output=True, text=True,
                            env={**os.environ, "PATH": f"{LOCKSTEP.parent}:{os.environ['PATH']}"})
    assert result.returncode == 0 and commands, f"{name}: {commands}\n{result.stdout}\n{result.stderr}"
    for picture in re.findall(r"\]\((\w+\.svg)\)", readme):
        assert (copy / picture).stat().st_size > 1000, f"{name}: no {picture}"
    return copy


def columns(file):
    """The columns of a recording by name."""
    with open(file, newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    return {name: [float(row[name]) for row in rows] for name in rows[0]}


def at(result, name, time):
    """A recorded value at a time that was recorded."""
    index = min(range(len(result["time"])), key=lambda i: abs(result["time"][i] - time))
    assert abs(result["time"][index] - time) < 1e-9, f"nothing was recorded at {time} s"
    return result[name][index]


def runge_kutta(derivative, state, step):
    k1 = derivative(state)
    k2 = derivative([x + step / 2 * d for x, d in zip(state, k1)])
    k3 = derivative([x + step / 2 * d for x, d in zip(state, k2)])
    k4 = derivative([x + step * d for x, d in zip(state, k3)])
    return [x + step / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(state, k1, k2, k3, k4)]


def arm_alone(p_gain, d_gain, k, duration):
    """The arm of 02 as one equation (k None: without a motor): its angle after every millisecond."""
    inertia, damping, period, parts = 1.001, 0.1, 0.001, 4

    def derivative(state):
        _, velocity, rotor = state
        if k is None:
            return [velocity, (command - damping * velocity) / inertia, 0.0]
        voltage = max(-48.0, min(48.0, command))
        torque = 0.25 * (rotor / 100 - velocity)
        return [velocity, (torque - damping * velocity) / inertia, (k * (voltage - k * rotor) - torque / 100) / 1e-5]

    state, last_error, angles = [0.0, 0.0, 0.0], 0.0, [0.0]
    for _ in range(round(duration / period)):
        error = 1.0 - state[0]
        command = p_gain * error + d_gain * (error - last_error) / period
        last_error = error
        for _ in range(parts):
            state = runge_kutta(derivative, state, period / parts)
        angles.append(state[0])
    return angles


def climb_speed(rotor_speed):
    """How fast the quadcopter of 03 climbs when the lift of its eight blades carries its weight."""
    radius, pitch, area = 0.15, 0.15, 0.012

    def lift(speed):
        along = rotor_speed * radius
        inflow = math.atan2(speed, along)
        alpha = pitch - inflow
        drag_coefficient = 0.02 + (1.2 - 0.02) * math.sin(alpha) ** 2
        pressure = 0.5 * 1.2 * (along ** 2 + speed ** 2)
        return 8 * pressure * area * (5.5 * alpha * math.cos(inflow) - drag_coefficient * math.sin(inflow))

    low, high = -3.0, 3.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if lift(middle) > 1.24 * 9.8 else (low, middle)
    return low


def shoulder_moment(angles):
    """The moment of the weight of the arm of 04 about joint 2, at rest with these seven joint angles."""
    masses, lengths = (2.0, 1.5, 1.5, 1.0, 1.0, 0.5, 0.5), (0.15, 0.2, 0.2, 0.2, 0.2, 0.1, 0.1)
    x, y, z = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]  # axes of the link
    tip, shoulder, centres = [0.0, 0.0, 0.0], None, []
    for number, (mass, length, angle) in enumerate(zip(masses, lengths, angles), 1):
        c, s = math.cos(angle), math.sin(angle)
        if number % 2:  # about z
            x, y = [c * a + s * b for a, b in zip(x, y)], [c * b - s * a for a, b in zip(x, y)]
        else:  # about y
            x, z = [c * a - s * b for a, b in zip(x, z)], [c * b + s * a for a, b in zip(x, z)]
        if number == 2:
            shoulder, axis = tip, y
        if shoulder:
            centres.append((mass, [a + length / 2 * b for a, b in zip(tip, z)]))
        tip = [a + length * b for a, b in zip(tip, z)]
    arms = [(mass, [a - b for a, b in zip(centre, shoulder)]) for mass, centre in centres]
    return sum(-mass * 9.8 * (axis[0] * arm[1] - axis[1] * arm[0]) for mass, arm in arms)


class ExamplesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    # Damping by the joint and by the FMU agree to 2e-3 rad, and with the fine solution to 5e-3 rad.
    def test_damped_pendulum(self):
        result = columns(run_example("01_damped_pendulum", self.folder.name) / "damped_pendulum.csv")
        sdf, fmi = "pendulum_damped_via_sdf/joint/position", "pendulum_damped_via_fmi/joint/position"
        self.assertAlmostEqual(result["time"][-1], 10.0)
        difference = max(abs(a - b) for a, b in zip(result[sdf], result[fmi]))
        self.assertLess(difference, 2e-3)
        self.assertGreater(difference, 0.0, "both are the same pendulum: is there an FMU?")
        for time, angle in ((0.5, 0.42239), (1, -1.32341), (2, 0.88815), (5, 0.41858), (10, -0.90756)):
            for name in (sdf, fmi):
                self.assertLess(abs(at(result, name, time) + 1.5707963268 - angle), 5e-3, f"{name} at {time} s")

    # Each arm overshoots as published and follows the solution of its own equation over 8 s.
    def test_electrical_actuator(self):
        copy = run_example("02_electrical_actuator", self.folder.name)
        arms = {"no_actuator_model": None, "simple_electrical_actuator_model": 0.1, "weak_actuator_model": 0.001}
        published = {(10, 3): (29.5, 23.0, 86.0), (109, 60): (2.4, 11.3, 26.0)}
        for (p_gain, d_gain), overshoots in published.items():
            result = columns(copy / f"gains_{p_gain}_{d_gain}.csv")
            for (arm, k), overshoot in zip(arms.items(), overshoots):
                name = f"{arm}/joint/position"
                with self.subTest(arm=arm, gains=(p_gain, d_gain)):
                    self.assertLess(abs(100 * (max(result[name]) - 1) - overshoot), 0.5)
                    alone = arm_alone(p_gain, d_gain, k, 8.0)
                    largest = max(abs(value - alone[round(time * 1000)])
                                  for time, value in zip(result["time"], result[name]) if time <= 8.0)
                    self.assertLess(largest, 1e-2)

    # The quadcopter climbs with the speed at which its blades carry it, and does not drift.
    def test_quadcopter(self):
        result = columns(run_example("03_quadcopter", self.folder.name) / "take_off.csv")
        height, rotor = "quadcopter/body/position[3]", "quadcopter/rear_left_joint/velocity"
        for begin, end in ((3.0, 4.0), (7.0, 8.0)):
            climb = (at(result, height, end) - at(result, height, begin)) / (end - begin)
            self.assertLess(abs(climb - climb_speed(at(result, rotor, begin))), 2e-3, f"from {begin} s on")
        self.assertLess(abs(at(result, rotor, 3.0) - 129.0), 0.5)
        self.assertLess(abs(at(result, rotor, 7.0) - 106.6), 0.5)
        for axis in (1, 2):
            self.assertLess(max(map(abs, result[f"quadcopter/body/position[{axis}]"])), 1e-6)

    # All joints of the arm reach both poses, and the motor of the shoulder carries the weight in the end.
    def test_arm(self):
        result = columns(run_example("04_arm", self.folder.name) / "two_poses.csv")
        names = [f"arm/joint_{number}/position" for number in range(1, 8)]
        poses = {0: (0, 0.5, 0, 0.8, 0, 0.5, 0), 4: (0.8, 0.6, -0.5, 0.9, 0.7, 0.5, 1.0),
                 8: (-0.8, 1.0, 0.5, -0.6, -0.7, -0.8, -1.0)}
        for time, pose in poses.items():
            for name, angle in zip(names, pose):
                self.assertLess(abs(at(result, name, time) - angle), 5e-3, f"{name} at {time} s")
        motor = 100 * 0.9 * 0.05 * at(result, "arm/motor_2/i", 8)  # gear ratio, its efficiency, torque constant
        weight = shoulder_moment([at(result, name, 8) for name in names])
        self.assertGreater(weight, 10.0)
        self.assertLess(abs(motor + weight), 0.1)

    # The statements of the figures, in the order of the README.
    def test_panda(self):
        copy = run_example("05_panda", self.folder.name)
        name = "panda/panda_joint{}/position".format
        exact = (0, -0.76967, 0.00337, -2.44397, -0.00314, 1.55863, 0.78331)
        result = columns(copy / "step_200_100.csv")
        for joint, angle in enumerate(exact, 1):
            self.assertAlmostEqual(at(result, name(joint), 3), angle, delta=2e-3)
        result = columns(copy / "hold.csv")
        for joint, angle in ((2, -math.pi / 4), (4, -3 * math.pi / 4), (6, math.pi / 2)):
            self.assertAlmostEqual(at(result, name(joint), 10), angle, delta=1e-3)
        result = columns(copy / "step_with_limits.csv")
        self.assertLessEqual(max(abs(tau) for tau in result["panda/arm/tau[6]"]), 12)

    def test_active_shuttle(self):
        copy = run_example("06_active_shuttle", self.folder.name)

        def recorded(name):
            return {key.replace("network/", ""): values for key, values in columns(copy / f"{name}.csv").items()}

        def between(result, name, begin, end):
            return [value for time, value in zip(result["time"], result[name]) if begin <= time <= end]

        self.check_friction(recorded("bore_friction"), recorded("rig"))
        # Figure 6: 150 kg turns, 250 kg is locked and comes to rest.
        self.assertLess(abs(recorded("turn_150")["shuttle.omega"][-1] + 0.5), 5e-3)
        heavy = recorded("turn_250")
        self.assertEqual(set(between(heavy, "shuttle.locked", 2, 8)), {4.0})
        self.assertLess(max(map(abs, between(heavy, "shuttle.omega", 2, 8))), 1e-3)
        self.assertLess(abs(heavy["shuttle.omega"][-1]), 1e-8)
        # Figure 7: casters at 0 until they flip at about 9 s, to half a turn.
        reversal = recorded("reversal")
        for caster in ("LF", "RF", "LB", "RB"):
            phi = f"shuttle.phi_{caster}"
            self.assertLess(max(map(abs, between(reversal, phi, 0, 8))), 0.02)
            flip = next(time for time, angle in zip(reversal["time"], reversal[phi]) if abs(angle) > 0.5)
            self.assertLess(abs(flip - 9.1), 0.3, phi)
            self.assertLess(abs(abs(reversal[phi][-1]) - math.pi), 1e-3)
        # Figure 9: straight driving is unchanged; all else arrives, and begins as the motion before.
        alone = recorded("filter_alone")
        self.assertEqual(max(abs(a - b) for a, b in zip(between(alone, "profile.v_des", 0, 5.9),
                                                        between(alone, "filter.v_fil", 0, 5.9))) < 1e-12, True)
        self.assertEqual(max(map(abs, between(alone, "filter.omega_fil", 0, 5.9))), 0.0)
        self.assertGreater(max(between(alone, "filter.v_fil", 6, 7)), 0.1)    # forward before it turns
        self.assertLess(min(between(alone, "filter.omega_fil", 11, 12)), -0.3)  # turns on before it drives
        self.assertGreater(max(between(alone, "filter.v_fil", 16, 17)), 0.1)  # forward before backward
        self.assertLess(min(between(alone, "filter.omega_fil", 16, 17)), -0.3)  # and turns the casters on purpose
        for time, v, omega in ((8.95, 0.0, -0.5), (13.95, 0.3, 0.0), (18.95, -0.3, 0.0)):
            self.assertLess(abs(at(alone, "filter.v_fil", time) - v), 2e-3)
            self.assertLess(abs(at(alone, "filter.omega_fil", time) - omega), 2e-3)
        # Figure 10: 250 kg is locked without the filter and turns with it, below the limit of 8 N.m.
        without, with_filter = recorded("turn_without_filter"), recorded("turn_with_filter")
        self.assertEqual(without["shuttle.locked"][-1], 4.0)
        self.assertLess(abs(without["shuttle.omega"][-1]), 1e-8)
        self.assertEqual(without["shuttle.T_left"][-1], 8.0)
        self.assertLess(abs(with_filter["shuttle.omega"][-1] + 0.5), 5e-3)
        self.assertLess(max(map(abs, with_filter["shuttle.T_left"] + with_filter["shuttle.T_right"])), 7.5)
        self.check_field_test(recorded("field_without_filter"), recorded("field_with_filter"), between)
        # Figure 13: backward for a moment although forward is desired, then a yaw rate nobody asked for turns the casters; the vehicle follows.
        change = recorded("direction_change")
        for motion in ("filter.v_fil", "shuttle.v_wheels"):
            self.assertLess(min(between(change, motion, 4.0, 4.7)), -0.05)
            self.assertLess(abs(at(change, motion, 8) - 0.3), 2e-3)
        self.assertGreater(min(between(change, "profile.v_des", 4.1, 9)), 0.0)
        self.assertEqual(max(map(abs, change["profile.omega_des"])), 0.0)
        self.assertGreater(max(between(change, "shuttle.omega_wheels", 4, 6)), 0.2)
        self.assertLess(max(abs(a - b) for a, b in zip(change["filter.v_fil"], change["shuttle.v_wheels"])), 0.06)
        self.assertLess(abs(abs(change["shuttle.phi_RF"][-1] - change["shuttle.phi_RF"][0]) - math.pi), 1e-2)
        # omega_max: more time, less torque.
        times, torques = [], []
        for omega_max in (50, 100, 200, 400):
            sweep = recorded(f"sweep_{omega_max}")
            times.append(max(t for t, v in zip(sweep["time"], sweep["shuttle.v"]) if abs(v) > 0.02))
            torques.append(max(map(abs, between(sweep, "shuttle.T_left", 5, 11))))
        self.assertEqual((times, torques), (sorted(set(times)), sorted(set(torques), reverse=True)))

    # Figures 4 and 5, and three laws of friction on one rig.
    def check_friction(self, friction, rig):
        most = 294.3 * 0.6 * math.hypot(0.0135, 0.019) / math.sqrt(12)
        self.assertLess(abs(friction["zimmer_otter_05.T_bore"][0]), 1e-12)
        self.assertLess(abs(friction["zimmer_otter_0.T_bore"][0] - most), 1e-12)
        for name, speed in (("0", 0.0), ("05", 0.5), ("1", 1.0), ("4", 4.0)):
            self.assertLess(abs(friction[f"sloped_{name}.T_bore"][0] - max(0.0, most - speed)), 1e-12)
        self.assertLess(max(rig["hybrid.mode_C"]), 1)
        self.assertEqual(max(rig["sloped_disturbed.mode_C"]), 0)
        self.assertEqual(rig["hybrid_disturbed.mode_C"][-1], 1)
        self.assertGreater(rig["hybrid_disturbed.theta"][-1], 3 * rig["sloped_disturbed.theta"][-1])
        self.assertGreater(rig["regularised.theta"][-1], 0.1)
        self.assertLess(at(rig, "sloped_disturbed.theta", 10) - at(rig, "sloped_disturbed.theta", 2), 1e-6)

    # Figures 12 and 13: less current, energy and jerk at the turn; the casters turned on purpose from backward to forward.
    def check_field_test(self, without, with_filter, between):
        def peak(result):
            return max(map(abs, between(result, "shuttle.i_left", 7, 14) + between(result, "shuttle.i_right", 7, 14)))

        def energy(result):
            return at(result, "shuttle.energy", 14) - at(result, "shuttle.energy", 7)

        def jerk(result):
            rate = between(result, "shuttle.omega_wheels", 7, 14)
            return math.sqrt(sum((c - 2 * b + a) ** 2 for a, b, c in zip(rate, rate[1:], rate[2:])))

        self.assertLess(abs(peak(without) - 18.0), 0.5)
        self.assertLess(abs(peak(with_filter) - 12.0), 1.0)
        self.assertLess(energy(with_filter), 0.5 * energy(without))
        self.assertLess(jerk(with_filter), 0.8 * jerk(without))
        self.assertLess(min(between(with_filter, "filter.v_fil", 29, 30)), -0.02)
        self.assertLess(min(between(with_filter, "shuttle.v_wheels", 29, 30)), -0.02)
        self.assertLess(min(between(with_filter, "shuttle.omega_wheels", 29, 31)), -0.1)
        self.assertLess(abs(with_filter["shuttle.phi_RF"][-1]), 1e-3)           # back the way they came
        self.assertLess(abs(without["shuttle.phi_RF"][-1] + 2 * math.pi), 1e-2)  # or as they happened to fall

    # On every engine the hand has its weight, pushes the ball as far, and needs the same force for it once contact is steady.
    def test_humanoid(self):
        copy = run_example("07_humanoid", self.folder.name)
        for engine in ("mujoco", "dart", "simbody"):
            with self.subTest(engine=engine):
                result = columns(copy / f"push_{engine}.csv")
                force, ball = "humanoid/r_arm_ft/force[3]", "obstacle/rail/position"
                self.assertLess(abs(at(result, force, 0.5) + 0.4 * 9.8), 0.05)
                self.assertEqual(at(result, ball, 2.2), 0.0)
                self.assertLess(abs(at(result, ball, 4.0) - 0.1745), 5e-4)
                self.assertLess(abs(at(result, force, 2.9) - 36.0), 1.0)
                speed = (at(result, ball, 2.92) - at(result, ball, 2.88)) / 0.04
                pushed = math.hypot(*(at(result, f"humanoid/r_arm_ft/force[{axis}]", 2.9) for axis in (1, 2, 3)))
                self.assertLess(abs(pushed - 150 * speed), 5.0)  # and its own weight
                up = result["humanoid/imu/linear_acceleration[3]"][:100]
                self.assertLess(abs(sum(up) / len(up) - 9.8), 0.02)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
