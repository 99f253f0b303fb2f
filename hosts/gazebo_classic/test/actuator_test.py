# SPDX-License-Identifier: Apache-2.0
"""What an actuator FMU is given and what becomes of its torque, in gzserver, on one engine ($LOCKSTEP_ENGINE)."""
import math
import os
import unittest

import gazebo
from gazebo import actuator, arm, completed, probe, world

ENGINE = os.environ.get("LOCKSTEP_ENGINE", "ode")
JOINT = "<joint>m::joint</joint>"
PROBE_FMU = gazebo.BUILD / "gazebo_test_fmus" / "2.0" / "JointProbe.fmu"
HEAVY = {"mass": 1e6, "inertia": 1e6, "center": "0 0 0"}  # small forces do not move it
NO_GRAVITY = "0 0 0"


def shown(factors, more=""):
    """An actuator whose effort shows its inputs: "ku=1 kt=2"."""
    parameters = "".join(f"<{k}>{v}</{k}>" for k, v in (f.split("=") for f in factors.split()))
    return actuator(PROBE_FMU, f"<parameters>{parameters}</parameters>{more}")


class Inputs(unittest.TestCase):
    def test_input_is_what_was_commanded_in_this_step(self):
        """Commanded from step 11 to 20 only: the FMU is given it in these steps, and 0 in all others."""
        body = arm(plugin=shown("ku=1"), **HEAVY) + probe(
            JOINT + '<force joint="m::joint" value="3" from="11" to="20"/>')
        force = completed(ENGINE, world(body, NO_GRAVITY), 30).column("m::joint.force")
        self.assertEqual(force, [0.0] * 10 + [3.0] * 10 + [0.0] * 10)

    def test_commands_of_several_controllers_are_summed_up(self):
        body = arm(plugin=shown("ku=1"), **HEAVY) + probe(
            JOINT + '<force joint="m::joint" value="3"/><force joint="m::joint" value="-1"/>')
        force = completed(ENGINE, world(body, NO_GRAVITY), 5).column("m::joint.force")
        self.assertEqual(force, [2.0] * 5)

    def test_torque_replaces_the_command(self):
        """The FMU makes -2 u of u. Only its torque may move the arm: J w = -2 u t."""
        body = arm(plugin=shown("ku=-2"), mass=1.0, inertia=2.0, center="0 0 0") + probe(
            JOINT + '<force joint="m::joint" value="3"/>')
        rows = completed(ENGINE, world(body, NO_GRAVITY), 1000).rows
        self.assertAlmostEqual(rows[-1]["m::joint.velocity"], -2.0 * 3.0 * 1.0 / 2.0, delta=2e-3)
        self.assertEqual(rows[-1]["m::joint.force"], -6.0)

    def test_torque_replaces_a_command_that_the_fmu_does_not_look_at(self):
        """A damper says that it uses the velocity alone. Commands, also changing ones, do not move the arm: as without them."""
        ends = []
        for commands in ("", '<force joint="m::joint" value="30" from="50" to="700"/>', '<force joint="m::joint" value="5" hz="3"/>'):
            body = arm(plugin=actuator("Damper.fmu"), damping=0.0) + probe(JOINT + commands)
            row = completed(ENGINE, world(body), 1000).rows[-1]
            ends.append((row["m::joint.position"], row["m::joint.velocity"], row["m::joint.force"]))
        for end in ends[1:]:
            for number, alone in zip(end, ends[0]):
                self.assertAlmostEqual(number, alone, delta=1e-3)  # bullet sums up in single precision

    def test_limits_clip_the_command_and_nothing_else(self):
        """Limit 10, command 30: the FMU is given 10; its -15 acts, though the difference to 10 is beyond the limit."""
        body = arm(plugin=shown("ku=-1.5"), mass=1.0, inertia=2.0, center="0 0 0",
                   limits="<limit><effort>10</effort><velocity>100</velocity></limit>") + probe(
            JOINT + '<force joint="m::joint" value="30"/>')
        rows = completed(ENGINE, world(body, NO_GRAVITY), 1000).rows
        self.assertEqual({row["m::joint.force"] for row in rows}, {-15.0})
        self.assertAlmostEqual(rows[-1]["m::joint.velocity"], -15.0 / 2.0, delta=1e-2)

    def test_limits_are_for_each_command_as_gazebo_has_it(self):
        body = arm(plugin=shown("ku=1"), **HEAVY, limits="<limit><effort>10</effort><velocity>100</velocity></limit>") + probe(
            JOINT + '<force joint="m::joint" value="8"/><force joint="m::joint" value="8"/>')
        self.assertEqual(completed(ENGINE, world(body, NO_GRAVITY), 5).column("m::joint.force"), [16.0] * 5)

    def test_limits_can_be_taken_away(self):
        body = arm(plugin=shown("ku=1", "<disable_velocity_effort_limits>true</disable_velocity_effort_limits>"), **HEAVY,
                   limits="<limit><effort>0.0001</effort><velocity>50</velocity></limit>") + probe(
            JOINT + '<force joint="m::joint" value="30"/>')
        self.assertEqual(completed(ENGINE, world(body, NO_GRAVITY), 5).column("m::joint.force"), [30.0] * 5)

    def test_motion_of_a_hinge(self):
        """Position and velocity at the start of the step, acceleration over the step before."""
        self.motion("revolute", "0 1 0", 4.9, {"center": "0 0 -1", "mass": 1e6, "inertia": 1e6})

    def test_motion_of_a_slider(self):
        self.motion("prismatic", "0 0 -1", 9.8, {"center": "0 0 0", "mass": 1e6, "inertia": 1.0, "link_pose": "0 0 0 0 0 0"})

    def motion(self, joint, axis, largest, link):
        """`largest`: m g l / (J + m l^2), or g. With J much smaller than m l^2 the iterative solver of ode is far from the
        solution after its 50 iterations (10.01 for 9.8 with J = 1e-6 m l^2; right with 1000 iterations or its direct solver)."""
        names = {"kq": "position", "kv": "velocity", "ka": None}
        for factor, name in names.items():
            body = arm(plugin=shown(f"{factor}=1"), joint=joint, axis=axis, **link) + probe(JOINT)
            rows = completed(ENGINE, world(body), 50).rows
            velocity = [0.0] + [row["m::joint.velocity"] for row in rows]
            if name:
                expected = [0.0] + [row[f"m::joint.{name}"] for row in rows[:-1]]
            else:
                expected = [0.0] + [(b - a) / 0.001 for a, b in zip(velocity, velocity[1:])][:-1]
                # After 50 steps cos(q) is 1 - 2e-5, and the effort that shows it takes 1e-5 away. Bullet solves in single precision.
                self.assertAlmostEqual(abs(rows[-1]["m::joint.force"]), largest, delta=(1e-2 if ENGINE == "bullet" else 1e-3) * largest)
            for row, value in zip(rows, expected):
                self.assertAlmostEqual(row["m::joint.force"], value, delta=1e-9 * max(1.0, abs(value)), msg=factor)

    def test_first_step_starts_at_zero(self):
        body = arm(plugin=shown("kt=1"), **HEAVY) + probe(JOINT)
        force = completed(ENGINE, world(body, NO_GRAVITY), 5).column("m::joint.force")
        self.assertEqual(force, [0.001, 0.002, 0.003, 0.004, 0.005])

    def test_built_in_controller_is_obeyed_in_the_same_step(self):
        """Gazebo's PID commands p (target - q) before the FMU is asked, at the position it has then."""
        body = arm(plugin=shown("ku=1"), **HEAVY) + probe(JOINT + '<pid joint="m::joint" p="100" target="0.5"/>')
        force = completed(ENGINE, world(body, NO_GRAVITY), 20).column("m::joint.force")
        for value in force[2:]:
            self.assertAlmostEqual(value, 50.0, delta=1e-3)

    def test_identity_changes_nothing(self):
        """An arm whose FMU passes the command on moves as one without FMU."""
        plugin = actuator("IdentityTransmission.fmu")
        body = arm("m", plugin) + arm("n", pose="0 5 0 0 0 0") + probe(
            JOINT + '<joint>n::joint</joint><force joint="m::joint" value="1" hz="1"/><force joint="n::joint" value="1" hz="1"/>')
        rows = completed(ENGINE, world(body), 2000).rows
        self.assertGreater(max(abs(row["m::joint.position"]) for row in rows), 1.0)
        for row in rows:
            self.assertAlmostEqual(row["m::joint.position"], row["n::joint.position"], delta=1e-9)


