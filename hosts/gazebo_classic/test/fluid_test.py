# SPDX-License-Identifier: Apache-2.0
"""FMUs as fluids around links, in gzserver, on one engine ($LOCKSTEP_ENGINE); bullet included."""
import math
import unittest

import gazebo
from gazebo import ENGINE, TEST_FMUS, Server, probe, run, unthrottled, world

PROBE_FMU = TEST_FMUS / "2.0" / "FluidProbe.fmu"
WORLDS = gazebo.ROOT / "tests" / "worlds"


def fluid(fmu, link="link", more=""):
    return f"""<plugin name="fluid" filename="libFMISingleBodyFluidDynamicsPlugin.so"><single_body_fluid_dynamics>
<link>{link}</link><fmu>{fmu}</fmu>{more}</single_body_fluid_dynamics></plugin>"""


def body(name, links, plugin):
    """A model of free links, each 1 kg, inertia 0.1, at the given places, with their centre of mass at `center`."""
    text = ""
    for link, (pose, center) in links.items():
        text += f"""<link name="{link}"><pose>{pose}</pose><inertial><pose>{center} 0 0 0</pose><mass>1</mass>
<inertia><ixx>0.1</ixx><ixy>0</ixy><ixz>0</ixz><iyy>0.1</iyy><iyz>0</iyz><izz>0.1</izz></inertia></inertial></link>"""
    return f'<model name="{name}">{text}{plugin}</model>'


class Fluid(unittest.TestCase):
    def test_worlds_of_gazebo_fmi(self):
        """A cube with 1 m/s: at 2 m after 2 s without friction, short of 0.1 m with linear friction."""
        for name, low, high in (("NullFriction", 1.999, 2.001), ("LinearFriction", 0.096, 0.1)):
            text = (WORLDS / f"test_{name}.world").read_text()
            result = run(ENGINE, unthrottled(text, probe(
                '<link>floating_cube::link</link><push link="floating_cube::link" x="1"/>')), 2000)
            self.assertEqual((result.code, len(result.rows)), (0, 2000), result.text)
            end = result.rows[-1]["floating_cube::link.x"]
            self.assertLess(low, end, name)
            self.assertLess(end, high, name)
            self.assertEqual(len(result.messages("there is no link 'floating_cube'")), 1, result.text)

    def test_the_link_that_is_named_gets_the_force(self):
        links = {"a": ("0 0 0 0 0 0", "0 0 0"), "b": ("0 9 0 0 0 0", "0 0 0")}
        result = run(ENGINE, world(body("m", links, fluid("LinearFriction.fmu", "b")) + probe(
            "<link>m::a</link><link>m::b</link>")), 1000)
        self.assertEqual(result.code, 0, result.text)
        self.assertAlmostEqual(result.rows[-1]["m::a.vz"], -9.8, delta=0.02)
        self.assertAlmostEqual(result.rows[-1]["m::b.vz"], -0.98, delta=0.002)

    def test_falling_body(self):
        """m v' = -m g - d v with d = 10: the velocity over 1 s within the error of the coupling, h/2 v'."""
        result = run(ENGINE, world(body("m", {"link": ("0 0 0 0 0 0", "0 0 0")}, fluid("LinearFriction.fmu")) + probe(
            "<link>m::link</link>")), 1000)
        self.assertEqual(result.code, 0, result.text)
        for row in result.rows[::100]:
            exact = -0.98 * (1.0 - math.exp(-10.0 * row["time"]))
            self.assertAlmostEqual(row["m::link.vz"], exact, delta=6e-3)

    def test_force_acts_through_the_origin(self):
        """Centre of mass 1 m beside the origin: drag at the origin turns the body, at the centre of mass it does not."""
        links = {"link": ("0 0 0 0 0 0", "1 0 0")}
        for point, turns in (("origin", True), ("center_of_mass", False)):
            result = run(ENGINE, world(body("m", links, fluid(
                "LinearFriction.fmu", more=f"<force_point>{point}</force_point>")) + probe("<link>m::link</link>")), 50)
            self.assertEqual(result.code, 0, result.text)
            end = result.rows[-1]
            if turns:
                # The origin moves with v + w, the force there is -10 of that: m v' = F - m g, I w' = F r.
                v = w = 0.0
                for _ in range(50):
                    force = -10.0 * (v + w)
                    v, w = v + 0.001 * (force - 9.8), w + 0.001 * force / 0.1
                self.assertGreater(w, 0.1)
                self.assertAlmostEqual(end["m::link.wy"], w, delta=0.02 * w)
            else:
                self.assertAlmostEqual(end["m::link.wy"], 0.0, delta=1e-9)

    def test_wind(self):
        """At rest in a wind of 2 m/s along x a body is taken along: v = 2 (1 - exp(-10 t))."""
        wind = "<wind><linear_velocity>2 0 0</linear_velocity></wind>"
        result = run(ENGINE, world(wind + body("m", {"link": ("0 0 0 0 0 0", "0 0 0")}, fluid("LinearFriction.fmu")) + probe(
            "<link>m::link</link>"), "0 0 0"), 500)
        self.assertEqual(result.code, 0, result.text)
        self.assertAlmostEqual(result.rows[-1]["m::link.vx"], 2.0 * (1.0 - math.exp(-5.0)), delta=0.01)


