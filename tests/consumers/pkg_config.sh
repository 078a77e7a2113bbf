# The .pc files name the libraries that each library needs, and no others. pkg-config sees no other .pc file here,
# so the -dev packages of other libraries are not needed to link ours.
. "$(dirname "$0")/lib.sh"
needs pkg-config
PKG_CONFIG_LIBDIR=$PKG_CONFIG_PATH
export PKG_CONFIG_LIBDIR
libraries=$(pkg-config --variable=libdir krt)

# needed: prints the libraries that the program needs.
needed() { readelf -d program | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort; }
cat >krt.c <<'C'
#include <krt/krt.h>
int main(void) { return krt_error_message() == 0; }
C
cat >hipemu.c <<'C'
#include <hipemu.h>
int main(void) { return hipemuSetDevices("gfx90a"); }
C
for name in krt hipemu; do
    run 0 pkg-config --print-errors --exists $name
    # shellcheck disable=SC2046 # lists of words
    run 0 cc $name.c $(pkg-config --cflags --libs $name) -o program
    [ "$(needed | grep -v '^libc[.]')" = "lib$name.so.0" ] || fail "needs $(needed)"
    run 0 env "LD_LIBRARY_PATH=$libraries" ./program
done

# The libraries are linked with libc and libzstd only. They load at run time whatever else they use.
for library in "$libraries"/libkrt.so "$libraries"/libhipemu.so; do
    more=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
        grep -v -e '^lib\(c\|m\|dl\|rt\|pthread\|zstd\)[.]so' -e '^ld-linux' || :)
    [ -z "$more" ] || fail "$library: is linked with $more"
done

# Links the whole archive with all libraries of krt.pc, once only with those that it uses.
# shellcheck disable=SC2046 # a list of words
set -- -I "$(pkg-config --variable=includedir krt)" -Wl,--whole-archive "$libraries/libkrt.a" -Wl,--no-whole-archive \
    $(pkg-config --static --libs krt | tr ' ' '\n' | grep -v -e -lkrt -e '^-L') -o program
run 0 cc krt.c -Wl,--as-needed "$@"
needed >does
grep -q '^libzstd[.]' does || fail "krt.pc: needs no more than $(cat does)"
run 0 cc krt.c -Wl,--no-as-needed "$@"
needed | diff does - || fail "krt.pc names more than libkrt.a uses"
