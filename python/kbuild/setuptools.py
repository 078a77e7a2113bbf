"""A hook for setuptools: kernels become a module of a package, in its wheel and in editable installations.

    from kbuild.setuptools import kernels
    setup(packages=["app"], cmdclass=kernels("kernels", package="app", targets=["gfx90a"]))
"""
import glob
import os
import shutil
import tempfile

from setuptools.command.build_py import build_py

import kbuild

__all__ = ["kernels"]


def kernels(source, package, targets=(), arguments=()):
    """The commands for cmdclass: build_py also builds source, a directory, a manifest or a list, into the package."""

    class BuildKernels(build_py):
        def run(self):
            super().run()
            if getattr(self, "editable_mode", False):
                directory = self.get_package_dir(package)
            else:
                directory = os.path.join(self.build_lib, *package.split("."))
            with tempfile.TemporaryDirectory() as output:
                kbuild.build(source, output, targets, *arguments)
                os.makedirs(directory, exist_ok=True)
                for kind in ("*.py", "*.pyi", "*.hsaco"):
                    for file in glob.glob(os.path.join(glob.escape(output), kind)):
                        shutil.copy(file, directory)

    return {"build_py": BuildKernels}