class Resets(unittest.TestCase):
    """What acts is seen in the velocity it gives to an arm: after a reset, what GetForce shows is wrong in Gazebo itself."""

    LIGHT = {"mass": 1.0, "inertia": 2.0, "center": "0 0 0"}

    def after_resets(self, factors, elements, torque):
        """After every kind of reset, torque(row) has acted in the step that ends with this row."""
        for action in ("reset", "reset_time"):
            for when in ("begin", "end"):
                if ENGINE == "simbody" and action == "reset_time":
                    continue  # see test_time_put_back_alone_without_fmu
                with self.subTest(action=action, when=when):
                    body = arm(plugin=shown(factors), **self.LIGHT) + probe(
                        JOINT + elements + f'<at step="100" when="{when}" do="{action}"/>')
                    rows = completed(ENGINE, world(body, NO_GRAVITY), 300).rows
                    back = [k for k in range(1, len(rows)) if rows[k]["time"] < rows[k - 1]["time"]]
                    self.assertEqual(back, [99 if when == "begin" else 100])
                    rows = rows[back[0]:]
                    for before, now in zip(rows, rows[1:]):
                        gained = now["m::joint.velocity"] - before["m::joint.velocity"]
                        self.assertAlmostEqual(gained, torque(now) / 2.0 * 0.001, delta=1e-5)  # bullet is single

    def test_time_of_the_fmu_starts_again(self):
        self.after_resets("kt=1000", "", lambda row: 1000.0 * row["time"])

    def test_input_is_what_is_commanded(self):
        self.after_resets("ku=-1", '<force joint="m::joint" value="3"/>', lambda row: -3.0)

    def test_input_is_zero_where_nobody_commands(self):
        self.after_resets("ku=-1 kt=1000", '<force joint="m::joint" value="3" to="99"/>', lambda row: 1000.0 * row["time"])

    def test_time_put_back_alone_without_fmu(self):
        """Gazebo's own: Simbody keeps its time, and the world stands still until that is reached again; others go on."""
        rows = completed(ENGINE, world(arm() + probe(JOINT + '<at step="100" do="reset_time"/>')), 250).column("m::joint.position")
        self.assertEqual(len(set(rows[99:200])), 1 if ENGINE == "simbody" else 101)
        self.assertEqual(len(set(rows[201:])), 49)

    def test_reset_of_models_restarts_the_fmu_at_the_time_of_the_world(self):
        body = arm(plugin=shown("kt=1"), **HEAVY) + probe(JOINT + '<at step="10" do="reset_models"/>')
        force = completed(ENGINE, world(body, NO_GRAVITY), 20).column("m::joint.force")
        for k, value in enumerate(force, 1):
            self.assertAlmostEqual(value, 0.001 * k, delta=1e-12)


if __name__ == "__main__":
    unittest.main()
