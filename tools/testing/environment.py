# SPDX-License-Identifier: Apache-2.0
"""The environment that tests run in: strict sanitizers, a locale with a decimal comma, the compiler cache."""
import os
import pathlib
import shutil
import subprocess

SANITIZERS = {
    "ASAN_OPTIONS": "strict_string_checks=1:detect_stack_use_after_return=1:check_initialization_order=1",
    "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    "TSAN_OPTIONS": "halt_on_error=1:second_deadlock_stack=1",
}


def compiler_cache(root, environment=os.environ):
    """Variables that let every CMake project below root compile through ccache, also those that tests configure, which
    know nothing of ours; {} where there is no ccache. Paths below root count as relative ones, so that what one clone has
    compiled serves the next."""
    if not shutil.which("ccache", path=environment.get("PATH")):
        return {}
    variables = {"CMAKE_C_COMPILER_LAUNCHER": "ccache", "CMAKE_CXX_COMPILER_LAUNCHER": "ccache",
                 "CCACHE_BASEDIR": str(root), "CCACHE_NOHASHDIR": "1"}
    return {name: environment.get(name, value) for name, value in variables.items()}


def for_tests(root):
    """Environment of all tests. The locale with a decimal comma needs no installation."""
    locales = root / "build" / "locales"
    comma = locales / "de_DE.UTF-8"
    if not comma.exists() and shutil.which("localedef"):
        locales.mkdir(parents=True, exist_ok=True)
        subprocess.run(["localedef", "--no-archive", "-i", "de_DE", "-f", "UTF-8", str(comma)], capture_output=True)
    leaks = f"suppressions={root / 'tools' / 'testing' / 'lsan.supp'}:print_suppressions=0"
    return {**os.environ, "LOCPATH": str(locales), "LSAN_OPTIONS": leaks, **SANITIZERS, **compiler_cache(root)}


def without_address_randomisation():
    """Command prefix that lets GCC 12's ThreadSanitizer run on kernels that randomise more than 28 bits."""
    try:
        bits = int(pathlib.Path("/proc/sys/vm/mmap_rnd_bits").read_text())
    except (OSError, ValueError):
        return []
    prefix = ["setarch", "--addr-no-randomize"]
    if bits <= 28 or not shutil.which(prefix[0]):
        return []
    return prefix if subprocess.run(prefix + ["true"], capture_output=True).returncode == 0 else []
