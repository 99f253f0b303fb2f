# SPDX-License-Identifier: Apache-2.0
"""The commands of docs/how-to, run as they are written. usage: how_to_test.py LOCKSTEP DAMPED_PENDULUM_FMU"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PAGES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "how-to"
LOCKSTEP, FMU = sys.argv[1:3]
# One task from its first line to its last (first_fmu_test.py); the scenarios of an example (examples_test.py).
ELSEWHERE = {"first-fmu-in-ten-minutes.md", "better-robot-controller.md"}


class HowToTest(unittest.TestCase):
    # Every line that starts with "lockstep" in a block of its own works on the pendulum.
    def test_commands(self):
        seen = 0
        for page in sorted(PAGES.glob("*.md")):
            if page.name in ELSEWHERE:
                continue
            for block in re.findall(r"(?ms)^```\n(lockstep .*?)^```$", page.read_text()):
                seen += 1
                with self.subTest(page=page.name, block=block), tempfile.TemporaryDirectory() as folder:
                    shutil.copy(FMU, pathlib.Path(folder) / "DampedPendulum.fmu")
                    path = f"{pathlib.Path(LOCKSTEP).parent}:{os.environ['PATH']}"
                    result = subprocess.run(["bash", "-ec", block], cwd=folder, env={**os.environ, "PATH": path},
                                            capture_output=True, text=True)
                    self.assertEqual(result.returncode, 0, f"{block}\n{result.stdout}\n{result.stderr}")
        self.assertGreaterEqual(seen, 8, "the pages have lost their commands")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
