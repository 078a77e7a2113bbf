# Sourced by the benchmarks: all of them share one build, in $BUILD or build/bench. Its generator is chosen once.
root=${root-$(cd "$(dirname "$0")/../.." && pwd)}
build=${BUILD:-$root/build/bench}

# bench_build TARGET..., with $bench_options for CMake
bench_build() {
    generator=-GNinja
    [ ! -e "$build/CMakeCache.txt" ] || generator=
    # shellcheck disable=SC2086 # no generator, or one; no option, or one without spaces
    cmake -S "$root" -B "$build" $generator ${bench_options-} -DCMAKE_BUILD_TYPE=RelWithDebInfo -DKBUILD_BENCH=ON >/dev/null
    cmake --build "$build" --target "$@" >"$build/build.log" || {
        status=$?
        tail -20 "$build/build.log" >&2
        return $status
    }
}
