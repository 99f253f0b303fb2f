# SPDX-License-Identifier: Apache-2.0
import csv
import pathlib
import tempfile
import unittest

import lockstep
from support import ROOT

PENDULUM = ROOT / "examples" / "01_damped_pendulum" / "damped_pendulum.world"
JOINT = "pendulum_damped_via_fmi/joint/position"


class World(unittest.TestCase):
    def test_runs_and_keeps_rows(self):
        with tempfile.TemporaryDirectory() as folder, lockstep.World(PENDULUM) as world:
            table = pathlib.Path(folder) / "run.csv"
            angle, rows = world.watch(JOINT), world.keep_rows()
            world.record(table)
            self.assertEqual((world.time, world.step_size), (0.0, 0.001))
            self.assertEqual(world.run_for(0.5), 0.5)
            half = rows[JOINT]
            self.assertEqual(half[-1], angle.value)
            world.step(500)
            self.assertEqual(world.time, 1.0)
            self.assertEqual((angle.name, angle.unit), (JOINT, "rad"))
            world.finish()
            self.assertEqual(len(rows), 1001)
            self.assertEqual(list(rows[JOINT][:501]), list(half))
            with table.open() as lines:
                recorded = [float(row[JOINT]) for row in csv.DictReader(lines)]
            self.assertEqual(recorded, list(rows[JOINT]))

    def test_reset_gives_the_same_bits(self):
        world = lockstep.World(PENDULUM)
        angle = world.watch(JOINT)
        world.run_for(1.0)
        first = angle.value
        world.reset()
        self.assertEqual(world.time, 0.0)
        world.run_until(1.0)
        self.assertEqual(angle.value, first)
        with self.assertRaisesRegex(lockstep.Error, "expected time, state or both"):
            world.reset("all")

    def test_ports(self):
        world = lockstep.World(PENDULUM)
        ports = {port["name"]: port for port in world.ports}
        self.assertEqual((ports[JOINT]["kind"], ports[JOINT]["unit"]), ("signal", "rad"))
        self.assertEqual(ports["world/pause"]["kind"], "request")
        with self.assertRaisesRegex(lockstep.Error, "jointt"):
            world.watch("pendulum_damped_via_fmi/jointt/position")

    def test_inlets_and_requests(self):
        with tempfile.TemporaryDirectory() as folder:
            scenario = pathlib.Path(folder) / "drive.yaml"
            scenario.write_text(f"world: {PENDULUM}\ngravity: [0, 0, 0]\njoints: [{{joint: 'pendulum_damped_via_fmi::joint'}}]\n")
            world = lockstep.World(scenario)
            names = [port["name"] for port in world.ports if port["kind"] == "request" and port["name"].endswith("effort")]
            self.assertEqual(len(names), 1, world.ports)
            command = world.watch("pendulum_damped_via_fmi/joint/command")
            request, refused = world.ask(names[0], 2.0), world.ask("world/step", 0)
            world.step()
            self.assertEqual((request.done, request.reply, command.value), (True, [], 2.0))
            with self.assertRaisesRegex(lockstep.Error, "world/step was refused: .*below 1"):
                refused.reply
            with self.assertRaisesRegex(lockstep.Error, "nothing|request"):
                world.ask("nothing")
            with self.assertRaisesRegex(lockstep.Error, "'much' is no value"):
                world.ask(names[0], "much")
            with self.assertRaisesRegex(lockstep.Error, "there is no inlet"):
                world.put("nothing", 1.0)


if __name__ == "__main__":
    unittest.main()
