# For tests that run the tool: a fresh directory, runs that keep what was said, and checks that tell
# what they found. Sourced by a component's lib.sh or a test itself; $KBUILD is the program.
set -u
: "${KBUILD:?names the kbuild program}"
KBUILD=$(realpath "$KBUILD")
HERE=$(cd "$(dirname "$0")" && pwd)
TOP=$(mktemp -d)
trap 'cd /; cleanup; rm -rf "$TOP"' EXIT
cleanup() { :; } # for a test to redefine
cd "$TOP" || exit 1
unset KBUILD_LAUNCHER KBUILD_FAILURES KBUILD_ROOT KBUILD_SHOWN_ROOT MAKEFLAGS 2>/dev/null
export LC_ALL=C.UTF-8

skip() {
    echo "skipped: $*"
    exit 77
}

fail() {
    echo "FAILED: $*" >&2
    echo "--- exit code ${rc-} of the last run; its standard output:" >&2
    cat "$TOP/.out" >&2 2>/dev/null
    echo "--- its standard error:" >&2
    cat "$TOP/.err" >&2 2>/dev/null
    exit 1
}

# run WANTED-EXIT-CODE COMMAND...: leaves the output in $TOP/.out and $TOP/.err.
run() {
    wanted_rc=$1
    shift
    "$@" >"$TOP/.out" 2>"$TOP/.err"
    rc=$?
    [ "$rc" = "$wanted_rc" ] || fail "wanted exit code $wanted_rc: $*"
}

kbuild() { "$KBUILD" "$@"; }

# says TEXT: the last run wrote it, to either stream. On one line, as it stands.
says() { grep -qF -e "$1" "$TOP/.out" "$TOP/.err" || fail "not said: $1"; }
says_not() { ! grep -qF -e "$1" "$TOP/.out" "$TOP/.err" || fail "said: $1"; }

same() { cmp "$1" "$2" || fail "$1 and $2 differ"; }
