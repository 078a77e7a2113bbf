"""kbuild for Python's build scripts: the program of this wheel, and where its CMake package is."""
import os
import subprocess
import sys

__all__ = ["PREFIX", "BuildError", "build", "cmake_dir", "include_dir", "library_dir", "main", "program", "run"]

PREFIX = os.path.join(os.path.dirname(os.path.abspath(__file__)), "prefix")


class BuildError(Exception):
    """kbuild failed: returncode as in kbuild(1), and its messages."""

    def __init__(self, returncode, messages):
        super().__init__(messages.strip() or f"kbuild ended with {returncode}")
        self.returncode = returncode


def program():
    """The path of the program; KBUILD in the environment names another one."""
    return os.environ.get("KBUILD") or os.path.join(PREFIX, "bin", "kbuild")


def cmake_dir():
    """For CMake: -Dkbuild_DIR=... makes find_package(kbuild) find this wheel."""
    return os.path.join(PREFIX, "lib", "cmake", "kbuild")


def include_dir():
    """The directory of krt/krt.h."""
    return os.path.join(PREFIX, "include")


def library_dir():
    """The directory of libkrt.so."""
    return os.path.join(PREFIX, "lib")


def run(*arguments):
    """Runs kbuild, and gives what it prints to standard output. Raises BuildError."""
    done = subprocess.run([program(), *map(os.fspath, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", errors="replace", check=False)
    if done.returncode != 0:
        raise BuildError(done.returncode, done.stderr)
    return done.stdout


def build(source, output, targets=(), *arguments):
    """Builds a package: a directory of kernels, a manifest, or a list of sources. It has a module for Python.

    targets are target IDs, "gfx90a"; none: those of the manifest. arguments are options of kbuild build.
    """
    sources = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    names = ["--targets", ",".join([targets] if isinstance(targets, str) else targets)] if targets else []
    return run("build", *sources, "--output", output, "--emit", "python", "--quiet", *names, *arguments)


def main():
    """The command kbuild."""
    os.execv(program(), ["kbuild", *sys.argv[1:]])
