# SPDX-License-Identifier: Apache-2.0
"""The plugins where they are installed, with the environment of setup.sh and setup-examples.sh; one engine."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import gazebo
from gazebo import actuator, arm, probe, run, world

ENGINE = os.environ.get("LOCKSTEP_ENGINE", "ode")
PARTS = ("core", "hosts/gazebo_classic")  # of the build folder; all of it would have to be built for a whole installation
VARIABLES = ("GAZEBO_PLUGIN_PATH", "GAZEBO_RESOURCE_PATH")


class Install(unittest.TestCase):
    def test_runs_from_the_prefix(self):
        """Plugin and FMU are found where they are installed; the worlds of the examples are there, too."""
        with tempfile.TemporaryDirectory() as folder:
            prefix = pathlib.Path(folder) / "prefix"
            for part in PARTS:
                subprocess.run(["cmake", "--install", str(gazebo.BUILD / part), "--prefix", str(prefix)], check=True,
                               stdout=subprocess.DEVNULL)
            fmus = prefix / "share" / "lockstep" / "fmus" / "2.0"
            fmus.mkdir(parents=True)
            shutil.copy(gazebo.FMUS / "Damper.fmu", fmus)
            sourced = subprocess.run(
                ["bash", "-c", f". {prefix}/share/gazebo-fmi/examples/setup-examples.sh && printf '%s\\n' "
                 + " ".join(f'"${name}"' for name in VARIABLES)],
                env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=True)
            variables = dict(zip(VARIABLES, sourced.stdout.splitlines()))
            self.assertTrue(variables["GAZEBO_PLUGIN_PATH"].startswith(f"{prefix}/"), variables)
            examples = variables["GAZEBO_RESOURCE_PATH"].split(":")[0]
            self.assertTrue((pathlib.Path(examples) / "damped_pendulum.world").exists(), variables)
            # The probe, which ends the server, is not installed.
            variables["GAZEBO_PLUGIN_PATH"] += f":{pathlib.Path(folder)}"
            shutil.copy(gazebo.BUILD / "lib" / "libGazeboProbe.so", folder)
            body = arm(plugin=actuator("Damper.fmu")) + probe("<joint>m::joint</joint>")
            result = run(ENGINE, world(body), 200, **variables)
        self.assertEqual((result.code, len(result.rows)), (0, 200), result.text)
        before, end = result.rows[-2], result.rows[-1]
        self.assertAlmostEqual(end["m::joint.force"], -0.1 * before["m::joint.velocity"], delta=1e-9)
        self.assertNotEqual(end["m::joint.force"], 0.0)


if __name__ == "__main__":
    unittest.main()
