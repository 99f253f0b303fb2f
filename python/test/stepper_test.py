# SPDX-License-Identifier: Apache-2.0
import logging
import unittest

import numpy
import lockstep
from support import FEEDTHROUGH, FMUS, PENDULUM


class Stepper(unittest.TestCase):
    def test_gives_the_bits_of_simulate(self):
        expected = lockstep.simulate(PENDULUM, stop_time=10, step_size=0.01, set={"l": 2.5})["a"]
        stepper = lockstep.Stepper(PENDULUM)
        stepper.set("l", 2.5)
        angle = stepper.output("a")
        stepper.start()
        values = [angle.value]
        while stepper.time < 10:
            self.assertTrue(stepper.step(0.01))
            values.append(float(angle))
        self.assertEqual(values, list(expected))
        stepper.reset()
        stepper.start()
        self.assertEqual(angle.value, expected[0])

    def test_every_type(self):
        stepper = lockstep.Stepper(FEEDTHROUGH)
        cases = {"Float64_continuous": 2.5, "Float32_continuous": 0.5, "Int8": -5, "UInt8": 200, "Int16": -300, "UInt16": 60000,
                 "Int32": -70000, "UInt32": 4000000000, "Int64": -2**62, "UInt64": 2**63 + 1, "Boolean": True}
        bound = {name: (stepper.input(f"{name}_input"), stepper.output(f"{name}_output")) for name in cases}
        stepper.start()
        for name, value in cases.items():
            bound[name][0].value = value
        stepper.step(0.1)
        for name, value in cases.items():
            self.assertEqual((name, bound[name][1].value), (name, value))
            self.assertIs(type(bound[name][1].value), type(value))
        with self.assertRaisesRegex(lockstep.Error, "200 is no value for 'Int8_input'"):
            bound["Int8"][0].value = 200
        with self.assertRaisesRegex(lockstep.Error, "2 values for 'Int8_input', expected 1"):
            bound["Int8"][0].value = [1, 2]

    def test_arrays(self):
        """y = C x + D u, where x starts with 0 (models/state_space)."""
        stepper = lockstep.Stepper(FMUS / "3.0" / "StateSpace.fmu")
        u, y = stepper.input("u"), stepper.output("y")
        stepper.set("D", numpy.diag([2.0] * len(u.value)))
        stepper.start()
        self.assertEqual(list(y.value), [2.0, 4.0, 6.0])
        u.value = numpy.array([0.0, -1.0, 5.0])
        stepper.step(1e-9)
        numpy.testing.assert_allclose(y.value, [0.0, -2.0, 10.0], atol=1e-7)  # x has moved by 5e-9
        self.assertEqual(stepper.get("D").tolist(), numpy.diag([2.0] * 3).tolist())

    def test_wrong_names_and_values(self):
        stepper = lockstep.Stepper(PENDULUM)
        for call, reason in ((lambda: stepper.set("ll", 1), "no variable is named 'll'"),
                             (lambda: stepper.set("l", "x"), "'x' is no value for variable 'l'"),
                             (lambda: stepper.set("l", None), "None is no value for 'l'"),
                             (lambda: stepper.output("nothing"), "no variable is named 'nothing'"),
                             (lambda: stepper.input("a"), "expected an input or a tunable parameter"),
                             (lambda: stepper.step(-1.0), "step"),
                             (lambda: lockstep.Stepper(PENDULUM, interface="fast"), "interface is 'fast', expected 'cs' or 'me'")):
            with self.subTest(reason=reason), self.assertRaisesRegex(lockstep.Error, reason):
                call()

    def test_isolated(self):
        steppers = [lockstep.Stepper(PENDULUM, isolate=isolate) for isolate in (False, True)]
        angles = [stepper.output("a") for stepper in steppers]
        for stepper in steppers:
            stepper.step(0.5)
        self.assertEqual(angles[0].value, angles[1].value)

    def test_warnings_reach_the_logger(self):
        with self.assertLogs("lockstep", logging.WARNING) as caught:
            stepper = lockstep.Stepper(FEEDTHROUGH)
            stepper.set("Float64_continuous_input", 1.0)
            logging.getLogger("lockstep").warning("at least one")
        self.assertIn("at least one", caught.output[-1])


if __name__ == "__main__":
    unittest.main()
