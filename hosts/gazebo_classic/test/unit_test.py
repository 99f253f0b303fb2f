# SPDX-License-Identifier: Apache-2.0
"""The C++ tests of this folder, with Gazebo in their own process."""
import subprocess
import tempfile
import unittest

import gazebo


class Unit(unittest.TestCase):
    def test_crashes_of_gazebo_itself_are_told_from_others(self):
        def judged(code, *stacks, other=""):
            return gazebo.crashed_by_itself(code, other + "".join(f"\nprobe: a thread crashed in {stack}\n" for stack in stacks))

        own = "libgazebo_transport.so.11 libboost_thread.so.1.74.0 libpthread.so.0 libc.so.6"
        self.assertTrue(judged(-11, own))
        self.assertTrue(judged(-11, "libstdc++.so.6 libboost_thread.so.1.74.0 " + own))  # in a function it called
        self.assertTrue(judged(-6, other="thread: trying joining itself"))
        self.assertFalse(judged(-11))
        self.assertFalse(judged(0, own))
        self.assertFalse(judged(-6, own))
        self.assertFalse(judged(-11, "libgazebo_transport.so.11 liblockstep_gazebo_classic.so libgazebo_physics.so.11"))
        self.assertFalse(judged(-11, "Damper.so liblockstep_gazebo_classic.so", own))
        self.assertFalse(judged(-11, "libgazebo_physics.so.11 libc.so.6"))

    def test_cpp(self):
        with tempfile.TemporaryDirectory(prefix="gazebo-unit-") as folder:
            done = subprocess.run([gazebo.BUILD / "bin" / "gazebo_classic_unit_tests"], cwd=folder,
                                  env=gazebo.environment(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  errors="replace", timeout=gazebo.PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("[  PASSED  ]", done.stdout)


if __name__ == "__main__":
    unittest.main()
