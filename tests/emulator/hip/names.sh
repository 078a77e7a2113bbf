#!/bin/sh
# names.sh OURS: every name that the installed HIP runtime exports, with its version, is exported by
# the library in its place, and nothing besides HIP's names is.
set -eu
real=
for directory in /usr/lib/x86_64-linux-gnu /usr/lib64 /usr/lib /opt/rocm/lib; do
    [ ! -e "$directory/libamdhip64.so.5" ] || real=$directory/libamdhip64.so.5
done
command -v readelf >/dev/null || {
    echo "skipped: no readelf"
    exit 77
}
names() {
    readelf --wide --dyn-syms "$1" | awk '$7 != "UND" && $8 ~ /@@hip_/ && $8 !~ /^hip_[0-9.]+@/ {print $8}' | sort -u
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names "$1" >"$work/ours"
strays=$(readelf --wide --dyn-syms "$1" |
    awk '$7 != "UND" && $5 == "GLOBAL" && NR > 4 && $8 !~ /@@hip(emu)?_/ && $8 !~ /^hip(emu)?_[0-9.]+$/ && $8 != "" && $8 !~ /Name/ {print $8}')
[ -z "$strays" ] || {
    echo "exported, and not HIP's: $strays"
    exit 1
}
[ -n "$real" ] || {
    echo "skipped: no libamdhip64.so.5 to compare with"
    exit 77
}
names "$real" >"$work/real"
missing=$(comm -13 "$work/ours" "$work/real")
[ -z "$missing" ] || {
    echo "missing: $missing"
    exit 1
}
echo "$(wc -l <"$work/real") names"
