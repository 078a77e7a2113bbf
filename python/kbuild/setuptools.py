"""A hook for setuptools: kernels become a module of a package, in its wheel, its sdist and its editable installations.

    from kbuild.setuptools import kernels
    setup(packages=["app"], cmdclass=kernels("kernels", package="app", targets=["gfx90a"]))

The build is kept in build/kbuild of the project, so that another one compiles what has changed.
"""
import glob
import os
import shutil

from setuptools.command.build_py import build_py
from setuptools.command.develop import develop

import kbuild

__all__ = ["kernels"]

# What an sdist takes of the folders of kernels; MANIFEST.in names others.
SUFFIXES = (".cu", ".cuh", ".hip", ".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".def", ".c", ".cc", ".cpp", ".cxx", ".yaml", ".yml")


def _below(folder):
    """The sources below a folder, but not those of environments and of earlier builds."""
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders
                            if not (one.startswith(".") or one.endswith(".egg-info") or one in ("build", "dist", "__pycache__")
                                    or os.path.exists(os.path.join(path, one, "pyvenv.cfg"))))
        yield from (os.path.join(path, file) for file in sorted(files) if file.endswith(SUFFIXES))


def _sources(source):
    """The files of what kbuild.build() takes; the headers of a manifest or source are beside it or below."""
    for one in [source] if isinstance(source, (str, os.PathLike)) else source:
        one = os.fspath(one)
        yield from _below(one if os.path.isdir(one) else os.path.dirname(one) or ".")


def kernels(source, package, targets=(), arguments=()):
    """The commands for cmdclass: build_py also builds source, a directory, a manifest or a list, into the package."""

    class BuildKernels(build_py):
        def run(self):
            super().run()
            self.build_kernels()

        def _folder(self):
            if getattr(self, "editable_mode", False):
                return self.get_package_dir(package)
            return os.path.join(self.build_lib, *package.split("."))

        def _output(self):
            return os.path.join(self.get_finalized_command("build").build_base, "kbuild", package)

        def _made(self):
            """The files of the package as it was built last."""
            output = glob.escape(self._output())
            return sorted(os.path.basename(file) for kind in ("*.py", "*.pyi", "*.hsaco")
                          for file in glob.glob(os.path.join(output, kind)))

        def build_kernels(self):
            output, folder = self._output(), self._folder()
            before = self._made()
            os.makedirs(output, exist_ok=True)
            kbuild.build(source, output, targets, *arguments)
            made = self._made()
            os.makedirs(folder, exist_ok=True)
            for name in made:
                shutil.copy(os.path.join(output, name), folder)
            for name in set(before) - set(made):  # of a module that is no longer there
                if os.path.exists(os.path.join(folder, name)):
                    os.remove(os.path.join(folder, name))

        def get_source_files(self):
            """For an sdist."""
            root = os.path.abspath(".") + os.sep
            inside = (os.path.relpath(file) for file in _sources(source) if os.path.abspath(file).startswith(root))
            return sorted({*super().get_source_files(), *inside})

        def get_outputs(self, include_bytecode=True):
            folder = os.path.join(self.build_lib, *package.split("."))
            return [*super().get_outputs(include_bytecode), *(os.path.join(folder, name) for name in self._made())]

        def get_output_mapping(self):
            """For strict editable installations, which link each file."""
            folder, own = os.path.join(self.build_lib, *package.split(".")), self.get_package_dir(package)
            made = {os.path.join(folder, name): os.path.join(own, name) for name in self._made()}
            return {**super().get_output_mapping(), **made}

    class DevelopKernels(develop):
        def run(self):
            # Before version 80, `setup.py develop`, which pip runs for a project without pyproject.toml, builds nothing.
            if hasattr(self, "install_for_development"):
                command = self.get_finalized_command("build_py")
                command.editable_mode = True
                command.build_kernels()
            super().run()

    return {"build_py": BuildKernels, "develop": DevelopKernels}
