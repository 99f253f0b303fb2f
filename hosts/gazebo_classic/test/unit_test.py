# SPDX-License-Identifier: Apache-2.0
"""The C++ tests of this folder, with Gazebo in their own process."""
import subprocess
import tempfile
import unittest

import gazebo


class Unit(unittest.TestCase):
    def test_cpp(self):
        with tempfile.TemporaryDirectory(prefix="gazebo-unit-") as folder:
            done = subprocess.run([gazebo.BUILD / "bin" / "gazebo_classic_unit_tests"], cwd=folder,
                                  env=gazebo.environment(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  errors="replace", timeout=gazebo.PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("[  PASSED  ]", done.stdout)


if __name__ == "__main__":
    unittest.main()
