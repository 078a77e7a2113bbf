# The benchmarks share a build directory, so each runs after any other: CMake refuses another generator than that
# of the cache. The cmake here does that, and nothing else; it ends each script with 9 when it builds.
. "$(dirname "$0")/../lib.sh"
mkdir bin
cat >bin/cmake <<'SH'
#!/bin/sh
[ "$1" != --build ] || exit 9
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
count=0
for order in "" -r; do
    for script in $(grep -rl bench_build "$SOURCE/bench" --include=run --include=static | sort $order); do
        BUILD=$TOP/build run 9 "$script" "$TOP/object"
        count=$((count + 1))
    done
    rm -r build
done
[ $count -ge 10 ] || fail "only $count benchmarks were started"
# None configures by itself.
! grep -rn 'cmake -S' "$SOURCE/bench" --include=run --include=static || fail "a script that does not use bench_build"
