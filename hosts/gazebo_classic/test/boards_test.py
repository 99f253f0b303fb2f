# SPDX-License-Identifier: Apache-2.0
"""Control boards and sensors in gzserver: the numbers of tests/contract/boards_test.cpp, driven through the channel."""
import math
import unittest

from channel_test import CHANNEL, Client, device
from gazebo import ENGINE, Server, arm, probe, world

DEGREE = math.pi / 180
BAR = {"mass": 1.0, "inertia": 0.1, "center": "0 0 0"}
STIFF = "<position_control><p>2.8</p><i>0</i><d>0.14</d></position_control>"


def board(body, name="board"):
    return device("control_board", f"<name>board</name><joints>joint</joints><units>degrees</units>{body}", name)


class Boards(unittest.TestCase):
    def start(self, body, gravity="0 0 0", signals=("position", "velocity", "torque", "mode", "motion_done")):
        server = Server(ENGINE, world(CHANNEL.format("") + body + probe(), gravity), options=("-u",))
        self.addCleanup(lambda: server.process.poll() is None and server.process.kill())
        names = [name if "/" in name else f"m/board/{name}" for name in signals]
        client = Client(server, "request:world/step", *(f"signal:{name}" for name in names))
        self.addCleanup(client.close)
        self.assertEqual(client.say("tap " + " ".join(names)), "open")
        self.client = client
        return client

    def steps(self, count):
        """Rows of the signals after each of the steps."""
        self.assertTrue(self.client.say(f"ask world/step {count}").startswith("done"))
        return [row[2:] for row in self.client.rows(count)]

    def ask(self, line):
        self.assertTrue(self.client.say("ask m/board/" + line).startswith("done"), line)

    def test_minimum_jerk_takes_9_s_and_peaks_at_18_75_deg_per_s(self):
        self.start(arm("m", board(STIFF), **BAR))
        self.ask(f"move 0 {90 * DEGREE!r}")  # answered while the world is paused
        rows = self.steps(3000) + self.steps(3000) + self.steps(3001)
        self.assertEqual([row[4] for row in rows].index(1.0), 9000)
        self.assertAlmostEqual(max(row[1] for row in rows) / DEGREE, 18.75, delta=0.02)
        self.assertAlmostEqual(rows[-1][0] / DEGREE, 90.0, delta=0.01)

    def test_compliant_torque_fault_and_the_way_out(self):
        self.start(arm("m", board("<impedance><stiffness>0.5</stiffness><damping>0.06</damping></impedance>"
                                  "<interaction>compliant</interaction><limits><torque>3</torque></limits>"), **BAR))
        self.ask("set_torque_offsets 0 1")
        self.assertAlmostEqual(self.steps(2000)[-1][0] / DEGREE, 2.0, delta=0.001)
        self.ask("set_mode 0 torque")
        self.ask("set_torques 0 1.25")
        before = self.steps(1)[-1][1]
        rows = self.steps(100)
        self.assertEqual(rows[-1][2], 1.25)
        self.assertAlmostEqual(rows[-1][1] - before, 1.25, delta=1e-4)  # 12.5 rad/s2
        self.ask("set_torques 0 3.5")
        self.assertEqual(self.steps(2)[-1][2:4], [0.0, 8.0])
        self.assertIn("only forced_idle leads out of it", self.client.say("ask m/board/set_mode 0 position"))
        self.ask("set_mode 0 forced_idle")
        self.assertEqual(self.steps(1)[-1][3], 0.0)
        self.ask("set_mode 0 velocity")
        self.assertEqual(self.steps(1)[-1][3], 3.0)

    def test_originals_pendulum(self):
        """2 deg and 2 deg/s within 0.01, as gazebo-yarp-plugins tests them. Bullet's damping acts on bodies and holds them for
        good from 1 on: the board damps in its place."""
        damping = 0.0 if ENGINE == "bullet" else 4.0
        d_gain = 0.122 + (4.0 - damping) * DEGREE
        body = board(f"<position_control><p>20</p><d>{d_gain}</d><i>0.003</i><max_integral>9999</max_integral></position_control>"
                     "<velocity_control><type>integrator</type></velocity_control>")
        self.start(arm("m", body, axis="1 0 0", inertia=0.01, center="0 0 0.5", damping=damping, link_pose="0 0 2.1 -1.5708 0 0"))
        self.ask(f"move 0 {2 * DEGREE!r}")
        self.assertAlmostEqual(self.steps(400)[-1][0] / DEGREE, 2.0, delta=0.01)
        self.ask("set_mode 0 velocity")
        self.steps(100)
        for _ in range(40):
            self.ask(f"set_velocities 0 {2 * DEGREE!r}")
            rows = self.steps(10)
        self.assertAlmostEqual(rows[-1][1] / DEGREE, 2.0, delta=0.01)

    def test_sensors_at_rest(self):
        sensors = (device("imu", "<link>link</link><name>imu</name>", "i") + device("base_state", "<link>link</link>", "b")
                   + device("force_torque", "<joint>joint</joint><name>ft</name>", "f") + board(STIFF))
        self.start(arm("m", sensors, axis="0 0 1", mass=10.0, inertia=0.1, center="0 0 0", link_pose="0 0 1 0 0 0"), "0 0 -9.8",
                   ("m/imu/angular_velocity", "m/base_state/linear_velocity", "m/ft/torque", "position"))
        for name, number, component in (("m/imu/linear_acceleration", 9.8, 2), ("m/ft/force", -98.0, 2)):
            self.steps(1)
            self.assertAlmostEqual(self.element(name, component), number, delta=0.01)

    def element(self, signal, component):
        """One element of a vector, after some steps."""
        self.assertEqual(self.client.say("tap " + signal), "open")
        self.assertTrue(self.client.say("ask world/step 100").startswith("done"))
        text = self.client.say("vectors 100").split(";")[-1].split()
        return float(text[2 + component])


if __name__ == "__main__":
    unittest.main()
