# SPDX-License-Identifier: Apache-2.0
"""The worlds of gazebo-fmi (numbers in tests/worlds) and the examples, in gzserver, on one engine ($LOCKSTEP_ENGINE)."""
import unittest

import gazebo
from gazebo import ENGINE, PROBE_FMU, probe, run, unthrottled

WORLDS = gazebo.ROOT / "tests" / "worlds"
PENDULUM = gazebo.ROOT / "examples" / "01_damped_pendulum" / "damped_pendulum.world"
ELECTRICAL = gazebo.ROOT / "examples" / "02_electrical_actuator" / "simple_electrical_actuator.world"
UPPER = "pendulum_with_base::upper_joint"


def exact_pendulum(seconds, steps_per_ms=4):
    """The damped pendulum by RK4, position of the joint at each millisecond."""
    import math

    def slope(q, w):
        return w, (-9.8 * math.sin(q + math.pi / 2) - 0.1 * w) / 1.001

    q, w, h, positions = 0.0, 0.0, 0.001 / steps_per_ms, []
    for k in range(int(seconds * 1000) * steps_per_ms):
        a = slope(q, w)
        b = slope(q + h / 2 * a[0], w + h / 2 * a[1])
        c = slope(q + h / 2 * b[0], w + h / 2 * b[1])
        d = slope(q + h * c[0], w + h * c[1])
        q += h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0])
        w += h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
        if k % steps_per_ms == steps_per_ms - 1:
            positions.append(q)
    return positions


class Examples(unittest.TestCase):
    def pendulums(self, text):
        joints = "<joint>pendulum_damped_via_sdf::joint</joint><joint>pendulum_damped_via_fmi::joint</joint>"
        result = run(ENGINE, unthrottled(text, probe(joints)), 10000)
        self.assertEqual((result.code, len(result.rows)), (0, 10000), result.text)
        by_sdf = result.column("pendulum_damped_via_sdf::joint.position")
        by_fmu = result.column("pendulum_damped_via_fmi::joint.position")
        difference = max(abs(a - b) for a, b in zip(by_sdf, by_fmu))
        self.assertLess(difference, 2e-3)
        error = max(abs(a - b) for a, b in zip(by_fmu, exact_pendulum(10)))
        self.assertLess(error, 3e-3)
        print(f"{ENGINE}: FMU against SDF {difference:.2e} rad, against the exact solution {error:.2e} rad", flush=True)

    def test_damped_pendulum(self):
        """The law torque = -d w."""
        self.pendulums(PENDULUM.read_text())

    def test_damped_pendulum_that_adds_its_input(self):
        """The law torque = actuatorInput - d w, of an FMU that relies on an input of 0 where nobody commands."""
        self.pendulums(PENDULUM.read_text().replace(
            "<fmu>Damper.fmu</fmu>", f"<fmu>{PROBE_FMU}</fmu><parameters><ku>1</ku><kv>-0.1</kv></parameters>"))

    def test_electrical_actuator(self):
        """Overshoot of the arm without actuator and with it, gains 10/3 for both; bounds around the 1-DOF solution."""
        joints, pids = "", ""
        for model in ("no_actuator_model", "weak_actuator_model"):
            joints += f"<joint>{model}::joint</joint>"
            pids += f'<pid joint="{model}::joint" p="10" d="3" target="1"/>'
        result = run(ENGINE, unthrottled(ELECTRICAL.read_text(), probe(joints + pids)), 5000)
        self.assertEqual(result.code, 0, result.text)
        plain = max(result.column("no_actuator_model::joint.position"))
        driven = max(result.column("weak_actuator_model::joint.position"))
        self.assertAlmostEqual(plain, 1.295, delta=0.02)
        self.assertAlmostEqual(driven, 1.86, delta=0.03)


class GazeboFmi(unittest.TestCase):
    def regulated(self, transmission):
        text = (WORLDS / f"test_{transmission}.world").read_text()
        body = probe(f'<joint>{UPPER}</joint><pid joint="{UPPER}" p="100" i="0.1" target="0"/>')
        result = run(ENGINE, unthrottled(text, body), 3000)
        self.assertEqual((result.code, len(result.rows)), (0, 3000), result.text)
        return result.rows[-1][f"{UPPER}.position"]

    def test_position_regulation(self):
        self.assertAlmostEqual(self.regulated("NullTransmission"), -1.5708, delta=0.1)
        for transmission in ("NoTransmission", "IdentityTransmission", "StiffTransmission", "CompliantTransmission"):
            self.assertAlmostEqual(self.regulated(transmission), 0.0, delta=0.1, msg=transmission)
        self.assertGreater(abs(self.regulated("SoftTransmission")), 0.1)

    def test_known_input(self):
        """10 N.m for a second without gravity: no transmission and identity are the same motion, null stays."""
        end = {}
        for transmission in ("NoTransmission", "NullTransmission", "IdentityTransmission"):
            text = (WORLDS / f"test_{transmission}.world").read_text()
            text = text.replace("</world>", "<gravity>0 0 0</gravity></world>") if "<gravity>" not in text else text
            body = probe(f'<joint>{UPPER}</joint><force joint="{UPPER}" value="10"/>')
            result = run(ENGINE, unthrottled(text, body), 1000)
            self.assertEqual(result.code, 0, result.text)
            end[transmission] = result.rows[-1]
        self.assertAlmostEqual(end["NullTransmission"][f"{UPPER}.force"], 0.0)
        for quantity in ("position", "velocity"):
            self.assertAlmostEqual(end["IdentityTransmission"][f"{UPPER}.{quantity}"],
                                   end["NoTransmission"][f"{UPPER}.{quantity}"], delta=1e-3)

    def test_joint_acceleration_with_the_world_as_parent_or_child(self):
        for world in ("WorldAsParent", "WorldAsChild"):
            if world == "WorldAsChild" and ENGINE in ("simbody", "dart"):
                continue  # neither engine has such joints in Gazebo; dart ends gzserver with an assertion
            text = (WORLDS / f"test_ComputeJointAcceleration_{world}.world").read_text()
            shown = gazebo.actuator(PROBE_FMU, "<parameters><ka>0.001</ka></parameters>")
            result = run(ENGINE, unthrottled(text.replace("</model>", shown + "</model>"), probe("<joint>pendulum::joint</joint>")), 10)
            self.assertEqual((result.code, len(result.rows)), (0, 10), result.text)
            for effort in result.column("pendulum::joint.force"):
                self.assertLess(abs(effort), 0.1 * 0.001)


if __name__ == "__main__":
    unittest.main()
