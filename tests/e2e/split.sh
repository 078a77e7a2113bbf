# kbuild split takes the code for GPUs out of programs and libraries of any linker; they run from the archives that
# are installed, and say what is missing or wrong. Needs libhipemu ($HIPEMU).
. "$(dirname "$0")/lib.sh"
[ -n "${HIPEMU-}" ] || skip "there is no libhipemu, or it is built with sanitizers"
run 1 kbuild split "$OBJECTS/gfx90a-v4.hsaco" -o out
says "not an executable or a shared library for x86-64"
run 1 kbuild split /bin/sh -o out
says "no code for GPUs"
run 1 kbuild split missing -o out
run 2 kbuild split /bin/sh
[ -z "$(ls out)" ] || fail "written: $(ls out)"

for name in first second; do
    cat >$name.hip <<EOF2
#include <hip/hip_runtime.h>
__global__ void $name(int *x) { x[threadIdx.x] += x[threadIdx.x] * ${#name}; }
extern "C" int run_$name(int *memory) { $name<<<1, 4>>>(memory); return hipGetLastError() || hipDeviceSynchronize(); }
EOF2
    # shellcheck disable=SC2046 # words
    hipcc -O2 -fPIC $("$KBUILD" flags --targets gfx1030,gfx1100,gfx1101 --lines | grep -e '^--rocm-device-lib-path' -e '^--offload-arch') \
        -c $name.hip -o $name.o 2>.err || skip "hipcc does not compile"
done
cat >main.c <<'EOF2'
#include <dlfcn.h>
#include <stdio.h>
extern int hipMalloc(void **, size_t), hipMemcpy(void *, const void *, size_t, int);
extern __attribute__((weak)) int run_first(int *), run_second(int *);
int main(int argc, char **argv)
{
    int host[4] = {1, 2, 3, 4};
    void *memory, *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    int (*first)(int *) = run_first, (*second)(int *) = run_second;
    if (argc > 1) {
        if (!library)
            return puts(dlerror()), 1;
        *(void **)&first = dlsym(library, "run_first");
        *(void **)&second = dlsym(library, "run_second");
    }
    if (hipMalloc(&memory, 16) || hipMemcpy(memory, host, 16, 1) || first((int *)memory) ||
        second((int *)memory) || hipMemcpy(host, memory, 16, 2))
        return puts("failed"), 1;
    printf("%d %d\n", host[0], host[3]);
    return library && dlclose(library) != 0;
}
EOF2
cc -fPIC -c main.c -o main.o || fail "main.c"
link() { hipcc "$@" 2>.err || fail "hipcc does not link: $*"; }
mkdir whole
link main.o first.o second.o -ldl -o whole/pie
link -no-pie main.o first.o second.o -ldl -o whole/fixed
link -Wl,-z,relro,-z,now -Wl,--build-id=none main.o first.o second.o -ldl -o whole/bound
link -shared first.o second.o -o whole/libboth.so.1
link main.o -ldl -o loader
set -- pie fixed bound
if command -v ld.lld-15 >/dev/null; then
    link -fuse-ld=lld main.o first.o second.o -ldl -o whole/lld && set -- "$@" lld
fi
export LD_LIBRARY_PATH="$(dirname "$HIPEMU")/hipemu"
for program; do
    run 0 env HIPEMU_DEVICES=gfx1100 whole/$program
    says "42 168" # 1 + 5, and then + 6 times that
    run 0 kbuild split whole/$program -o slim
    [ "$(ls slim | grep -c "^$program[.].*krt$")" = 2 ] || fail "archives: $(ls slim)"
    run 0 readelf -SlW slim/$program
    [ ! -s .err ] || fail "readelf warns of $program"
    [ "$(stat -c %s slim/$program)" -lt "$(stat -c %s whole/$program)" ] || fail "$program is not smaller"
    run 1 kbuild inspect slim/$program
    for device in gfx1030 gfx1100; do
        run 0 env HIPEMU_DEVICES=$device slim/$program
        says "42 168"
        [ ! -s .err ] || fail "$program is not silent"
    done
done
run 2 kbuild split slim/pie -o slim
says "would replace the input"
run 0 kbuild split whole/libboth.so.1 -o slim
for library in whole slim; do
    run 0 env HIPEMU_DEVICES=gfx1100 ./loader "./$library/libboth.so.1"
    says "42 168"
done

# Images of a family share what is alike in an archive, and are what they were.
run 0 kbuild extract whole/libboth.so.1 -o before
for archive in slim/libboth.*.krt; do
    run 0 kbuild extract "$archive" -o after
done
sums() { (cd "$1" && cat -- *.hsaco | wc -c && sha256sum -- *.hsaco | cut -c1-64 | sort); }
[ "$(sums before)" = "$(sums after)" ] || fail "other images: $(ls before after)"
sums before | grep -q . || fail "no images"

# lld in manylinux's containers makes libraries without any note: PT_PHDR is what they can do without.
if command -v ld.lld-15 >/dev/null; then
    link -shared -fuse-ld=lld -Wl,--build-id=none first.o second.o -o whole/libplain.so
    run 0 readelf -lW whole/libplain.so
    ! grep -E "NOTE|GNU_PROPERTY" .out || fail "libplain.so has a note"
    run 0 kbuild split whole/libplain.so -o slim
    run 0 readelf -SlW slim/libplain.so
    [ ! -s .err ] || fail "readelf warns of libplain.so"
    run 0 env HIPEMU_DEVICES=gfx1101 ./loader ./slim/libplain.so
    says "42 168"
    # an executable needs it: its loader computes from it where it is
    link -fuse-ld=lld -Wl,--build-id=none main.o first.o second.o -ldl -o whole/plain
    objcopy --remove-section=.note.ABI-tag --remove-section=.note.gnu.property whole/plain whole/bare 2>/dev/null &&
        ! readelf -lW whole/bare | grep -qE "NOTE|GNU_PROPERTY" && {
        run 1 kbuild split whole/bare -o slim
        says "its program headers have no place for one more segment"
    }
fi

# Archives elsewhere, or not at all.
mkdir -p slim/krt elsewhere
mv slim/libboth.gfx11.krt slim/krt
run 0 env HIPEMU_DEVICES=gfx1100 ./loader ./slim/libboth.so.1
mv slim/krt/libboth.gfx11.krt elsewhere
run 1 env HIPEMU_DEVICES=gfx1100 ./loader ./slim/libboth.so.1
run 0 env HIPEMU_DEVICES=gfx1030 ./loader ./slim/libboth.so.1
run 0 env KRT_ARCHIVE_DIR=elsewhere HIPEMU_DEVICES=gfx1100 ./loader ./slim/libboth.so.1
mv slim/libboth.gfx10-3.krt elsewhere
run 1 env HIPEMU_DEVICES=gfx1100 ./loader ./slim/libboth.so.1
says "libboth: it has no code for GPUs, because its archives libboth.{gfx10-3,gfx11}.krt are missing"

# Damaged ones, and those of another build.
link -shared second.o first.o -o libboth.so.1
run 0 kbuild split libboth.so.1 -o other
for archive in other/libboth.gfx11.krt slim/pie.gfx11.krt; do
    cp "$archive" slim/libboth.gfx11.krt
    run 1 env HIPEMU_DEVICES=gfx1100 ./loader ./slim/libboth.so.1
    says "slim/libboth.gfx11.krt: of another build"
done
head -c 300 elsewhere/libboth.gfx11.krt >slim/libboth.gfx11.krt
run 1 env HIPEMU_DEVICES=gfx1100 ./loader ./slim/libboth.so.1
says "slim/libboth.gfx11.krt: an archive of "
cp elsewhere/libboth.gfx11.krt slim/libboth.gfx11.krt
printf x | dd of=slim/libboth.gfx11.krt bs=1 seek=$(($(stat -c %s slim/libboth.gfx11.krt) - 9)) conv=notrunc 2>/dev/null
run 1 env HIPEMU_DEVICES=gfx1101 ./loader ./slim/libboth.so.1 # the last image
says "is damaged"

# Truncated or damaged binaries are refused, or give a binary; nothing is read outside of them.
size=$(stat -c %s whole/pie)
for part in 1 16 63 64 1000 4096 $((size / 2)) $((size - 1)); do
    head -c "$part" whole/pie >cut
    run 1 kbuild split cut -o cut.out
done

# So are tables that lie over others: what is changed there would be read as another thing.
cat >overlap.py <<'EOF2'
import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
table, count, names = struct.unpack_from("<Q", data, 40)[0], *struct.unpack_from("<HH", data, 60)
names = struct.unpack_from("<Q", data, table + names * 64 + 24)[0]
places = {"header": (0, 64), "segments": (64, 112), "sections": (table, count * 64)}
for i in range(count):
    at = table + i * 64
    name = names + struct.unpack_from("<I", data, at)[0]
    if data[name : data.index(0, name)].decode() == sys.argv[2]:
        struct.pack_into("<QQ", data, at + 24, *places[sys.argv[3]])
open("overlap", "wb").write(data)
EOF2
for place in header segments sections; do
    run 0 python3 overlap.py whole/pie .dynamic $place
    run 1 kbuild split overlap -o overlap.out
    says "overlap: it is damaged"
    [ ! -e overlap.out ] || fail "written: overlap.out"
done
