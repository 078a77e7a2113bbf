#!/bin/sh
# What compilers make of the text is the bytes that the text was made of.
. "$(dirname "$0")/lib.sh"

"$MAKE_CASES" cases.h cases.bin
sh "$tests/../unpack.sh" "$tests/programs.txtar" .
count=0
for compiler in gcc clang; do
    has $compiler || continue
    for language in "c -std=c11" "c -std=gnu17" "c++ -std=c++17"; do
        # C++ compilers spell this warning, C ones need not support such lengths either.
        $compiler -x $language -I. $warnings -Wno-overlength-strings cases.c -o cases ||
            fail "$compiler -x $language does not take the text"
        ./cases cases.bin || fail "$compiler -x $language read other bytes"
        count=$((count + 1))
    done
done
[ $count -gt 0 ] || { echo "neither gcc nor clang is on this machine"; exit 77; }
