# SPDX-License-Identifier: Apache-2.0
"""The clock of FMUs is the clock of Gazebo, whatever the step of the physics; one engine."""
import unittest

from gazebo import ENGINE, HEAVY, JOINT, PROBE_FMU, actuator, arm, probe, run, world


def clock(more=""):
    """An arm too heavy to move, whose actuator's effort is the FMU's time at the end of each step."""
    return arm(plugin=actuator(PROBE_FMU, "<parameters><kt>1</kt></parameters>"), **HEAVY) + probe(JOINT + more)


class Clock(unittest.TestCase):
    def follows(self, rows):
        for row in rows:
            self.assertAlmostEqual(row["m::joint.force"], row["time"], delta=1e-12)

    def test_steps_of_no_whole_nanoseconds(self):
        """Gazebo rounds 1/3000, 1/300 and 1/600 s to nanoseconds. An FMU that did not would be 1e-6 s off at the end."""
        for per_second, nanoseconds in ((3000, 333333), (300, 3333333), (600, 1666667)):
            with self.subTest(per_second=per_second):
                result = run(ENGINE, world(clock(), "0 0 0", step=repr(1 / per_second)), 3000)
                self.assertEqual((result.code, len(result.rows)), (0, 3000), result.text)
                self.assertEqual(result.messages("[Err] [lockstep"), [], result.text)
                self.assertAlmostEqual(result.rows[-1]["time"], 3000 * nanoseconds * 1e-9, delta=1e-12)
                self.follows(result.rows)

    def test_step_with_all_digits_of_a_double(self):
        result = run(ENGINE, world(clock(), "0 0 0", step="0.0013940520446096654"), 500)
        self.assertEqual((result.code, len(result.rows)), (0, 500), result.text)
        self.assertAlmostEqual(result.rows[-1]["time"], 500 * 1394052e-9, delta=1e-12)
        self.follows(result.rows)

    @unittest.skipIf(ENGINE == "simbody", "Simbody itself does not move when the clock is set")
    def test_clock_set_forward(self):
        """FMUs start again at the time of the world instead of lagging behind for ever."""
        result = run(ENGINE, world(clock('<at step="50" do="set_time" argument="7.25"/>'), "0 0 0"), 200)
        self.assertEqual((result.code, len(result.rows)), (0, 200), result.text)
        self.assertAlmostEqual(result.rows[50]["time"], 7.251, delta=1e-12)
        self.follows(result.rows)


if __name__ == "__main__":
    unittest.main()
