# SPDX-License-Identifier: Apache-2.0
"""The programs of docs/how-to/use-from-python.md and of the README, run as they are written."""
import os
import re
import shutil
import tempfile
import unittest

from support import FEEDTHROUGH, PENDULUM, ROOT

PAGES = (ROOT / "docs" / "how-to" / "use-from-python.md", ROOT / "README.md")


class Page(unittest.TestCase):
    def test_programs(self):
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            for file in (PENDULUM, FEEDTHROUGH, ROOT / "examples" / "run_a_world_from_cpp" / "pendulum.world"):
                shutil.copy(file, folder)
            os.chdir(folder)
            self.addCleanup(os.chdir, here)
            for page in PAGES:
                blocks = re.findall(r"(?ms)^```python\n(.*?)^```$", page.read_text())
                self.assertTrue(blocks, page)
                names = {}
                for block in blocks:
                    exec(compile(block, str(page), "exec"), names)


if __name__ == "__main__":
    unittest.main()
