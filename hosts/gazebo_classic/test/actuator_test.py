# SPDX-License-Identifier: Apache-2.0
"""What an actuator FMU is given and what becomes of its torque, in gzserver, on one engine ($LOCKSTEP_ENGINE)."""
import math
import os
import unittest

import gazebo
from gazebo import actuator, arm, probe, run, world

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
        force = run(ENGINE, world(body, NO_GRAVITY), 30).column("m::joint.force")
        self.assertEqual(force, [0.0] * 10 + [3.0] * 10 + [0.0] * 10)

    def test_commands_of_several_controllers_are_summed_up(self):
        body = arm(plugin=shown("ku=1"), **HEAVY) + probe(
            JOINT + '<force joint="m::joint" value="3"/><force joint="m::joint" value="-1"/>')
        force = run(ENGINE, world(body, NO_GRAVITY), 5).column("m::joint.force")
        self.assertEqual(force, [2.0] * 5)

    def test_torque_replaces_the_command(self):
        """The FMU makes -2 u of u. Only its torque may move the arm: J w = -2 u t."""
        body = arm(plugin=shown("ku=-2"), mass=1.0, inertia=2.0, center="0 0 0") + probe(
            JOINT + '<force joint="m::joint" value="3"/>')
        rows = run(ENGINE, world(body, NO_GRAVITY), 1000).rows
        self.assertAlmostEqual(rows[-1]["m::joint.velocity"], -2.0 * 3.0 * 1.0 / 2.0, delta=2e-3)
        self.assertEqual(rows[-1]["m::joint.force"], -6.0)

    def test_limits_clip_the_command_and_nothing_else(self):
        """Limit 10, command 30: the FMU is given 10; its -15 acts, though the difference to 10 is beyond the limit."""
        body = arm(plugin=shown("ku=-1.5"), mass=1.0, inertia=2.0, center="0 0 0",
                   limits="<limit><effort>10</effort><velocity>100</velocity></limit>") + probe(
            JOINT + '<force joint="m::joint" value="30"/>')
        rows = run(ENGINE, world(body, NO_GRAVITY), 1000).rows
        self.assertEqual({row["m::joint.force"] for row in rows}, {-15.0})
        self.assertAlmostEqual(rows[-1]["m::joint.velocity"], -15.0 / 2.0, delta=1e-2)

    def test_limits_can_be_taken_away(self):
        body = arm(plugin=shown("ku=1", "<disable_velocity_effort_limits>true</disable_velocity_effort_limits>"), **HEAVY,
                   limits="<limit><effort>0.0001</effort><velocity>50</velocity></limit>") + probe(
            JOINT + '<force joint="m::joint" value="30"/>')
        self.assertEqual(run(ENGINE, world(body, NO_GRAVITY), 5).column("m::joint.force"), [30.0] * 5)

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
            rows = run(ENGINE, world(body), 50).rows
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
        force = run(ENGINE, world(body, NO_GRAVITY), 5).column("m::joint.force")
        self.assertEqual(force, [0.001, 0.002, 0.003, 0.004, 0.005])

    def test_built_in_controller_is_obeyed_in_the_same_step(self):
        """Gazebo's PID commands p (target - q) before the FMU is asked, at the position it has then."""
        body = arm(plugin=shown("ku=1"), **HEAVY) + probe(JOINT + '<pid joint="m::joint" p="100" target="0.5"/>')
        force = run(ENGINE, world(body, NO_GRAVITY), 20).column("m::joint.force")
        for value in force[2:]:
            self.assertAlmostEqual(value, 50.0, delta=1e-3)

    def test_identity_changes_nothing(self):
        """An arm whose FMU passes the command on moves as one without FMU."""
        plugin = actuator("IdentityTransmission.fmu")
        body = arm("m", plugin) + arm("n", pose="0 5 0 0 0 0") + probe(
            JOINT + '<joint>n::joint</joint><force joint="m::joint" value="1" hz="1"/><force joint="n::joint" value="1" hz="1"/>')
        rows = run(ENGINE, world(body), 2000).rows
        self.assertGreater(max(abs(row["m::joint.position"]) for row in rows), 1.0)
        for row in rows:
            self.assertAlmostEqual(row["m::joint.position"], row["n::joint.position"], delta=1e-9)


class Resets(unittest.TestCase):
    def columns(self, action, steps=25):
        body = arm(plugin=shown("ku=1 kt=1000"), **HEAVY) + probe(
            JOINT + f'<force joint="m::joint" value="5" from="8" to="22"/><at step="10" do="{action}"/>')
        rows = run(ENGINE, world(body, NO_GRAVITY), steps).rows
        return [(round(row["time"], 6), row["m::joint.force"]) for row in rows]

    def test_reset_of_the_world(self):
        """Time starts again for the FMU, and its input is only what is commanded."""
        self.check(self.columns("reset"))

    def test_reset_of_the_time_alone(self):
        self.check(self.columns("reset_time"))

    def check(self, rows):
        before, after = rows[:10], rows[10:]
        for k, (time, force) in enumerate(before, 1):
            self.assertAlmostEqual(time, 0.001 * k)
            self.assertAlmostEqual(force, k + (5.0 if k >= 8 else 0.0), delta=1e-9)
        self.assertAlmostEqual(after[0][0], 0.001)
        # What GetForce shows is wrong in Gazebo itself for a while; the effort is seen in the sum's growth then.
        self.assertEqual(len(after), 15)

    def test_input_after_resets_moves_the_joint_as_before(self):
        """Free of what GetForce shows: the velocity the FMU's torque gives to an arm after the reset."""
        for action in ("reset", "reset_time"):
            if ENGINE == "simbody" and action == "reset_time":
                continue  # see test_time_put_back_alone_without_fmu
            body = arm(plugin=shown("ku=-1"), mass=1.0, inertia=2.0, center="0 0 0") + probe(
                JOINT + f'<force joint="m::joint" value="3"/><at step="300" do="{action}"/>')
            rows = run(ENGINE, world(body, NO_GRAVITY), 500).rows
            gained = [b["m::joint.velocity"] - a["m::joint.velocity"] for a, b in zip(rows[300:], rows[301:])]
            for value in gained:
                self.assertAlmostEqual(value, -3.0 / 2.0 * 0.001, delta=2e-5, msg=action)

    def test_time_put_back_alone_without_fmu(self):
        """Gazebo's own: Simbody keeps its time, and the world stands still until that is reached again; others go on."""
        rows = run(ENGINE, world(arm() + probe(JOINT + '<at step="100" do="reset_time"/>')), 250).column("m::joint.position")
        self.assertEqual(len(set(rows[99:200])), 1 if ENGINE == "simbody" else 101)
        self.assertEqual(len(set(rows[201:])), 49)

    def test_reset_of_models_restarts_the_fmu_at_the_time_of_the_world(self):
        body = arm(plugin=shown("kt=1"), **HEAVY) + probe(JOINT + '<at step="10" do="reset_models"/>')
        force = run(ENGINE, world(body, NO_GRAVITY), 20).column("m::joint.force")
        for k, value in enumerate(force, 1):
            self.assertAlmostEqual(value, 0.001 * k, delta=1e-12)


if __name__ == "__main__":
    unittest.main()
