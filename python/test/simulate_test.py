# SPDX-License-Identifier: Apache-2.0
import math
import os
import signal
import threading
import time
import unittest

import numpy
import lockstep
from support import FEEDTHROUGH, PENDULUM


class Simulate(unittest.TestCase):
    def test_returns_arrays(self):
        result = lockstep.simulate(PENDULUM, stop_time=20, step_size=0.01, set={"l": 2.5})
        self.assertEqual(len(result), 2001)
        self.assertEqual(result.keys(), ["time", "a"])
        self.assertEqual(result["a"].dtype, numpy.float64)
        self.assertEqual(result.unit("a"), "rad")
        self.assertEqual(result.time[1234], 12.34, "exact, not a sum of steps")
        with self.assertRaises(KeyError):
            result["b"]
        self.assertFalse(result["a"].flags.writeable)
        column = result["a"]
        last = column[-1]
        del result
        self.assertEqual(column[-1], last, "an array keeps its rows")

    def test_small_swings_have_the_closed_form(self):
        """a'' = -2 d a' - g/l sin a with a small start: a0 exp(-d t) (cos w t + d/w sin w t)."""
        variables = lockstep.open(PENDULUM).variables
        d, length, start = variables["d"].start, variables["l"].start, 1e-3
        result = lockstep.simulate(PENDULUM, stop_time=5, step_size=0.001, set={"a": start}, interface="me", tolerance=1e-10)
        w = math.sqrt(9.81 / length - d * d)
        t = result.time
        expected = start * numpy.exp(-d * t) * (numpy.cos(w * t) + d / w * numpy.sin(w * t))
        # sin a = a - a^3/6 makes the period longer by a0^2/16: 6e-8 of 16 rad in 5 s, times a0.
        self.assertLess(numpy.abs(result["a"] - expected).max(), 2e-9)

    def test_inputs_from_arrays(self):
        times = numpy.linspace(0, 1, 11)
        outputs = [f"{name}_output" for name in ("Float64_continuous", "Int32", "Boolean", "String")]
        arguments = {"stop_time": 1, "step_size": 0.05, "outputs": outputs, "set": {"String_input": "hello"},
                     "inputs": {"time": times, "Float64_continuous_input": 2 * times, "Int32_input": list(range(11)),
                                "Boolean_input": [False] * 5 + [True] * 6}}
        result = lockstep.simulate(FEEDTHROUGH, event_rows=False, **arguments)
        numpy.testing.assert_allclose(result["Float64_continuous_output"], 2 * result.time, atol=1e-12)
        self.assertEqual(result["Int32_output"].dtype, numpy.int32)
        # A discrete input keeps its value over a step: an output is that of the step that ended there.
        self.assertEqual(list(result["Int32_output"][::4]), [0, 1, 3, 5, 7, 9])
        self.assertEqual(result["Boolean_output"].dtype, bool)
        self.assertEqual(list(result["Boolean_output"]), [t > 0.5 for t in result.time])
        self.assertEqual(set(result["String_output"]), {"hello"})
        both = lockstep.simulate(FEEDTHROUGH, **arguments)
        at_jump = both["Boolean_output"][both.time == 0.5]
        self.assertEqual((at_jump[0], at_jump[-1]), (False, True))  # before and after

    def test_wrong_inputs_are_named(self):
        for inputs, reason in (({"Float64_continuous_input": [1.0]}, 'inputs have no "time"'),
                               ({"time": [0.0, 1.0], "Float64_continuous_input": [1.0]}, "has 1 values, expected 2"),
                               ({"time": [0.0], "Float64_input": [1.0]}, "no variable is named 'Float64_input'"),
                               ({"time": [0.0], "Int32_input": [1.5]}, "1.5 is no value for 'Int32_input' of type Int32"),
                               ({"time": [0.0], "UInt8_input": [300]}, "300 is no value for 'UInt8_input' of type UInt8")):
            with self.subTest(inputs=inputs), self.assertRaisesRegex(lockstep.Error, reason):
                lockstep.simulate(FEEDTHROUGH, stop_time=1, inputs=inputs)

    def test_interrupt_ends_it(self):
        """Ctrl-C: KeyboardInterrupt, not after all steps."""
        def interrupt():
            time.sleep(0.3)
            os.kill(os.getpid(), signal.SIGINT)
        thread = threading.Thread(target=interrupt)  # runs because simulate() has released the interpreter
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            lockstep.simulate(PENDULUM, stop_time=1e6, step_size=1e-3, output_interval=1e3)
        thread.join()


if __name__ == "__main__":
    unittest.main()
