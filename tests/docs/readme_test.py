# SPDX-License-Identifier: Apache-2.0
"""The commands of the README's tour, run as they are written."""
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def section(title):
    """Text of one section of the README, from its heading to the next."""
    text = (ROOT / "README.md").read_text()
    return re.search(rf"(?ms)^## {re.escape(title)}$(.*?)(?=^## |\Z)", text).group(1)


class ReadmeTest(unittest.TestCase):
    # Every block of commands in the tour, one after the other in one shell, as a reader would.
    def test_tour(self):
        blocks = re.findall(r"(?ms)^```\n(.*?)^```$", section("Five-minute tour"))
        self.assertGreaterEqual(len(blocks), 4, "the tour has lost its commands")
        result = subprocess.run(["bash", "-ec", "".join(blocks)], cwd=ROOT, stdin=subprocess.DEVNULL,
                                capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, f"{''.join(blocks)}\n{result.stdout}\n{result.stderr}")
        for name in ("pendulum.csv", "pendulum.html", "world.csv", "world.html"):
            self.assertGreater((ROOT / "build" / "tour" / name).stat().st_size, 1000, name)

    # Links between the pages of the root, of docs/, of the examples and of the models lead somewhere.
    def test_links(self):
        pages = [*ROOT.glob("*.md"), *(page for folder in ("docs", "examples", "models") for page in ROOT.glob(f"{folder}/**/*.md"))]
        for page in pages:
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
                if "://" not in target and not target.startswith("mailto:"):
                    self.assertTrue((page.parent / target).exists(), f"{page.relative_to(ROOT)} links to {target}")


if __name__ == "__main__":
    unittest.main()
