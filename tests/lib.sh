# For tests that run the tool: makes a fresh directory, runs commands and keeps their output, and has
# checks that print what they found. A test or a room's lib.sh sources this file; $KBUILD is the program.
set -u
: "${KBUILD:?names the kbuild program}"
KBUILD=$(realpath "$KBUILD")
HERE=$(cd "$(dirname "$0")" && pwd)
TOP=$(mktemp -d)
trap 'cd /; cleanup; rm -rf "$TOP"' EXIT
cleanup() { :; } # a test may redefine it
cd "$TOP" || exit 1
unset KBUILD_LAUNCHER KBUILD_FAILURES KBUILD_ROOT KBUILD_SHOWN_ROOT MAKEFLAGS 2>/dev/null
[ -z "${LAUNCHER-}" ] || export KBUILD_LAUNCHER="$LAUNCHER"
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

# says TEXT: the last run wrote exactly this text, on one line, to standard output or standard error.
says() { grep -qF -e "$1" "$TOP/.out" "$TOP/.err" || fail "not printed: $1"; }
says_not() { ! grep -qF -e "$1" "$TOP/.out" "$TOP/.err" || fail "printed: $1"; }

same() { cmp "$1" "$2" || fail "$1 and $2 differ"; }

# transcribe TITLE FILE: adds the file to the transcript of this test, and golden FILE compares the transcript
# with FILE. UPDATE=1 writes FILE anew; read the difference before you keep it.
transcribe() { { printf '==== %s\n' "$1" && cat "$2"; } >>"$TOP/.transcript"; }
golden() {
    [ -z "${UPDATE-}" ] || cp "$TOP/.transcript" "$1"
    diff -u "$1" "$TOP/.transcript" >&2 ||
        fail "not as in $1; see above. If it is meant to be so: UPDATE=1 KBUILD=$KBUILD sh $HERE/$(basename "$0")"
}

# example_fences README EXAMPLE [LANGUAGE]: prints the code blocks in that language of an example's section.
example_fences() {
    awk -v section="## $2" -v open="\`\`\`${3-}" '
        /^## / { here = $0 == section }
        /^```/ { on = here && !inside && $0 == open; inside = !inside; next }
        on' "$1"
}
