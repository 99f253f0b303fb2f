# SPDX-License-Identifier: Apache-2.0
"""The tidy stage: clang-tidy over what we ship, one case a module. Tests and generated files are left out.

A file takes seconds of processor time, so that one which passed is not looked at again before it, a file it includes or
the list of checks changes.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess

from testing import results


def sources(root, build):
    """Module -> source files below its src/ (or of the models) that the dev build compiles."""
    modules = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if root not in path.parents:
            continue
        parts = path.relative_to(root).parts
        if parts[0] != "build" and "test" not in parts and "tests" not in parts:
            modules.setdefault(parts[0], set()).add(path)
    return {module: sorted(files) for module, files in sorted(modules.items())}


def newest_dependencies(build):
    """Source file -> time of the newest file it is compiled from, as the last build noted it."""
    times, newest, source = {}, {}, None
    notes = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True).stdout
    for line in notes.splitlines():
        if not line.startswith("    "):
            source = None
            continue
        path = os.path.normpath(os.path.join(build, line.strip()))
        if path not in times:
            times[path] = os.stat(path).st_mtime if os.path.exists(path) else float("inf")
        source = source or pathlib.Path(path)  # the compiler names it first
        newest[source] = max(newest.get(source, 0.0), times[path])
    return newest


def run_one(build, path, stamp, newest):
    """What clang-tidy has to say about one file; "" if nothing, or if it said nothing when the file was as it is now."""
    if stamp.exists() and stamp.stat().st_mtime > newest:
        return ""
    result = subprocess.run(["clang-tidy", "-p", str(build), "--quiet", str(path)], capture_output=True, text=True,
                            errors="replace", stdin=subprocess.DEVNULL)
    if result.returncode != 0:
        return result.stdout or result.stderr
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.touch()
    return ""


def run_all(root, build, jobs, names=None):
    """`names`: only files whose path below the root matches."""
    if not shutil.which("clang-tidy"):
        return [results.Case("tidy", "clang-tidy", "failed", "clang-tidy cannot be run here; tools/setup optional installs it")]
    newest, checks = newest_dependencies(build), (root / ".clang-tidy").stat().st_mtime

    def look(path):
        stamp = build / "tidy" / path.relative_to(root)
        return run_one(build, path, stamp, max(checks, newest.get(path, float("inf"))))

    cases = []
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        for module, files in sources(root, build).items():
            chosen = [path for path in files if not names or re.search(names, str(path.relative_to(root)))]
            if not chosen:
                continue
            found = "".join(pool.map(look, chosen))
            cases.append(results.Case("tidy", module, "failed" if found else "passed", found))
    return cases
