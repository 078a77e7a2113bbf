# The .pc files name the libraries that each library needs, and no others. pkg-config sees no other .pc file here,
# so the -dev packages of other libraries are not needed to link ours.
. "$(dirname "$0")/lib.sh"
needs pkg-config
PKG_CONFIG_LIBDIR=$PKG_CONFIG_PATH
export PKG_CONFIG_LIBDIR
libraries=$(pkg-config --variable=libdir krt)

# needed: prints the libraries that the program needs.
needed() { readelf -d program | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | LC_ALL=C sort; }
cat >krt.c <<'C'
#include <krt/krt.h>
int main(void) { return krt_error_message() == 0; }
C
cat >hipemu.c <<'C'
#include <hipemu.h>
int main(void) { return hipemuSetDevices("gfx90a"); }
C
cat >krt_ops.c <<'C'
#include <krt/ops.h>
int main(void) { return krt_dtype_size(KRT_F32) != 4 || krt_error_message() == 0; }
C
for name in krt krt_ops hipemu; do
    run 0 pkg-config --print-errors --exists $name
    # shellcheck disable=SC2046 # lists of words
    run 0 cc $name.c $(pkg-config --cflags --libs $name) -o program
    wanted=lib$name.so.0
    [ $name != krt_ops ] || wanted="libkrt.so.0 $wanted"
    [ "$(needed | grep -v '^libc[.]' | xargs)" = "$wanted" ] || fail "needs $(needed)"
    run 0 env "LD_LIBRARY_PATH=$libraries" ./program
done

# The libraries are linked with libc and libzstd only. They load at run time whatever else they use.
for library in "$libraries"/libkrt.so "$libraries"/libhipemu.so; do
    more=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
        grep -v -e '^lib\(c\|m\|dl\|rt\|pthread\|zstd\)[.]so' -e '^ld-linux' || :)
    [ -z "$more" ] || fail "$library: is linked with $more"
done

# archive NAME ARCHIVES: links the whole archives with all libraries of NAME.pc, once only with those that
# they use.
archive() {
    # shellcheck disable=SC2046,SC2086 # lists of words
    set -- "$1" -I "$(pkg-config --variable=includedir krt)" -Wl,--whole-archive $2 -Wl,--no-whole-archive \
        $(pkg-config --static --libs "$1" | tr ' ' '\n' | grep -v -e -lkrt -e '^-L') -o program
    name=$1
    shift
    run 0 cc "$name.c" -Wl,--as-needed "$@"
    needed >does
    run 0 cc "$name.c" -Wl,--no-as-needed "$@"
    needed | diff does - || fail "$name.pc names more than its archives use"
}
archive krt_ops "$libraries/libkrt_ops.a $libraries/libkrt.a"
archive krt "$libraries/libkrt.a"
grep -q '^libzstd[.]' does || fail "krt.pc: needs no more than $(cat does)"
