# SPDX-License-Identifier: Apache-2.0
"""The files lint looks at, and what it has to say about them."""
import os
import pathlib
import subprocess

CPP_SUFFIXES = {".c", ".h", ".cpp", ".hpp"}
SOURCE_SUFFIXES = CPP_SUFFIXES | {".py", ".sh", ".cmake", ".js", ".mjs", ".mo"}
SKIPPED_FOLDERS = {".git", "build", ".cache", "node_modules", "__pycache__"}


class Report:
    def __init__(self):
        self.errors = []
        self.warnings = []
        self.seen = 0  # things looked at: a check that saw nothing proves nothing

    def error(self, where, message):
        self.errors.append(f"{where}: {message}")

    def warning(self, where, message):
        self.warnings.append(f"{where}: {message}")


class Tree:
    """A source tree. files: relative posix paths, sorted."""

    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        self.files = sorted(self._from_git() or self._from_disk())

    def _from_git(self):
        """Tracked and new files; None where this is not a work tree git lets us read (a tarball, another owner)."""
        result = subprocess.run(["git", "-C", str(self.root), "ls-files", "-z", "--cached", "--others",
                                 "--exclude-standard"], capture_output=True, text=True)
        if result.returncode != 0:
            return None
        return [name for name in set(result.stdout.split("\0")) if name and (self.root / name).is_file()]

    def _from_disk(self):
        found = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = [name for name in folders if name not in SKIPPED_FOLDERS]
            found += [(pathlib.Path(folder) / name).relative_to(self.root).as_posix() for name in names]
        return found

    def cpp_files(self):
        return [name for name in self.files if pathlib.PurePosixPath(name).suffix in CPP_SUFFIXES]

    def public_headers(self):
        return [name for name in self.cpp_files()
                if "/include/lockstep/" in name and name.endswith((".h", ".hpp"))]

    def source_files(self):
        """What people write code in: known suffixes, CMake files and scripts with a #! line."""
        return [name for name in self.files if self._is_source(name)]

    def _is_source(self, name):
        path = pathlib.PurePosixPath(name)
        if path.suffix in SOURCE_SUFFIXES or path.name == "CMakeLists.txt" or name.endswith(".cmake.in"):
            return True
        if path.suffix:
            return False
        with open(self.root / name, "rb") as file:
            return file.read(2) == b"#!"

    def lines(self, name):
        """Lines of a text file; a file that is not text has none."""
        data = (self.root / name).read_bytes()
        if b"\0" in data:
            return []
        return data.decode("utf-8", errors="replace").splitlines()
