# For the tests of kbuild hipify. Sourced by each; $KBUILD is the program.
set -u
: "${KBUILD:?names the kbuild program}"
KBUILD=$(realpath "$KBUILD")
HERE=$(cd "$(dirname "$0")" && pwd)
TOP=$(mktemp -d)
trap 'cd /; chmod -R u+w "$TOP"; rm -rf "$TOP"' EXIT
cd "$TOP" || exit 1
unset KBUILD_FAILURES KBUILD_ROOT KBUILD_SHOWN_ROOT
export LC_ALL=C.UTF-8

skip() {
    echo "skipped: $*"
    exit 77
}

fail() {
    echo "FAILED: $*" >&2
    echo "--- exit code ${rc-} of the last run, which said:" >&2
    cat .err >&2
    exit 1
}

# run WANTED-EXIT-CODE ARGUMENT...: kbuild hipify, its output in .out and .err
run() {
    wanted=$1
    shift
    "$KBUILD" hipify "$@" >.out 2>.err
    rc=$?
    [ "$rc" = "$wanted" ] || fail "wanted exit code $wanted: kbuild hipify $*"
}

# says TEXT: the last run wrote it to standard error.
says() { grep -qF -e "$1" .err || fail "not said: $1"; }
says_not() { ! grep -qF -e "$1" .err || fail "said: $1"; }
same() { cmp "$1" "$2" || fail "$1 and $2 differ"; }
