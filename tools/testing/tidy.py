# SPDX-License-Identifier: Apache-2.0
"""The tidy stage: clang-tidy over what we ship, one case a module. Tests and generated files are left out."""
import concurrent.futures
import json
import pathlib
import shutil
import subprocess

from testing import results


def sources(root, build):
    """Module -> source files below its src/ (or of the models) that the release build compiles."""
    modules = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if root not in path.parents:
            continue
        parts = path.relative_to(root).parts
        if parts[0] != "build" and "test" not in parts and "tests" not in parts:
            modules.setdefault(parts[0], set()).add(path)
    return {module: sorted(files) for module, files in sorted(modules.items())}


def run_one(build, path):
    """What clang-tidy has to say about one file; "" if nothing."""
    result = subprocess.run(["clang-tidy", "-p", str(build), "--quiet", str(path)], capture_output=True, text=True,
                            errors="replace", stdin=subprocess.DEVNULL)
    return "" if result.returncode == 0 else result.stdout or result.stderr


def run_all(root, build, jobs):
    if not shutil.which("clang-tidy"):
        return [results.Case("tidy", "clang-tidy", "failed", "clang-tidy cannot be run here; tools/setup optional installs it")]
    cases = []
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        for module, files in sources(root, build).items():
            found = "".join(pool.map(lambda path: run_one(build, path), files))
            cases.append(results.Case("tidy", module, "failed" if found else "passed", found))
    return cases
