# SPDX-License-Identifier: Apache-2.0
"""The page "Your first FMU in ten minutes", done as it is written, with an installed lockstep.

usage: first_fmu_test.py PREFIX FOLDER     PREFIX: where lockstep is installed; FOLDER: made anew, for the work
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "how-to" / "first-fmu-in-ten-minutes.md"
PREFIX, FOLDER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


def script(page):
    """What the page asks for, as one script: its commands, and its C++ put into the file named last before it."""
    parts, at = [], 0
    for block in re.finditer(r"(?ms)^```(cpp)?\n(.*?)^```$", page):
        if block[1]:
            name = re.findall(r"`(\w+\.cpp)`", page[at:block.start()])[-1]
            parts.append(f"cat >{name} <<'END_OF_FILE'\n{block[2]}END_OF_FILE\n")
        else:
            parts.append(block[2])
        at = block.end()
    return "".join(parts)


def run(commands, folder):
    # The command is found as a user finds it: its folder is in PATH. CMake looks for packages beside it.
    environment = {**os.environ, "PATH": f"{PREFIX / 'bin'}:{os.environ['PATH']}", "CMAKE_GENERATOR": "Ninja"}
    environment.pop("CMAKE_PREFIX_PATH", None)
    if shutil.which("ccache"):
        environment["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"
    return subprocess.run(["bash", "-ec", commands], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


class FirstFmuTest(unittest.TestCase):
    def test_page(self):
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        page = PAGE.read_text()
        result = run(script(page), FOLDER)
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertEqual(result.stdout.count("100% tests passed"), 2, "once for the template, once for the model")
        for name in ("out.csv", "out.html", "damped.html"):
            self.assertGreater((FOLDER / "SpringMass" / name).stat().st_size, 1000, name)
        self.mistake_is_explained(page)

    # Members that are not declared: the build says what the page shows, line breaks aside.
    def mistake_is_explained(self, page):
        shown = re.search(r"(?ms)^    (SpringMass: the description is not right:.*?)\n\n", page)[1]
        self.assertIn(" ".join(shown.split()), self.build_without(r"(?m)^ *model\.parameter\(\"d\".*\n"))
        self.assertIn("between 'v' and 'm'", page)
        self.assertIn("between 'v' and 'm'", self.build_without(r"\.derivative\(a\)"))

    # What a build says that fails because `piece` is missing in the model.
    def build_without(self, piece):
        source = FOLDER / "SpringMass" / "spring_mass.cpp"
        text = source.read_text()
        changed, count = re.subn(piece, "", text)
        self.assertEqual(count, 1, piece)
        source.write_text(changed)
        result = run("cmake --build build", FOLDER / "SpringMass")
        source.write_text(text)
        self.assertNotEqual(result.returncode, 0)
        return " ".join(result.stdout.split())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
