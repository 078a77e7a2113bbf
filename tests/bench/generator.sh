# The benchmarks share a build directory, so each runs after any other: CMake refuses another generator than that
# of the cache. The cmake here does that, and nothing else. Its builds fail with 9, and each script says why.
. "$(dirname "$0")/../lib.sh"
mkdir bin
cat >bin/cmake <<'SH'
#!/bin/sh
[ "$1" != --build ] || { echo "no compiler" && exit 9; }
generator=Makefiles
while [ $# -gt 0 ]; do
    case $1 in
    -G) generator=$2 ;;
    -G*) generator=${1#-G} ;;
    -B) build=$2 ;;
    esac
    case $1 in
    -G*) given=$generator ;;
    esac
    shift
done
cache=$build/CMakeCache.txt
mkdir -p "$build"
[ -e "$cache" ] || echo "$generator" >"$cache"
[ "${given-$(cat "$cache")}" = "$(cat "$cache")" ]
SH
chmod +x bin/cmake
PATH=$TOP/bin:$PATH
touch object
for order in "" -r; do
    for script in "run embed" "run fused" "run hipify" "run inspect" "run ops" "run runtime" emulator/run gpu/static; do
        echo "$script"
    done | sort $order >scripts
    while read -r script; do
        # shellcheck disable=SC2086 # a script, and perhaps the name of a benchmark
        BUILD=$TOP/build run 9 "$SOURCE"/bench/$script "$TOP/object"
        says "no compiler"
    done <scripts
    rm -r build
done
# None configures by itself.
! grep -rn 'cmake -S' "$SOURCE/bench" --include=run --include=static || fail "a script that does not use bench_build"