NAN, ERROR = 0, 1  # fluid_probe.cpp
STEP, GROWTH = 0.001, 10.0  # s; N/s


class Failures(unittest.TestCase):
    """A force along x that is 10 N/s times the time of the world, and fails from step 50 on; mass 1 kg."""

    def failing(self, fault, policy, at=""):
        plugin = fluid(PROBE_FMU, more=f"<fault_policy>{policy}</fault_policy><parameters><fault>{fault}</fault>"
                                       f"<fault_time>{49.5 * STEP}</fault_time></parameters>")
        return world(body("m", {"link": ("0 0 0 0 0 0", "0 0 0")}, plugin) + probe("<link>m::link</link>" + at), "0 0 0", STEP)

    def check_forces(self, rows, expected):
        """What acted in each step, from the change of the velocity, which is 0 before the first row; nothing else acted."""
        self.assertEqual(len(rows), len(expected))
        velocity = 0.0
        for k, (row, force) in enumerate(zip(rows, expected)):
            self.assertAlmostEqual((row["m::link.vx"] - velocity) / STEP, force, delta=1e-4, msg=f"step {k + 1}")
            velocity = row["m::link.vx"]
            for name, value in row.items():
                self.assertTrue(math.isfinite(value), name)
                if name in ("m::link.vy", "m::link.vz", "m::link.wx", "m::link.wy", "m::link.wz"):
                    self.assertAlmostEqual(value, 0.0, delta=1e-9, msg=name)

    def ramp(self, count):
        return [GROWTH * STEP * (k + 1) for k in range(count)]

    def test_safe_and_hold_go_on_and_a_reset_starts_again(self):
        """safe: no force from the fault on; hold: that of the last good step. The reset after step 80 brings all of it again."""
        for fault in (NAN, ERROR):
            for policy, after in (("safe", 0.0), ("hold", GROWTH * STEP * 49)):
                with self.subTest(fault=fault, policy=policy):
                    result = run(ENGINE, self.failing(fault, policy, '<at step="80" do="reset"/>'), 160)
                    self.assertEqual((result.code, len(result.rows)), (0, 160), result.text)
                    for start in (0, 80):
                        self.check_forces(result.rows[start:start + 80], self.ramp(49) + [after] * 31)
                    told = result.messages("m/link_fluid failed at t = ")
                    self.assertEqual(len(told), 2, result.text)
                    self.assertIn("FluidProbe.fmu", told[0])

    def test_stop_pauses_until_a_reset(self):
        """No force acts in the step of the fault, nor when somebody steps on by hand; after a reset the fluid is there again."""
        for fault in (NAN, ERROR):
            with self.subTest(fault=fault):
                server = Server(ENGINE, self.failing(fault, "stop"))
                for rows in (50, 105):
                    server.wait_rows(rows)
                    server.wait_until(lambda text: text.count("The world is paused") == (1 if rows == 50 else 2), "pause")
                    server.gz("world", "-m", "5")
                    server.wait_rows(rows + 5)
                    server.gz("world", "-r")
                    if rows == 50:
                        server.gz("world", "-p", "0")
                server.interrupt()
                result = server.finish()
                self.assertEqual((result.code, len(result.rows)), (0, 110), result.text)
                for start in (0, 55):
                    self.check_forces(result.rows[start:start + 55], self.ramp(49) + [0.0] * 6)
                told = result.messages("m/link_fluid failed at t = ")
                self.assertEqual(len(told), 2, result.text)


class Reset(unittest.TestCase):
    def test_reset_of_the_world_and_of_the_models(self):
        """After a reset the fluid acts on a body at rest again as it did from the start, and nothing of before acts."""
        for what in ("reset", "reset_models"):
            with self.subTest(what=what):
                text = world(body("m", {"link": ("0 0 0 0 0 0", "0 0 0")}, fluid("LinearFriction.fmu")) + probe(
                    f'<link>m::link</link><at step="100" do="{what}"/>'))
                result = run(ENGINE, text, 200)
                self.assertEqual((result.code, len(result.rows)), (0, 200), result.text)
                for before, after in zip(result.rows[:100], result.rows[100:]):
                    self.assertAlmostEqual(after["m::link.vz"], before["m::link.vz"], delta=1e-6)
                self.assertAlmostEqual(result.rows[99]["m::link.vz"], -0.98 * (1.0 - math.exp(-1.0)), delta=6e-3)


if __name__ == "__main__":
    unittest.main()
