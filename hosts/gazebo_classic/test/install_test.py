# SPDX-License-Identifier: Apache-2.0
"""The plugins where they are installed, with the environment of setup.sh and setup-examples.sh; one engine."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import gazebo
from gazebo import ENGINE, KILLED, Server, actuator, arm, probe, run, world

PARTS = ("core", "hosts/gazebo_classic")  # of the build folder; all of it would have to be built for a whole installation
VARIABLES = ("GAZEBO_PLUGIN_PATH", "GAZEBO_RESOURCE_PATH", "GAZEBO_MODEL_DATABASE_URI", "OGRE_RESOURCE_PATH")
GAZEBO_SETUP = "/usr/share/gazebo/setup.sh"


class Install(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.prefix = self.folder / "prefix"
        for part in PARTS:
            subprocess.run(["cmake", "--install", str(gazebo.BUILD / part), "--prefix", str(self.prefix)], check=True,
                           stdout=subprocess.DEVNULL)
        self.setup = self.prefix / "share" / "gazebo-fmi" / "setup.sh"
        self.examples = self.setup.parent / "examples"
        self.fmus = self.prefix / "share" / "lockstep" / "fmus" / "2.0"
        self.fmus.mkdir(parents=True)
        shutil.copy(gazebo.FMUS / "Damper.fmu", self.fmus)

    def sourced(self, file, shell="bash", **environment):
        """The variables after `file` was sourced."""
        done = subprocess.run([shell, "-c", f". {file} && printf '%s\\n' " + " ".join(f'"${name}"' for name in VARIABLES)],
                              env={"PATH": os.environ["PATH"], **environment}, capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        return dict(zip(VARIABLES, done.stdout.splitlines()))

    def damper_runs(self, **variables):
        """200 steps of a pendulum with Damper.fmu, and with the probe, which ends the server and is not installed."""
        variables["GAZEBO_PLUGIN_PATH"] += f":{self.folder}"
        shutil.copy(gazebo.BUILD / "lib" / "libGazeboProbe.so", self.folder)
        result = run(ENGINE, world(arm(plugin=actuator("Damper.fmu")) + probe("<joint>m::joint</joint>")), 200, **variables)
        self.assertEqual((result.code, len(result.rows)), (0, 200), result.text)
        return result.rows

    def test_runs_from_the_prefix(self):
        """Plugin and FMU are found where they are installed; the worlds of the examples are there, too."""
        variables = self.sourced(self.examples / "setup-examples.sh")
        self.assertTrue(variables["GAZEBO_PLUGIN_PATH"].startswith(f"{self.prefix}/"), variables)
        folders = variables["GAZEBO_RESOURCE_PATH"].split(":")
        self.assertEqual(folders[-2:], [str(self.fmus), str(self.examples)])
        self.assertNotIn("", folders)
        self.assertTrue((self.examples / "damped_pendulum.world").exists())
        before, end = self.damper_runs(**variables)[-2:]
        self.assertAlmostEqual(end["m::joint.force"], -0.1 * before["m::joint.velocity"], delta=1e-9)
        self.assertNotEqual(end["m::joint.force"], 0.0)

    def test_own_fmu_of_the_same_name_is_taken(self):
        """A user's Damper.fmu, which here does nothing, comes before the one that was installed."""
        own = self.folder / "own"
        own.mkdir()
        shutil.copy(gazebo.FMUS / "NullTransmission.fmu", own / "Damper.fmu")
        rows = self.damper_runs(**self.sourced(self.setup, GAZEBO_RESOURCE_PATH=str(own)))
        self.assertEqual({row["m::joint.force"] for row in rows}, {0.0})

    @unittest.skipUnless(os.path.exists(GAZEBO_SETUP), "this Gazebo has no setup.sh of its own")
    def test_what_the_user_has_set_stays(self):
        """Gazebo's own setup.sh sets both variables whatever they were; unset ones get its values."""
        gazebos = self.sourced(GAZEBO_SETUP)
        for shell in ("bash", "dash"):
            for database, ogre in (("http://127.0.0.1/models", "/nowhere"), ("", "")):
                variables = self.sourced(self.setup, shell, LOCKSTEP_PREFIX=str(self.prefix),
                                         GAZEBO_MODEL_DATABASE_URI=database, OGRE_RESOURCE_PATH=ogre)
                self.assertEqual((variables["GAZEBO_MODEL_DATABASE_URI"], variables["OGRE_RESOURCE_PATH"]), (database, ogre))
            unset = self.sourced(self.setup, shell, LOCKSTEP_PREFIX=str(self.prefix))
            for name in ("GAZEBO_MODEL_DATABASE_URI", "OGRE_RESOURCE_PATH"):
                self.assertEqual(unset[name], gazebos[name])

    def test_without_its_library_a_plugin_pauses_the_world(self):
        """Two models with a plugin that was copied alone: a message for each, and no step without them."""
        alone = self.folder / "alone"
        alone.mkdir()
        for name in ("libFMIActuatorPlugin.so", "libGazeboProbe.so"):
            shutil.copy(gazebo.BUILD / "lib" / name, alone)
        models = "".join(arm(name, actuator("Damper.fmu"), pose=f"0 {y} 0 0 0 0") for name, y in (("m", 0), ("n", 9)))
        server = Server(ENGINE, world(models + probe("<joint>m::joint</joint>")), 50, GAZEBO_PLUGIN_PATH=str(alone))
        server.wait_until(lambda text: text.count("The world is paused") == 2, "both messages")
        server.kill_alive()
        result = server.finish()
        self.assertEqual((result.code, result.rows), (KILLED, []), result.text)
        for name in ("m", "n"):
            self.assertEqual(len(result.messages(f"model '{name}': plugin 'fmus' was not started")), 1, result.text)
        self.assertIn("liblockstep_gazebo_classic.so", result.messages("model 'm'")[0])
        self.assertEqual(len(result.messages(f"into its folder, {alone}/, or their folder into LD_LIBRARY_PATH")), 2, result.text)


if __name__ == "__main__":
    unittest.main()
