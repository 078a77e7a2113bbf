# For the end-to-end tests: a fresh directory, runs that keep what was said, and checks that tell
# what they found. Sourced by each test; $KBUILD is the program.
set -u
: "${KBUILD:?names the kbuild program}"
KBUILD=$(realpath "$KBUILD")
HERE=$(cd "$(dirname "$0")" && pwd)
TOP=$(mktemp -d)
trap 'cd /; cleanup; rm -rf "$TOP"' EXIT
cleanup() { :; }
cd "$TOP" || exit 1
unset KBUILD_LAUNCHER KBUILD_FAILURES MAKEFLAGS 2>/dev/null
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

# kernel FILE NAME...: a source with one kernel for each NAME.
kernel() {
    file=$1
    shift
    mkdir -p "$(dirname "$file")"
    for name; do
        cat <<EOF
extern "C" __global__ void $name(const float *in, float *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + 1.0f;
}
EOF
    done >"$file"
}

# digests DIR: one line for each file of the package in DIR.
digests() { (cd "$1" && find . -type f ! -path './.kbuild/*' | sort | xargs -d '\n' sha256sum); }

# compiled: how many compile jobs the last build (run with --verbose) ran.
compiled() { grep -c -e ' step --compiler ' "$TOP/.out"; }

has_toolchain() { "$KBUILD" doctor >/dev/null 2>&1; }
has_toolchain || skip "no HIP toolchain here (kbuild doctor tells)"
