# SPDX-License-Identifier: Apache-2.0
"""tools/setup with stand-ins for dpkg-query, apt-get, sudo and id: what it installs, says and refuses."""
import os
import pathlib
import subprocess
import tempfile
import unittest

SETUP = pathlib.Path(__file__).resolve().parents[2] / "tools" / "setup"
PACKAGES = """\
# comment
cmake        build  configures the build
gtest        test   unit tests
npm|npm-here build  plots
"""


class SetupTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "packages.txt").write_text(PACKAGES)
        for name in ("bash", "env", "sed", "tr", "mktemp", "rm", "tail", "dirname", "cat"):
            found = subprocess.run(["/bin/sh", "-c", f"command -v {name}"], capture_output=True, text=True).stdout
            (self.root / name).symlink_to(found.strip())
        self.command("apt-get", f'echo "apt-get $*" >>{self.root}/calls')
        self.command("dpkg-query", 'echo "installed:cmake"; echo "config-files:gtest"; exit 1')
        self.command("id", "echo 0")

    def command(self, name, body):
        path = self.root / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def setup_tool(self, *groups, **environment):
        result = subprocess.run([SETUP, *groups], capture_output=True, text=True,
                                env=dict(PATH=str(self.root), LOCKSTEP_PACKAGES_FILE=str(self.root / "packages.txt"),
                                         TMPDIR=os.environ.get("TMPDIR", "/tmp"), **environment))
        calls = self.root / "calls"
        return result.returncode, result.stdout + result.stderr, calls.read_text() if calls.exists() else ""

    # Nothing missing: no word, no apt.
    def test_nothing_missing(self):
        self.command("npm-here", "true")
        self.assertEqual(self.setup_tool("build"), (0, "", ""))

    # Says what and why, installs exactly that. A removed package that left its configuration is missing.
    def test_installs_missing(self):
        code, output, calls = self.setup_tool("build", "test")
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"npm +plots")
        self.assertRegex(output, r"gtest +unit tests")
        self.assertNotIn("configures", output)
        self.assertRegex(calls, r"(?m)install .* gtest npm$")

    # Groups that were not asked for stay out.
    def test_only_wanted_groups(self):
        self.assertNotIn("gtest", self.setup_tool("build")[1])

    # Neither root nor sudo: the command to run as root.
    def test_no_root_no_sudo(self):
        self.command("id", "echo 1000")
        code, output, calls = self.setup_tool("test")
        self.assertEqual((code, calls), (1, ""))
        self.assertIn("not root and no sudo here; run as root: apt-get install --no-install-recommends gtest", output)

    def test_sudo(self):
        self.command("id", "echo 1000")
        self.command("sudo", f'echo sudo >>{self.root}/calls; exec "$@"')
        code, _, calls = self.setup_tool("test")
        self.assertEqual(code, 0)
        self.assertIn("sudo\napt-get", calls)

    # Each stage of ./test gets what it needs on a bare machine: the Debian 11 folder of Gazebo is made with mmdebstrap.
    def test_stages_name_their_packages(self):
        self.command("dpkg-query", "exit 1")
        for options, wanted in ((["--full"], {"clang-16", "ccache", "mmdebstrap"}), (["--stage", "gazebo"], {"mmdebstrap"}),
                                (["--stage=gazebo"], {"mmdebstrap"}), (["--stage", "fuzz"], {"clang-16", "ccache"}),
                                (["--soak"], {"clang-16", "ccache"}), ([], set()), (["--filter", "gazebo"], set())):
            self.assertEqual(self.asked_for_by_test(*options), wanted, options)

    # Who has Gazebo, or the folder, is not asked for what makes one.
    def test_nothing_to_make_folders_with_where_there_is_gazebo(self):
        self.command("dpkg-query", "exit 1")
        (self.root / ".cache" / "lockstep" / "debian11").mkdir(parents=True)
        self.assertEqual(self.asked_for_by_test("--full"), {"clang-16", "ccache"})
        (self.root / ".cache" / "lockstep" / "debian11").rmdir()
        self.command("gzserver", "true")
        self.assertEqual(self.asked_for_by_test("--stage", "gazebo"), set())

    def asked_for_by_test(self, *options):
        result = subprocess.run([SETUP.parents[1] / "test", *options], capture_output=True, text=True,
                                env=dict(PATH=str(self.root), HOME=str(self.root), LOCKSTEP_NO_INSTALL="1"))
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        asked = {line.split()[0] for line in result.stdout.splitlines() if line.startswith("  ")}
        return asked & {"clang-16", "ccache", "mmdebstrap"}

    # A failing apt shows its own words and fails.
    def test_apt_fails(self):
        self.command("apt-get", 'echo "E: Unable to locate package"; exit 100')
        code, output, _ = self.setup_tool("test")
        self.assertEqual(code, 1)
        self.assertIn("E: Unable to locate package", output)

    def test_no_install_wanted(self):
        code, output, calls = self.setup_tool("test", LOCKSTEP_NO_INSTALL="1")
        self.assertEqual((code, calls), (1, ""))
        self.assertIn("LOCKSTEP_NO_INSTALL is set", output)

    # Not Debian: the list, and the build goes on to say itself what it lacks.
    def test_no_dpkg(self):
        (self.root / "dpkg-query").unlink()
        code, output, _ = self.setup_tool("test")
        self.assertEqual(code, 0)
        self.assertRegex(output, r"no dpkg on this system(.|\n)*gtest +unit tests")

    def test_unknown_group(self):
        code, output, _ = self.setup_tool("everything")
        self.assertEqual(code, 2)
        self.assertIn("unknown group 'everything'", output)


if __name__ == "__main__":
    unittest.main()
