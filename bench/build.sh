# Sourced by the benchmarks: all of them share one build, in $BUILD or build/bench. Its generator is chosen once.
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-$root/build/bench}

# bench_build TARGET...
bench_build() {
    generator=-GNinja
    [ ! -e "$build/CMakeCache.txt" ] || generator=
    cmake -S "$root" -B "$build" $generator -DCMAKE_BUILD_TYPE=RelWithDebInfo -DKBUILD_BENCH=ON >/dev/null
    cmake --build "$build" --target "$@" >/dev/null
}
