# SPDX-License-Identifier: Apache-2.0
"""tools/debian11-root and tools/release-fmus. usage: debian11_root_test.py LOCKSTEP BUILD_FOLDER

What needs the Debian 11 root folder runs where it has been made; making it takes minutes and the network.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL, RELEASE = ROOT / "tools" / "debian11-root", ROOT / "tools" / "release-fmus"
LOCKSTEP, BUILD = sys.argv[1:3]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)


HAS_ROOT = os.geteuid() == 0 and run(TOOL, "--exists").returncode == 0


class UseTest(unittest.TestCase):
    def test_refuses_what_it_does_not_know(self):
        for tool in (TOOL, RELEASE):
            result = run(tool, "--frobnicate")
            self.assertEqual(result.returncode, 2)
            self.assertIn("unknown option '--frobnicate'", result.stderr)
            self.assertIn("usage: ", run(tool, "--help").stdout)
        self.assertIn("--with needs an argument", run(TOOL, "--with").stderr)

    def test_says_that_a_folder_has_not_been_made(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(run(TOOL, "--folder", f"{folder}/none", "--exists").returncode, 1)

    # A mirror without the release is told from other failures; a program that answers as mmdebstrap stands for that day.
    @unittest.skipUnless(os.geteuid() == 0, "only root makes the folder")
    def test_says_that_the_mirror_has_lost_the_release(self):
        for answer, code, text in (("E: The repository 'http://x bullseye Release' does not have a Release file.", 3, "any more"),
                                   ("E: Temporary failure resolving 'x'", 1, "mmdebstrap failed")):
            with tempfile.TemporaryDirectory() as folder:
                program = pathlib.Path(folder, "mmdebstrap")
                program.write_text(f"#!/bin/sh\nmkdir -p {folder}/root.part\necho \"{answer}\" >&2\nexit 25\n")
                program.chmod(0o755)
                result = subprocess.run([TOOL, "--folder", f"{folder}/root", "true"], capture_output=True, text=True,
                                        env=dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}"))
                self.assertEqual(result.returncode, code, result.stderr)
                self.assertIn(answer, result.stderr)
                self.assertIn(text, result.stderr)
                self.assertFalse(pathlib.Path(folder, "root.part").exists())


@unittest.skipUnless(HAS_ROOT, "no Debian 11 root folder")
class RootTest(unittest.TestCase):
    # The command sees Debian 11, the source tree at its own path and a clean environment.
    def test_runs_commands(self):
        os.environ["LOCKSTEP_TEST_VARIABLE"] = "seen"
        result = run(TOOL, "bash", "-c", "cut -d. -f1 /etc/debian_version; pwd; ls test; echo $LOCKSTEP_TEST_VARIABLE")
        self.assertEqual(result.stdout, f"11\n{ROOT}\ntest\n\n", result.stderr)
        self.assertEqual(run(TOOL, "bash", "-c", "exit 7").returncode, 7)

    # A package that is there is not installed again.
    def test_knows_what_is_installed(self):
        result = run(TOOL, "--with", "cmake", "true")
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    # FMUs built there need no newer glibc and give the same bits as those built here.
    def test_release_fmus(self):
        pathlib.Path(BUILD).mkdir(parents=True, exist_ok=True)
        result = run(RELEASE, "--build", BUILD, "DampedPendulum")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertRegex(result.stdout, r"release-fmus: 2 FMUs in \S+, they need glibc 2\.(2\d|3[01]) or newer")
        here = pathlib.Path(LOCKSTEP).parents[1] / "fmus"
        for version in ("2.0", "3.0"):
            rows = [run(LOCKSTEP, "simulate", f"{folder}/{version}/DampedPendulum.fmu", "--output-file", "-").stdout
                    for folder in (f"{BUILD}/fmus", here)]
            self.assertGreater(len(rows[0]), 100_000)
            self.assertEqual(rows[0], rows[1])


if __name__ == "__main__":
    program = unittest.main(argv=sys.argv[:1], exit=False)
    if program.result.wasSuccessful() and not HAS_ROOT:
        print("no Debian 11 root folder; make it with tools/debian11-root (as root, about 4 minutes)")
        sys.exit(77)
    sys.exit(not program.result.wasSuccessful())
