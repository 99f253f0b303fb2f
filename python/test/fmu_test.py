# SPDX-License-Identifier: Apache-2.0
import unittest

import lockstep
from support import FEEDTHROUGH, PENDULUM


class Fmu(unittest.TestCase):
    def test_shows_its_description(self):
        fmu = lockstep.open(PENDULUM)
        self.assertEqual((fmu.name, fmu.fmi_version, fmu.path), ("DampedPendulum", "2.0", PENDULUM))
        length = fmu.variables["l"]
        self.assertEqual((length.type, length.causality, length.variability, length.unit, length.start),
                         ("Float64", "parameter", "fixed", "m", 1.0))
        del fmu
        self.assertEqual(length.name, "l", "variables keep their FMU")
        self.assertIn("<lockstep.Variable: l, fixed parameter Float64>", repr(length))
        self.assertIn("Int32_input", lockstep.open(FEEDTHROUGH).variables)

    def test_check(self):
        report = lockstep.check(PENDULUM)
        self.assertTrue(report.loads)
        self.assertTrue(report.valid)
        self.assertEqual(report.findings, [])
        self.assertIn("would load here: yes", report.verdict)

    def test_errors_have_a_code(self):
        with self.assertRaisesRegex(lockstep.Error, "cannot open the FMU 'none.fmu'") as caught:
            lockstep.open("none.fmu")
        self.assertEqual(caught.exception.code, "not-found")
        self.assertIsInstance(caught.exception, RuntimeError)


if __name__ == "__main__":
    unittest.main()
