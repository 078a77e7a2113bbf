# Sourced by the tests of `kbuild embed`: a directory of its own, and checks that say what is wrong.
# CMakeLists.txt sets KBUILD, MAKE_CASES, MAKE_BUNDLE, OBJECTS and INCLUDE.
. "$(dirname "$0")/../lib.sh"
set -e
tests=$HERE work=$TOP

# expect STATUS TEXT COMMAND...: the exit code, and what stderr holds (nothing when TEXT is empty).
expect() {
    expected=$1 text=$2
    shift 2
    got=0
    "$@" >stdout.txt 2>stderr.txt || got=$?
    [ "$got" = "$expected" ] || fail "exit code $got, not $expected: $* ($(cat stderr.txt))"
    if [ -n "$text" ]; then
        grep -qF -e "$text" stderr.txt || fail "stderr lacks '$text': $* ($(cat stderr.txt))"
        [ "$(wc -l <stderr.txt)" = 1 ] || fail "not one line: $* ($(cat stderr.txt))"
    else
        [ ! -s stderr.txt ] || fail "stderr: $* ($(cat stderr.txt))"
    fi
    rm -f stdout.txt stderr.txt
}

# The files of a directory with what they hold, so that two moments can be compared.
snapshot() {
    (cd "$1" && find . -type f -exec stat -c '%n %Y' {} + -exec cksum {} + | sort)
}

has() {
    command -v "$1" >/dev/null 2>&1
}

hip=hipv4-amdgcn-amd-amdhsa-
host=host-x86_64-unknown-linux--
warnings="-Wall -Wextra -Wpedantic -Werror"
