#!/bin/sh
# bear writes no command for a HIP source whose name ends in ".hip": the database is empty, and bear exits with 0. For a ".cpp"
# that is compiled with -x hip it writes two: the command, and the "clang -cc1" of the device's pass, a process that clang starts
# where a command has several steps. bear takes the source out of its options, and -main-file-name loses its value.
# Tools use both: clang-check and clang-tidy report errors in the second, "unknown argument: '-cc1'" or "error reading 'pic'".
# Needs Debian's bear, and clang-15 or clang-19 with clang-tools. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
echo '__attribute__((device)) int value;' >kernel.hip
cp kernel.hip kernel.cpp
record() { # SOURCE: the commands that bear records, one a line
    rm -f compile_commands.json
    bear -- "$clang" -x hip -nogpulib -nogpuinc --offload-arch=gfx1030 -c "$1" -o kernel.o
    python3 -c 'import json; [print(*entry["arguments"]) for entry in json.load(open("compile_commands.json"))]'
}
bear --version
tried=
for version in 15 19; do
    clang=clang++-$version
    command -v "$clang" >/dev/null && command -v "clang-check-$version" >/dev/null || continue
    "$clang" --version | head -n 1
    record kernel.hip >commands
    echo "kernel.hip: $(wc -l <commands) commands"
    [ ! -s commands ]
    record kernel.cpp >commands
    cut -c 1-100 commands | sed 's/^/kernel.cpp: /'
    [ "$(wc -l <commands)" = 2 ]
    grep -q -- ' -cc1 -triple amdgcn-amd-amdhsa .* -main-file-name -' commands
    "clang-check-$version" -p . kernel.cpp >log 2>&1 || true
    grep -m1 'error:' log
    tried=yes
done
[ "$tried" ] || { echo "there is neither clang-15 nor clang-19 with its tools" >&2; exit 77; }
echo "as described"
