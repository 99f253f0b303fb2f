# SPDX-License-Identifier: Apache-2.0
"""FMUs as fluids around links, in gzserver, on one engine ($LOCKSTEP_ENGINE); bullet included."""
import math
import os
import unittest

import gazebo
from gazebo import probe, run, unthrottled, world

ENGINE = os.environ.get("LOCKSTEP_ENGINE", "ode")
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


if __name__ == "__main__":
    unittest.main()
