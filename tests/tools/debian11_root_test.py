# SPDX-License-Identifier: Apache-2.0
"""tools/debian11-root, for root and for normal users, and tools/release-fmus. usage: debian11_root_test.py LOCKSTEP BUILD_FOLDER

What needs the Debian 11 root folder runs where it has been made; making it takes minutes and the network.
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL, RELEASE = ROOT / "tools" / "debian11-root", ROOT / "tools" / "release-fmus"
LOCKSTEP, BUILD = sys.argv[1:3]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)


# Says "ready", then stays; whoever waits for the end of its output waits for its end.
STAYS = ("bash", "-c", "trap '' TERM HUP INT; echo ready; sleep 300")


def ends_with(test, command, number):
    """Whether a command that stays ends when the tool that runs it gets this signal."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    with process:
        test.assertEqual(process.stdout.readline(), "ready\n")
        process.send_signal(number)
        try:
            process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            test.fail(f"the command still runs after signal {number} to the tool")
    test.assertEqual(process.returncode, -number)


FOLDER = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "lockstep", "debian11")
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

    # A signal that ends the tool ends what it runs, whatever that thinks of signals.
    def test_command_ends_with_the_tool(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(signal=number):
                ends_with(self, [TOOL, *STAYS], number)

    # What ccache keeps is not lost with the folder.
    def test_compiler_cache_is_outside(self):
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run([TOOL, "bash", "-c", "echo kept >$CCACHE_DIR/entry"], env=dict(os.environ, CCACHE_DIR=folder))
            self.assertEqual(result.returncode, 0)
            self.assertEqual(pathlib.Path(folder, "debian11", "entry").read_text(), "kept\n")

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


# Shows folder ($1) and source tree ($2) below $3, in mounts of its own, and goes on there as a user without rights.
AS_NOBODY = '''
mount --make-rprivate / && mount --bind "$1" "$3/root" && mount --bind "$2" "$3/tree" || exit 99
cd "$3" && shift 3 && exec setpriv --reuid=65534 --regid=65534 --clear-groups env -i PATH="$PATH" HOME="$PWD" TMPDIR="$PWD/tmp" "$@"'''


@unittest.skipUnless(HAS_ROOT, "no Debian 11 root folder")
class NormalUserTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        self.place.chmod(0o755)
        for name, mode in (("root", 0o755), ("tree", 0o755), ("tmp", 0o777), ("own", 0o777), ("closed", 0o700)):
            (self.place / name).mkdir()
            (self.place / name).chmod(mode)
        if self.as_nobody("unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork", "true").returncode != 0:
            self.skipTest("this machine does not let normal users make user namespaces")

    def command(self, *command):
        return ["unshare", "--mount", "--", "bash", "-c", AS_NOBODY, "as_nobody", FOLDER, ROOT, self.place, *command]

    def as_nobody(self, *command):
        result = run(*self.command(*command))
        self.assertNotEqual(result.returncode, 99, result.stderr)
        return result

    def tool(self, *arguments):
        return self.as_nobody(f"{self.place}/tree/tools/debian11-root", "--folder", f"{self.place}/root", *arguments)

    # As for root: Debian 11, the source tree at its path, the exit code of the command; and no folder is left in TMPDIR.
    def test_runs_commands(self):
        result = self.tool("bash", "-c", "id -u; cut -d. -f1 /etc/debian_version; pwd; ls test; c++ -dumpversion")
        self.assertEqual(result.stdout, f"0\n11\n{self.place}/tree\ntest\n10\n", result.stderr)
        self.assertEqual(self.tool("bash", "-c", "exit 7").returncode, 7)
        self.assertEqual(list((self.place / "tmp").iterdir()), [])

    def test_command_ends_with_the_tool(self):
        tool = self.command(f"{self.place}/tree/tools/debian11-root", "--folder", f"{self.place}/root", *STAYS)
        ends_with(self, tool, signal.SIGTERM)

    # What is written into a bound folder stays; elsewhere it is lost, or refused where the files are root's.
    def test_changes_only_what_is_bound(self):
        own = self.place / "own"
        result = self.tool("--bind", str(own), "bash", "-c", f"echo kept >{own}/file && echo lost >/opt/lost && cat /opt/lost")
        self.assertEqual((result.returncode, result.stdout), (0, "lost\n"), result.stderr)
        self.assertEqual((own / "file").read_text(), "kept\n")
        self.assertFalse((FOLDER / "opt" / "lost").exists())
        self.assertEqual(self.tool("touch", "/usr/refused").returncode, 1)
        self.assertFalse((FOLDER / "usr" / "refused").exists())

    # What only root can do is told as such.
    def test_says_what_needs_root(self):
        self.assertEqual(self.tool("--with", "cmake", "true").returncode, 0)
        result = self.tool("--with", "no-such-package", "true")
        self.assertEqual(result.returncode, 1)
        self.assertIn("has no no-such-package, and only root can install them", result.stderr)
        for options in (("--refresh",), ("--folder", f"{self.place}/closed/root")):
            result = self.tool(*options, "true")
            self.assertEqual(result.returncode, 1)
            self.assertIn("needs root", result.stderr)
        self.assertTrue((FOLDER / "usr").exists())


if __name__ == "__main__":
    program = unittest.main(argv=sys.argv[:1], exit=False)
    for test, reason in program.result.skipped:
        print(f"skipped: {test.id()}: {reason}")
    if program.result.wasSuccessful() and not HAS_ROOT:
        print("no Debian 11 root folder; make it with tools/debian11-root (as root, about 4 minutes)")
        sys.exit(77)
    sys.exit(not program.result.wasSuccessful())
