#!/usr/bin/env python3
"""Writes a wheel (PEP 427) from an installed tree: the packages krt and kbuild, the program and the libraries.

wheel.py --version 0.1.0 --stage DIR --licence FILE --output DIR

DIR has prefix/, of `cmake --install`, and krt/ and kbuild/, of its component python. The wheel works on each Linux with
the C library whose version is in its name: the symbols of all files are looked through. What they link besides the
libraries that every manylinux has comes along, in prefix/lib/kbuild.
"""
import argparse
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile

# Of the policy manylinux_2_34 (https://github.com/pypa/auditwheel, policy/manylinux-policy.json).
EVERYWHERE = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "libstdc++.so.6", "libgcc_s.so.1",
              "libz.so.1", "ld-linux-x86-64.so.2"}
MOST = {"GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13)}  # those of gcc 12
KEPT = ("bin", "lib", "include", "share/kbuild")

METADATA = """\
Metadata-Version: 2.1
Name: kbuild
Version: {version}
Summary: CUDA kernels in, a package of AMD GPU code objects out; and libkrt, which launches them
License: MIT
Requires-Python: >=3.11
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Description-Content-Type: text/markdown

`import krt` launches GPU kernels; `import kbuild` and the command `kbuild` build packages of them. docs/python.md
describes both.
"""


def fail(text):
    sys.exit(f"wheel.py: {text}")


def output_of(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout


def files_of(top):
    return sorted(os.path.join(at, name) for at, _, names in os.walk(top) for name in names)


def is_elf(path):
    with open(path, "rb") as file:
        start = file.read(18)
    return start[:4] == b"\x7fELF" and start[16] in (2, 3)  # not an object, nor code of a GPU in a file of its own


def needed(path):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-dW", path))


def path_of(library, user):
    """Where the loader finds a library of this file."""
    match = re.search(rf"^\s*{re.escape(library)} => (/\S+)", output_of("ldd", user), re.M)
    return match[1] if match else fail(f"{user} needs {library}, which is not installed")


def trim(prefix):
    """Leaves what is of use here, without symbolic links, which wheels do not have."""
    for path in files_of(prefix):
        inside = os.path.relpath(path, prefix)
        if not inside.startswith(tuple(kept + "/" for kept in KEPT)):
            os.remove(path)
    versions = {}
    library_dir = os.path.join(prefix, "lib")
    for name in sorted(os.listdir(library_dir)):
        match = re.fullmatch(r"(lib\w+\.so)\.(\d+)\.\d+\.\d+", name)
        if not match:
            continue
        soname = f"{match[1]}.{match[2]}"
        versions[name] = soname
        for link in (match[1], soname):
            if os.path.islink(os.path.join(library_dir, link)):
                os.remove(os.path.join(library_dir, link))
        os.rename(os.path.join(library_dir, name), os.path.join(library_dir, soname))
        with open(os.path.join(library_dir, match[1]), "w", encoding="ascii") as file:
            file.write(f"INPUT(-l:{soname})\n")  # for -lkrt
    for path in files_of(os.path.join(library_dir, "cmake")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for name, soname in versions.items():
            text = text.replace(name, soname)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def bundle(stage):
    """Copies the libraries that are not everywhere. Returns their paths here."""
    private = os.path.join(stage, "kbuild", "prefix", "lib", "kbuild")
    os.makedirs(private, exist_ok=True)
    queue = [path for path in files_of(stage) if is_elf(path)]
    have = {os.path.basename(path) for path in queue} | EVERYWHERE
    sources = []
    while queue:
        user = queue.pop()
        for library in needed(user):
            if library in have:
                continue
            sources.append(path_of(library, user))
            copy = shutil.copy(sources[-1], os.path.join(private, library))
            have.add(library)
            queue.append(copy)
    return sources


def licences(sources, info):
    """The licences of the bundled libraries, where Debian has them."""
    for source in sources:
        found = subprocess.run(["dpkg-query", "-S", os.path.realpath(source)], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, encoding="utf-8", check=False).stdout
        package = found.split(":")[0]
        text = f"/usr/share/doc/{package}/copyright"
        if not package or not os.path.exists(text):
            fail(f"{source}: no Debian package has its licence")
        shutil.copy(text, os.path.join(info, f"LICENSE.{package}"))


def audit(stage):
    """The version of glibc that all files need."""
    glibc = (2, 17)
    for path in filter(is_elf, files_of(stage)):
        for kind, version in re.findall(r"Name: (GLIBC|GLIBCXX|CXXABI)_([\d.]+)", output_of("readelf", "-VW", path)):
            numbers = tuple(map(int, version.split(".")))
            if kind == "GLIBC":
                glibc = max(glibc, numbers[:2])
            elif numbers > MOST[kind]:
                fail(f"{path} needs {kind}_{version}, which manylinux does not have")
    return glibc


def digest(path):
    with open(path, "rb") as file:
        return base64.urlsafe_b64encode(hashlib.sha256(file.read()).digest()).rstrip(b"=").decode()


def pack(stage, info, wheel):
    record = os.path.join(stage, info, "RECORD")
    lines = [f"{os.path.relpath(path, stage)},sha256={digest(path)},{os.path.getsize(path)}" for path in files_of(stage)]
    with open(record, "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, f"{info}/RECORD,,", ""]))
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800))[:6]  # zip begins in 1980
    partial = wheel + ".part"
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in files_of(stage):
            entry = zipfile.ZipInfo(os.path.relpath(path, stage), when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if os.access(path, os.X_OK) else 0o100644) << 16
            with open(path, "rb") as file:
                archive.writestr(entry, file.read())
    os.replace(partial, wheel)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    for name in ("version", "stage", "licence", "output"):
        parser.add_argument(f"--{name}", required=True)
    given = parser.parse_args()
    stage = given.stage
    os.rename(os.path.join(stage, "prefix"), os.path.join(stage, "kbuild", "prefix"))
    trim(os.path.join(stage, "kbuild", "prefix"))
    sources = bundle(stage)
    glibc = audit(stage)
    tag = f"cp311-abi3-manylinux_{glibc[0]}_{glibc[1]}_{os.uname().machine}"
    info = f"kbuild-{given.version}.dist-info"
    os.makedirs(os.path.join(stage, info))
    licences(sources, os.path.join(stage, info))
    shutil.copy(given.licence, os.path.join(stage, info, "LICENSE"))
    write(os.path.join(stage, info, "METADATA"), METADATA.format(version=given.version))
    write(os.path.join(stage, info, "WHEEL"),
          f"Wheel-Version: 1.0\nGenerator: kbuild\nRoot-Is-Purelib: false\nTag: {tag}\n")
    write(os.path.join(stage, info, "entry_points.txt"), "[console_scripts]\nkbuild = kbuild:main\n"
          "[cmake.root]\nkbuild = kbuild.prefix\n")  # for scikit-build-core: it sets kbuild_ROOT
    os.makedirs(given.output, exist_ok=True)
    wheel = os.path.join(given.output, f"kbuild-{given.version}-{tag}.whl")
    pack(stage, info, wheel)
    print(wheel)


if __name__ == "__main__":
    main()
