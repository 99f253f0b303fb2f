# SPDX-License-Identifier: Apache-2.0
"""Signals of FMUs on Gazebo topics, as `gz topic` hears them; what they hold does not depend on the engine."""
import re
import unittest

from gazebo import ENGINE, TEST_FMUS, Server, actuator, arm, probe, world

ARRAY_FMU = TEST_FMUS / "3.0" / "ArrayProbe.fmu"
PARAM = re.compile(r'name: "([^"]+)"\s*value \{\s*type: DOUBLE\s*double_value: (\S+)')


class Signals(unittest.TestCase):
    def test_arrays_are_there_with_all_elements(self):
        """Each message: the time, then every element by its name, with its own value at that time."""
        signals = "<signals>temperatures last counts</signals>"
        text = world(arm(plugin=actuator(ARRAY_FMU, signals)) + probe(), "0 0 0").replace(
            "<real_time_update_rate>0<", "<real_time_update_rate>1000<")
        server = Server(ENGINE, text)
        server.wait_steps(10)
        heard = server.gz("topic", "-e", "/gazebo/default/m/motor/signals", "-d", "3").stdout
        server.interrupt()
        server.finish()
        values = [(name, float(number)) for name, number in PARAM.findall(heard)]
        starts = [k for k, (name, _) in enumerate(values) if name == "time"]
        self.assertGreater(len(starts), 3, heard)
        for k in starts[:-1]:  # the last one may be cut off
            time = values[k][1]
            message = dict(values[k:k + 7])
            self.assertEqual(list(message), ["time", "temperatures[1]", "temperatures[2]", "temperatures[3]", "last", "counts[1]",
                                             "counts[2]"], heard)
            for name, offset in (("temperatures[1]", 10), ("temperatures[2]", 20), ("temperatures[3]", 30), ("last", 100)):
                self.assertAlmostEqual(message[name], time + offset, delta=1e-9)
            self.assertEqual((message["counts[1]"], message["counts[2]"]), (1.0, 2.0))


if __name__ == "__main__":
    unittest.main()
