#!/bin/sh
# clang writes a backslash in a file's name as a slash in depfiles (-MD), also on Linux, where a backslash is an ordinary
# byte: it names a file that does not exist. ninja takes a missing input for changed, and compiles such a source at every
# build. gcc writes the name as it is.
# (LLVM: PrintFilename() in clang/lib/Frontend/DependencyFile.cpp calls llvm::sys::path::native().)
# Needs Debian's clang and gcc. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
mkdir 'i\n'
echo 'int value;' >'i\n/h.h'
printf '#include "i\\n/h.h"\n' >main.c
for compiler in gcc clang-15 clang-19; do
    command -v "$compiler" >/dev/null || continue
    "$compiler" --version | head -1
    "$compiler" -MD -MF "$compiler.d" -fsyntax-only main.c 2>/dev/null || "$compiler" -MM -MF "$compiler.d" main.c
    cat "$compiler.d"
done
grep -qF 'i\n/h.h' gcc.d
tried=
for depfile in clang-*.d; do
    [ -e "$depfile" ] || continue
    grep -qF 'i/n/h.h' "$depfile"
    if grep -qF 'i\n/h.h' "$depfile"; then exit 1; fi
    tried=yes
done
[ "$tried" ] || { echo "no clang-15 or clang-19 is installed"; exit 1; }
echo "as described"
