#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""
usage: packages_test.py catkin|deb BUILD_FOLDER SOURCE_FOLDER WORK_FOLDER

catkin: both packages in a catkin workspace, with lockstep installed in a folder, as docs/how-to/ros1-catkin-workspace.md says;
        run from the devel space and from the install space.
deb:    the Debian packages (made before, in BUILD_FOLDER/package) unpacked; run from there, and a package of a user,
        the examples, built against them.
"""
import os
import pathlib
import shutil
import subprocess
import sys

# ROS is written for Debian's own python3; of the caller's settings nothing of ROS may reach the workspace.
ENVIRONMENT = {key: value for key, value in os.environ.items()
               if not key.startswith("ROS") and key != "CMAKE_PREFIX_PATH"}
ENVIRONMENT["PATH"] = "/usr/bin:/bin"


def run(*command, **variables):
    """Runs a command; ends the test with its output when it fails."""
    result = subprocess.run([str(word) for word in command], env=dict(ENVIRONMENT, **variables), text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        sys.exit("failed (%d): %s\n%s" % (result.returncode, " ".join(map(str, command)), result.stdout))
    return result.stdout


def make_workspace(folder, source, packages, prefix):
    """A catkin workspace with links to the packages, built and installed into folder/install."""
    (folder / "src").mkdir(parents=True)
    for package in packages:
        (folder / "src" / package).symlink_to(source / "middlewares" / "ros1" / package)
    # Not optimised: what is proven is that it builds and runs, and messages of ROS take an optimising compiler a minute.
    options = ["-DCMAKE_BUILD_TYPE=None", "-DCMAKE_PREFIX_PATH=%s" % prefix]
    if shutil.which("ccache"):
        options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
        ENVIRONMENT.setdefault("CCACHE_BASEDIR", str(source))
        ENVIRONMENT.setdefault("CCACHE_NOHASHDIR", "1")
    run("catkin_make", "-C", folder, "-j1", "--cmake-args", *options)
    run("catkin_make", "-C", folder, "-j1", "install")


def run_installed(build, source, prefix, packages=None):
    """The rostest of installed packages."""
    variables = {"LOCKSTEP_ROS1_PREFIX": str(prefix)}
    if packages:
        variables["LOCKSTEP_ROS1_PACKAGES"] = str(packages)
    run(source / "tools" / "run-rostest", build, source / "middlewares" / "ros1" / "test" / "installed.test", **variables)


def catkin(build, source, work):
    prefix = work / "prefix"
    run("cmake", "--install", build, "--prefix", prefix)
    workspace = work / "workspace"
    make_workspace(workspace, source, ["fmi_adapter", "fmi_adapter_examples"], prefix)
    run_installed(build, source, workspace / "devel", workspace / "src")
    run_installed(build, source, workspace / "install")


def deb(build, source, work):
    root = work / "root"
    for name in ("lockstep", "ros-fmi-adapter", "ros-fmi-adapter-examples", "ros-lockstep-world"):
        files = list((build / "package").glob(name + "_*.deb"))
        if len(files) != 1:
            sys.exit("expected one %s_*.deb in %s, found %d" % (name, build / "package", len(files)))
        depends = run("dpkg-deb", "-f", files[0], "Depends")
        for needed in {"lockstep": ["libc6"], "ros-fmi-adapter": ["lockstep (= ", "libroscpp"],
                       "ros-fmi-adapter-examples": ["ros-fmi-adapter (= ", "libroscpp"],
                       "ros-lockstep-world": ["lockstep (= ", "libroscpp"]}[name]:
            if needed not in depends:
                sys.exit("%s does not depend on '%s' but on: %s" % (name, needed, depends))
        if name == "lockstep" and "ros" in depends:
            sys.exit("the package lockstep depends on ROS: " + depends)
        run("dpkg-deb", "-x", files[0], root)
    prefix = root / "usr"
    for file in ("lib/fmi_adapter/node", "lib/libfmi_adapter.so", "include/fmi_adapter/FMIAdapter.h",
                 "share/fmi_adapter/launch/fmi_adapter_node.launch", "share/doc/ros-fmi-adapter/copyright",
                 "share/fmi_adapter_examples/share/DampedPendulum.fmu", "lib/fmi_adapter_examples/plot",
                 "lib/lockstep_world/node", "share/lockstep_world/launch/lockstep_world.launch"):
        if not (prefix / file).exists():
            sys.exit("no package holds " + file)
    (prefix / ".catkin").touch()  # what /usr is without it, another folder is with it: a place where ROS looks
    run_installed(build, source, prefix)
    make_workspace(work / "workspace", source, ["fmi_adapter_examples"], prefix)


def main():
    mode, build, source, work = sys.argv[1:]
    work = pathlib.Path(work)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    {"catkin": catkin, "deb": deb}[mode](pathlib.Path(build), pathlib.Path(source), work)


if __name__ == "__main__":
    main()
