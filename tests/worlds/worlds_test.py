# SPDX-License-Identifier: Apache-2.0
"""The test worlds of gazebo-fmi, rebuilt from their numbers, with the assertions of its tests. usage: worlds_test.py LOCKSTEP"""
import csv
import pathlib
import subprocess
import sys
import tempfile
import unittest

WORLDS = pathlib.Path(__file__).resolve().parent
LOCKSTEP = sys.argv[1]


class WorldsTest(unittest.TestCase):
    def run_world(self, name, signal, duration, more=""):
        """Runs test_<name>.world with more lines of a scenario; the recorded values of a signal, and what was said."""
        with tempfile.TemporaryDirectory() as folder:
            scenario, record = pathlib.Path(folder) / "scenario.yaml", pathlib.Path(folder) / "run.csv"
            world = WORLDS / f"test_{name}.world"
            scenario.write_text(f"world: {world}\nduration: {duration}\nsignals: ['{signal}']\n{more}")
            result = subprocess.run([LOCKSTEP, "run", scenario, "--record", record], capture_output=True, text=True)
            self.assertEqual(result.returncode, 0, f"{name}: {result.stdout}{result.stderr}")
            with open(record, newline="", encoding="utf-8") as stream:
                rows = list(csv.reader(stream))
        self.assertEqual(len(rows) - 2, round(duration * 1000), "one row a step")
        return [float(row[1]) for row in rows[1:]], result.stderr

    # Position regulation through each transmission: where the pendulum is after 3000 steps, within 0.1 rad; the
    # solution with one degree of freedom is within 0.02 rad.
    def test_position_regulation(self):
        controller = "joints: [{joint: 'pendulum_with_base::upper_joint', pos_p: 100, pos_i: 0.1, pos_t: 0}]\n"
        expected = {"NoTransmission": (0.0, -0.0486), "NullTransmission": (-1.5708, -1.583),
                    "IdentityTransmission": (0.0, -0.0486), "StiffTransmission": (0.0, -0.0486),
                    "CompliantTransmission": (0.0, -0.0460)}
        signal = "pendulum_with_base/upper_joint/position"
        for name, (wanted, solution) in expected.items():
            with self.subTest(name):
                angles, _ = self.run_world(name, signal, 3, controller)
                self.assertLess(abs(angles[-1] - wanted), 0.1)
                self.assertLess(abs(angles[-1] - solution), 0.02)
        angles, said = self.run_world("SoftTransmission", signal, 3, controller)
        self.assertGreater(abs(angles[-1]), 0.1)
        self.assertIn("actuatorInputName", said, "old tags are warned about")

    # A constant torque arrives 0.1 s later through the delay: until then the pendulum falls as without any.
    def test_delay(self):
        push = "joints: [{joint: 'pendulum_with_base::upper_joint', force: 10}]\n"
        signal = "pendulum_with_base/upper_joint/position"
        delayed, _ = self.run_world("DelayTransmission", signal, 1, push)
        falling, _ = self.run_world("NullTransmission", signal, 1, push)
        pushed, _ = self.run_world("IdentityTransmission", signal, 1, push)
        self.assertLess(max(abs(a - b) for a, b in zip(delayed[:100], falling)), 1e-9)
        self.assertGreater(abs(delayed[200] - falling[200]), 1e-3)
        self.assertLess(falling[-1], delayed[-1])
        self.assertLess(delayed[-1], pushed[-1])

    # A pendulum that hangs at rest has no acceleration, whichever side of the joint the world is.
    def test_joint_acceleration(self):
        for side in ("Parent", "Child"):
            values, _ = self.run_world(f"ComputeJointAcceleration_WorldAs{side}", "pendulum/joint/acceleration", 0.01)
            self.assertLess(max(map(abs, values)), 0.1, side)

    # A cube with 1 m/s, which a push gives it in the first step: at 2 m after 2 s without friction, short of 0.1 m with.
    def test_single_body_fluid_dynamics(self):
        push = "events: [{time: 0, push: {link: 'floating_cube::link', force: [1000, 0, 0], duration: 0.001}}]\n"
        for name, low, high in (("NullFriction", 1.999, 2.001), ("LinearFriction", 0.096, 0.1)):
            values, said = self.run_world(name, "floating_cube/link/position", 2, push)
            self.assertLess(low, values[-1], name)
            self.assertLess(values[-1], high, name)
            self.assertIn("floating_cube", said, "the wrong name of the link is warned about")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
