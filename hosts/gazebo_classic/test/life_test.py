# SPDX-License-Identifier: Apache-2.0
"""Many instances, several servers, models that come and go, resets from outside, signals on a topic; one engine."""
import os
import pathlib
import tempfile
import unittest

import gazebo
from gazebo import Server, actuator, arm, probe, run, world

ENGINE = os.environ.get("LOCKSTEP_ENGINE", "ode")
PROBE_FMU = gazebo.BUILD / "gazebo_test_fmus" / "2.0" / "JointProbe.fmu"


def shown(parameters, more=""):
    return actuator(PROBE_FMU, f"<parameters>{parameters}</parameters>{more}")


class Life(unittest.TestCase):
    def test_one_fmu_on_100_joints(self):
        """Each joint has its own damper: all move alike, and none as without."""
        models = "".join(arm(f"m{i}", actuator("Damper.fmu"), pose=f"{3 * i} 0 0 0 0 0") for i in range(100))
        body = models + arm("free", pose="0 50 0 0 0 0") + probe(
            "".join(f"<joint>m{i}::joint</joint>" for i in (0, 1, 50, 99)) + "<joint>free::joint</joint>")
        result = run(ENGINE, world(body), 500)
        self.assertEqual((result.code, len(result.rows)), (0, 500), result.text)
        end = result.rows[-1]
        for i in (1, 50, 99):
            self.assertAlmostEqual(end[f"m{i}::joint.position"], end["m0::joint.position"], delta=1e-4)  # bullet is single
        self.assertGreater(abs(end["free::joint.position"] - end["m0::joint.position"]), 1e-3)

    def test_one_plugin_with_many_joints(self):
        """A chain of ten links in one model, one plugin with ten actuators."""
        links, joints, actuators = "", "", ""
        for i in range(10):
            links += f"""<link name="l{i}"><pose>0 0 {-0.5 * i} 0 0 0</pose><inertial><pose>0 0 -0.25 0 0 0</pose><mass>1</mass>
<inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial></link>"""
            parent = "world" if i == 0 else f"l{i - 1}"
            joints += f'<joint name="j{i}" type="revolute"><parent>{parent}</parent><child>l{i}</child><axis><xyz>0 1 0</xyz></axis></joint>'
            actuators += f"<actuator><name>a{i}</name><joint>j{i}</joint><fmu>Damper.fmu</fmu></actuator>"
        body = f"""<model name="m">{links}{joints}<plugin name="p" filename="libFMIActuatorPlugin.so">{actuators}</plugin></model>"""
        watched = "".join(f"<joint>m::j{i}</joint>" for i in range(10))
        push = '<force joint="m::j9" value="5" from="1" to="50"/>'
        result = run(ENGINE, world(body + probe(watched + push)), 200)
        self.assertEqual((result.code, len(result.rows)), (0, 200), result.text)
        # The damper overrides the push, so nothing moves; where something moved, the torque is -0.1 of the velocity.
        before, end = result.rows[-2], result.rows[-1]
        for i in range(10):
            self.assertAlmostEqual(end[f"m::j{i}.force"], -0.1 * before[f"m::j{i}.velocity"], delta=1e-9)

    def test_two_servers_at_once(self):
        text = world(arm(plugin=actuator("Damper.fmu")) + probe("<joint>m::joint</joint>"))
        servers = [Server(ENGINE, text, 3000) for _ in range(2)]
        results = [server.finish() for server in servers]
        for result in results:
            self.assertEqual((result.code, len(result.rows)), (0, 3000), result.text)
        self.assertEqual(results[0].column("m::joint.position"), results[1].column("m::joint.position"))

    def test_two_worlds_in_one_server(self):
        """Worlds of one server run in threads of their own; the FMUs of each keep to its time, whose steps differ."""
        heavy = {"mass": 1e6, "inertia": 1e6, "center": "0 0 0"}
        one = world(arm(plugin=shown("<kt>1</kt>"), **heavy) + probe("<joint>m::joint</joint>"), "0 0 0")
        other = world(arm(plugin=shown("<kt>1</kt>"), **heavy), "0 0 0", step=0.003)
        other = other[other.index("<world"):].replace('name="default"', 'name="other"')
        result = run(ENGINE, one.replace("</sdf>", other), 500)
        self.assertEqual((result.code, len(result.rows)), (0, 500), result.text)
        self.assertEqual(result.messages("[Err] [gazebo_simulator"), [], result.text)
        for row in result.rows:
            self.assertAlmostEqual(row["m::joint.force"], row["time"], delta=1e-12)

    def test_model_inserted_and_deleted(self):
        """A model with an FMU comes while the world runs, its FMU starting at the time of the world, and goes again.

        Gazebo looks for new models five times a second, hence the pace."""
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "arm"
            model.mkdir()
            (model / "model.config").write_text(
                '<model><name>arm</name><version>1</version><sdf version="1.6">model.sdf</sdf></model>')
            heavy = {"mass": 1e6, "inertia": 1e6, "center": "0 0 0"}
            (model / "model.sdf").write_text(f'<sdf version="1.6">{arm(plugin=shown("<kt>1</kt>"), **heavy)}</sdf>')
            body = arm("first", actuator("Damper.fmu"), pose="0 9 0 0 0 0") + probe(
                '<joint>m::joint</joint><joint>first::joint</joint><at step="50" do="insert" argument="model://arm"/>'
                '<at step="2000" do="delete" argument="m"/>')
            paced = world(body, "0 0 0").replace("<real_time_update_rate>0<", "<real_time_update_rate>1000<")
            result = run(ENGINE, paced, 3000, GAZEBO_MODEL_PATH=folder)
        self.assertEqual((result.code, len(result.rows)), (0, 3000), result.text)
        there = [row for row in result.rows if row["m::joint.force"] == row["m::joint.force"]]
        self.assertGreater(len(there), 200)
        self.assertNotEqual(result.rows[-1]["m::joint.force"], result.rows[-1]["m::joint.force"], "gone, so not a number")
        for row in there[1:]:
            self.assertAlmostEqual(row["m::joint.force"], row["time"], delta=1e-12)

    def test_gz_world_resets(self):
        """gz world -r and -t from outside while the world runs: the FMU's time is the world's again, its input what is commanded.

        Seen in the velocity: after a reset GetForce shows Gazebo's own sum, which is not cleared."""
        text = world(arm(plugin=shown("<kt>1000</kt><ku>-1</ku>"), inertia=2.0, center="0 0 0") + probe(
            '<joint>m::joint</joint><force joint="m::joint" value="3"/>'), "0 0 0").replace(
            "<real_time_update_rate>0<", "<real_time_update_rate>1000<")
        options = ("-r",) if ENGINE == "simbody" else ("-r", "-t")  # Simbody itself stands still after -t
        server = Server(ENGINE, text)
        for option in options:
            server.wait_steps(200)
            done = server.gz("world", option)
            self.assertEqual(done.returncode, 0, done.stderr)
        server.wait_steps(200)
        server.interrupt()
        rows = server.finish().rows
        resets = [k for k in range(1, len(rows)) if rows[k]["time"] < rows[k - 1]["time"]]
        self.assertEqual(len(resets), len(options), "all resets happened")
        for k in range(1, len(rows)):
            if k in resets:
                continue
            gained = rows[k]["m::joint.velocity"] - rows[k - 1]["m::joint.velocity"]
            self.assertAlmostEqual(gained, (1000.0 * rows[k]["time"] - 3.0) / 2.0 * 0.001,
                                   delta=2e-5 + 1e-6 * abs(rows[k]["m::joint.velocity"]))  # bullet is single

    @unittest.skipIf(ENGINE == "dart", "Gazebo removes no joints on dart")
    def test_joint_removed_while_the_world_runs(self):
        body = arm(plugin=actuator("Damper.fmu")) + arm("n", actuator("Damper.fmu"), pose="0 9 0 0 0 0") + probe(
            '<joint>n::joint</joint><at step="20" do="remove_joint" argument="m::joint"/>')
        server = Server(ENGINE, world(body), 1000)
        server.wait_for("The world is paused; to start again")
        server.gz("world", "-p", "0")
        server.wait_for("is still stopped")
        server.interrupt()
        result = server.finish()
        self.assertEqual(len(result.messages("somebody has removed joint 'm/joint'")), 1, result.text)
        self.assertEqual(result.code, 0, result.text)

    def test_signals_are_on_a_topic(self):
        heavy = {"mass": 1e6, "inertia": 1e6, "center": "0 0 0"}
        body = arm(plugin=shown("<kt>1</kt>", "<signals>current jointTorque</signals>"), **heavy)
        text = world(body + probe("<joint>m::joint</joint>"), "0 0 0").replace("<real_time_update_rate>0<", "<real_time_update_rate>1000<")
        server = Server(ENGINE, text)
        server.wait_steps(10)
        heard = server.gz("topic", "-e", "/gazebo/default/m/motor/signals", "-d", "3")
        listed = server.gz("topic", "-l")
        server.interrupt()
        server.finish()
        self.assertIn("/gazebo/default/m/motor/signals", listed.stdout)
        for word in ("current", "jointTorque", "double_value"):
            self.assertIn(word, heard.stdout)


if __name__ == "__main__":
    unittest.main()
