"""kbuild for Python's build scripts: the program of this wheel, and where its CMake package is."""
import os
import subprocess
import sys
from collections.abc import Sequence

__all__ = ["PREFIX", "BuildError", "build", "cmake_dir", "include_dir", "library_dir", "main", "program", "run"]

PREFIX = os.path.join(os.path.dirname(os.path.abspath(__file__)), "prefix")


class BuildError(Exception):
    """kbuild failed: returncode as in kbuild(1), and its messages."""

    def __init__(self, returncode: int, messages: str) -> None:
        super().__init__(messages.strip() or f"kbuild ended with {returncode}")
        self.returncode = returncode


def program() -> str:
    """The path of the program; KBUILD in the environment names another one."""
    return os.environ.get("KBUILD") or os.path.join(PREFIX, "bin", "kbuild")


def cmake_dir() -> str:
    """For CMake: -Dkbuild_DIR=... makes find_package(kbuild) find this wheel."""
    return os.path.join(PREFIX, "lib", "cmake", "kbuild")


def include_dir() -> str:
    """The directory of krt/krt.h."""
    return os.path.join(PREFIX, "include")


def library_dir() -> str:
    """The directory of libkrt.so."""
    return os.path.join(PREFIX, "lib")


def run(*arguments: str | os.PathLike[str]) -> str:
    """Runs kbuild, and gives what it prints to standard output. Raises BuildError."""
    done = subprocess.run([program(), *[os.fspath(one) for one in arguments]], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", errors="replace", check=False)
    if done.returncode != 0:
        raise BuildError(done.returncode, done.stderr)
    return done.stdout


def build(source: str | os.PathLike[str] | Sequence[str | os.PathLike[str]], output: str | os.PathLike[str],
          targets: str | Sequence[str] = (), *arguments: str) -> str:
    """Builds a package: a directory of kernels, a manifest, or a list of sources. It has a module for Python.

    targets are target IDs, "gfx90a"; none: those of the manifest. arguments are options of kbuild build.
    """
    sources = [source] if isinstance(source, (str, os.PathLike)) else list(source)
    names = ["--targets", ",".join([targets] if isinstance(targets, str) else targets)] if targets else []
    return run("build", "--output", output, "--emit", "python", "--quiet", *names, *arguments, "--", *sources)


def main() -> None:
    """The command kbuild."""
    os.execv(program(), ["kbuild", *sys.argv[1:]])
