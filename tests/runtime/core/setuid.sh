# A setuid program obeys nothing that its caller chooses and that names code of libkrt's or
# libhipemu's: variables, and the name that it is started by. Each is tried without setuid first.
#
#     sh setuid.sh PROBE LIBHIPEMU FOREIGN-LIBRARY
set -u
skip() {
    echo "skipped: $*"
    exit 77
}
[ "$(id -u)" = 0 ] || skip "only root can make a program setuid for another user"
command -v bash >/dev/null || skip "no bash, for exec -a"
top=$(mktemp -d) && chmod 755 "$top"
trap 'rm -rf "$top"' EXIT
mkdir "$top/override"
cp "$1" "$top/plain"
cp "$1" "$top/setuid"
chown 65534 "$top/setuid"
chmod 4755 "$top/setuid"
cp "$2" "$top/libhipemu.so" # the build directory may be closed to the other user
cp "$3" "$top/foreign.so"
cp "$3" "$top/libhipemu.so.0" # beside the program, for one that trusts its name
echo damaged >"$top/override/add.gfx1100.hsaco"
unset KRT_LIBRARY KRT_OVERRIDE_DIR HIPEMU_LLVM
export HIPEMU_QUIET=1

fail() {
    echo "FAILED: $*:"
    cat "$top/out"
    exit 1
}

# is_refused TEXT NAME=VALUE [LIBHIPEMU]: with the variable, TEXT is in what the program prints, but
# not when it is setuid; that one launches its kernel, where it is told of the emulator.
is_refused() {
    text=$1 setting=$2
    shift 2
    for program in plain setuid; do
        env "$setting" bash -c 'exec -a "$0" "$@"' "$top/name" "$top/$program" "$@" \
            >"$top/out" 2>&1 || fail "$program ends badly with $setting"
        [ $program = plain ] || break
        grep -qF "$text" "$top/out" || fail "$setting has no effect"
    done
    grep -qx secure "$top/out" || skip "setuid has no effect in $top"
    ! grep -qF "$text" "$top/out" || fail "setuid: $setting is obeyed"
    [ $# = 0 ] || grep -qx launched "$top/out" || fail "setuid: no launch with $setting"
}

is_refused "foreign code" KRT_LIBRARY="$top/foreign.so"
is_refused "foreign code" HIPEMU_LLVM="$top/foreign.so" "$top/libhipemu.so"
is_refused "$top/override" KRT_OVERRIDE_DIR="$top/override" "$top/libhipemu.so"
is_refused "foreign code" KRT_DEVICE=emu # by the name that it is started by
