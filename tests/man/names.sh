# The pages of the libraries name every function and every environment variable, and no others.
. "$(dirname "$0")/lib.sh"

# variables PREFIX DIRECTORY...: the string literals that begin with PREFIX, without names of enumerators.
variables() {
    prefix=$1
    shift
    grep -rhoE "\"${prefix}[A-Z0-9_]+\"" "$@" --include='*.c' | tr -d '"' | sort -u >literals
    grep -rhoE "^ +${prefix}[A-Z0-9_]+\b" "$SOURCE/runtime/include" "$@" --include='*.h' --include='*.c' |
        tr -d ' ' >enumerators
    sed -nE "s/.*\b(enum|typedef enum)\b.*\{ (${prefix}[A-Z0-9_]+).*/\2/p" "$SOURCE"/runtime/include/krt/*.h >>enumerators
    grep -vxFf enumerators literals
}
in_page() { sed -n 's/^\.It Ev //p' "$1" | sed 's/ , /\n/g' | sort -u; }

sed -nE 's/^[a-z].*[ *](krt_[a-z0-9_]+)\(.*/\1/p' "$SOURCE"/runtime/include/krt/krt.h "$SOURCE"/runtime/include/krt/graph.h |
    sort -u >wanted
[ "$(wc -l <wanted)" -gt 40 ] || fail "the functions of krt.h were not found"
sed -nE 's/^\.Fn (krt_[a-z0-9_]+).*/\1/p; s/^\.Fo (krt_[a-z0-9_]+)/\1/p' "$SHARE/man/man3/krt.3" |
    sort -u >found
diff wanted found || fail "krt(3) has other functions than krt.h and graph.h"

variables KRT_ "$SOURCE/runtime/krt" "$SOURCE/runtime/ops" >wanted
[ "$(wc -l <wanted)" -gt 8 ] || fail "the variables of libkrt were not found: $(cat wanted)"
in_page "$SHARE/man/man3/krt.3" >found
diff wanted found || fail "krt(3) has other variables than libkrt"

{
    variables HIPEMU_ "$SOURCE/runtime/emulator"
    variables ROCM_KPACK_ "$SOURCE/runtime/emulator"
} | sort -u >wanted
[ "$(wc -l <wanted)" -gt 8 ] || fail "the variables of libhipemu were not found: $(cat wanted)"
in_page "$SHARE/man/man7/hipemu.7" >found
diff wanted found || fail "hipemu(7) has other variables than libhipemu"

# A setuid program ignores these variables (docs/security.md).
! grep -rnE '(^|[^_])getenv\("(KRT|HIPEMU)_' "$SOURCE/runtime" --include='*.c' --include='*.h' ||
    fail "read these with secure_getenv()"
