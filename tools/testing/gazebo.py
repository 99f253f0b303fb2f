# SPDX-License-Identifier: Apache-2.0
"""The plugins for Gazebo 11, built and run in a real gzserver: on this machine if it has one, else in Debian 11."""
import json
import os
import re
import shutil
import subprocess
import sys

from testing import results, run

STAGE = "gazebo"
# What the build wants besides the compiler, CMake, Ninja and Python, which the folder has from the start.
PACKAGES = ("gazebo", "libgazebo-dev", "ccache", "libfmt-dev", "libpugixml-dev", "libdeflate-dev", "nettle-dev", "libsundials-dev",
            "libeigen3-dev", "libyaml-cpp-dev", "nlohmann-json3-dev", "libgtest-dev")
GONE = 3  # exit code of tools/debian11-root where no mirror has that release any more
OPTIONS = ("-DCMAKE_BUILD_TYPE=Release", "-DLOCKSTEP_WITH_GAZEBO_CLASSIC=ON", "-DLOCKSTEP_BUILD_TESTS=ON",
           "-DLOCKSTEP_WITH_MUJOCO=OFF", "-DLOCKSTEP_WITH_DART=OFF", "-DLOCKSTEP_WITH_SIMBODY=OFF", "-DLOCKSTEP_WITH_CLI=OFF",
           "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=10")


def has_gazebo_11():
    """Whether this machine has server and development files of Gazebo 11; other versions answer to the same names."""
    for pattern, *command in ((r"version 11\.", "gzserver", "--version"), (r"^11\.", "pkg-config", "--modversion", "gazebo")):
        if not shutil.which(command[0]) or not re.search(pattern, subprocess.run(command, capture_output=True, text=True).stdout):
            return False
    return True


def command_in(root):
    """Runs what follows in the Debian 11 folder, with all packages."""
    return [root / "tools" / "debian11-root", *(option for package in PACKAGES for option in ("--with", package))]


def folder_exists(root):
    return subprocess.run([root / "tools" / "debian11-root", "--exists"], capture_output=True).returncode == 0


def begin_making(root):
    """Makes the Debian 11 folder in the background, where the stage will need one; None where it will not. That waits for
    network and disk, a build for the processor. The stage finds what has been made, and tells what went wrong."""
    if os.geteuid() != 0 or has_gazebo_11() or folder_exists(root):
        return None
    print("making the Debian 11 folder in the background ...", flush=True)
    return subprocess.Popen(command_in(root), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def place(root, make):
    """(command prefix, None), or (None, why these tests do not run)."""
    if has_gazebo_11():
        return [], None
    tool = root / "tools" / "debian11-root"
    there = folder_exists(root)
    if not there and not make:
        return None, ("no Gazebo 11 here; './test --stage gazebo' makes a Debian 11 folder with it once (about 5 minutes, 3 GB, "
                      "as root) and runs these tests")
    if not there and os.geteuid() != 0:
        return None, "no Gazebo 11 here, and the Debian 11 folder is made by root; run 'sudo ./test --stage gazebo'"
    if not there:
        print("  making the Debian 11 folder, about 4 minutes ...", flush=True)
    entered = subprocess.run([tool, "true"], capture_output=True, text=True)  # makes it where it is not there
    if entered.returncode == GONE or (there and entered.returncode != 0):
        return None, f"the Debian 11 folder cannot be {'used' if there else 'made'}: {entered.stderr.strip()}"
    return [*command_in(root), "--"], None


def build_folder(root):
    return root / "build" / ("gazebo" if has_gazebo_11() else "debian11")


def failed(name, log):
    return [results.Case(STAGE, name, "failed", log.read_text(errors="replace"))]


def compare_with_run(root, prefix, folder, name, lockstep):
    """The same worlds in gzserver and by `lockstep run`."""
    script, log = root / "hosts" / "gazebo_classic" / "test" / "compare_with_run.py", folder / "compare.log"
    motions = str(folder / "compare")
    recorded = run.with_progress(prefix + ["env", f"LOCKSTEP_BUILD={folder}", "python3", "-B", str(script), "record", motions], log,
                                 STAGE)
    code = recorded or run.with_progress([sys.executable, "-B", str(script), "compare", motions, str(lockstep)], log, STAGE)
    return results.Case(STAGE, name, "passed" if code == 0 else "failed", log.read_text(errors="replace"))


def terminal_verbs(root, prefix, folder, name, lockstep):
    """`lockstep` watches and operates a world in gzserver."""
    script, place_of_channel = root / "hosts" / "gazebo_classic" / "test" / "terminal_verbs.py", str(folder / "verbs")
    server_log, log = folder / "verbs_server.log", folder / "verbs.log"
    shutil.rmtree(place_of_channel, ignore_errors=True)
    with open(server_log, "w") as output:
        server = subprocess.Popen([*map(str, prefix), "env", f"LOCKSTEP_BUILD={folder}", "python3", "-B", str(script), "serve",
                                   place_of_channel], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT)
    code = run.with_progress([sys.executable, "-B", str(script), "operate", place_of_channel, str(lockstep)], log, STAGE)
    if code != 0:
        server.terminate()  # it waits for somebody who ends its world
    code = server.wait() or code
    return results.Case(STAGE, name, "passed" if code == 0 else "failed",
                        log.read_text(errors="replace") + server_log.read_text(errors="replace"))


# What needs gzserver and the command `lockstep`, which the stage release builds here.
TOGETHER = {"same_world.gzserver_and_lockstep_run": compare_with_run, "terminal_verbs.lockstep_at_gzserver": terminal_verbs}


def together(root, prefix, folder, regex):
    lockstep = root / "build" / "release" / "bin" / "lockstep"
    for name, test in TOGETHER.items():
        if regex and not re.search(regex, name):
            continue
        if lockstep.exists():
            yield test(root, prefix, folder, name, lockstep)
        else:
            yield results.Case(STAGE, name, "skipped", "no build/release/bin/lockstep; the stage release builds it")


def run_all(root, jobs, make, regex=None):
    prefix, reason = place(root, make)
    if prefix is None:
        return [results.Case(STAGE, "plugins in gzserver", "skipped", reason)]
    folder = build_folder(root)
    steps = {
        "configure": ["cmake", "-S", str(root), "-B", str(folder), "-G", "Ninja", *OPTIONS],
        "build": ["cmake", "--build", str(folder), "--parallel", str(jobs), "--target", "gazebo_tests"],
    }
    for step, command in steps.items():
        log = folder / f"{step}.log"
        if run.with_progress(prefix + command, log, f"{STAGE} {step}") != 0:
            return failed(step, log)
    outcome = folder / "gazebo.json"
    outcome.unlink(missing_ok=True)
    runner = root / "hosts" / "gazebo_classic" / "test" / "run_all.py"
    command = ["python3", "-B", str(runner), str(folder), "--jobs", str(jobs)] + (["--filter", regex] if regex else [])
    run.with_progress(prefix + command, folder / "gazebo.log", STAGE)
    if not outcome.exists():
        return failed("run_all.py", folder / "gazebo.log")
    cases = [results.Case(STAGE, **case) for case in json.loads(outcome.read_text())]
    return cases + list(together(root, prefix, folder, regex))
