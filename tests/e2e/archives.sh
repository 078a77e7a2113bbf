# A package's code in archives, one for each family of GPUs: kbuild pack writes all or none, programs without code
# launch from them, and with a key only from signed ones. $KRT and $HIPEMU are the libraries, where there are any.
. "$(dirname "$0")/lib.sh"
kernel src/a.cu a1 a2
kernel src/b.cu b1
run 2 kbuild build src -o out --embed=archive --compress=zstd
says "leave out --compress"
run 0 kbuild build src --targets gfx1100,gfx90a -o out --build-dir work --embed=archive --quiet
grep -q '#define kernels_a_hsaco ((const unsigned char \*)0)' out/a.hsaco.h || fail "code is embedded"

# Failures write nothing.
run 2 kbuild pack out
says "needs -o OUT"
run 2 kbuild pack out -o archives --package p
run 2 kbuild pack out/a.hsaco -o archives
says "add --package NAME"
run 1 kbuild pack missing -o archives
says "missing: no such directory"
kernel src/a.cu a1 a2 a3
run 0 kbuild build src --targets gfx1100 -o later --build-dir work --embed=archive --quiet
cp -r out mixed
cp later/a.hsaco mixed
run 1 kbuild pack mixed -o archives
says "mixed: its files are of several builds"
head -c 9000 out/a.hsaco >mixed/a.hsaco
run 1 kbuild pack mixed -o archives
says "mixed/a.hsaco"
rm mixed/a.hsaco
run 1 kbuild pack mixed -o archives
says "mixed/a.hsaco"
cp out/a.hsaco mixed
touch mixed/.kbuild-publishing
run 1 kbuild pack mixed -o archives
says "may have files of two builds"
mkdir -p half/kernels.gfx90a.krt # in the way of the last one
run 3 kbuild pack out -o half
[ "$(ls -A half)" = kernels.gfx90a.krt ] || fail "half of the archives: $(ls -A half)"
[ ! -e archives ] || [ -z "$(ls -A archives)" ] || fail "archives of a damaged package"

# The same bytes, of what the bundles have, in any order of files.
run 0 kbuild pack out -o archives
[ "$(ls -A archives | xargs)" = "kernels.gfx11.krt kernels.gfx90a.krt" ] || fail "$(ls -A archives)"
run 0 kbuild pack out -o again
diff -r archives again || fail "other bytes"
run 0 kbuild extract --quiet archives/kernels.gfx11.krt -o found
run 0 kbuild extract --quiet out/a.hsaco --target gfx1100 -o found
same found/kernels.gfx11.a.gfx1100.hsaco found/a.gfx1100.hsaco
run 0 kbuild inspect archives/kernels.gfx11.krt
says "2 kernels"
run 0 kbuild pack out/b.hsaco out/a.hsaco --package kernels -o loose
run 0 kbuild extract --quiet loose/kernels.gfx11.krt -o loose
same loose/kernels.gfx11.a.gfx1100.hsaco found/a.gfx1100.hsaco
cp archives/kernels.gfx11.krt damaged.krt
printf x | dd of=damaged.krt bs=1 seek=$(($(stat -c %s damaged.krt) - 9)) conv=notrunc 2>/dev/null
run 1 kbuild inspect damaged.krt
says "damaged"

[ -n "${HIPEMU-}" ] || exit 0
cat >main.c <<'EOF2'
#include "kernels.h"
#include <stdio.h>
int main(int argc, char **argv)
{
    struct krt_launch_config config = {{1, 1, 1}, {4, 1, 1}, 0};
    struct krt_device *device;
    float in[4] = {1, 2, 3, 4}, out[4] = {0};
    void *memory = NULL;
    krt_status status = krt_device_default(&device);
    if (!status && argc > 1)
        status = krt_package_open(&kernels_package, *argv[1] ? argv[1] : NULL, argv[2]);
    if (!status)
        status = krt_alloc(device, sizeof in, &memory);
    struct krt_stream *stream = status ? NULL : krt_device_stream(device);
    if (!status)
        status = krt_copy_to_device(stream, memory, in, sizeof in);
    if (!status)
        status = kernels_launch_a1(stream, &config, (const float *)memory, (float *)memory, 4);
    if (!status)
        status = krt_copy_to_host(stream, out, memory, sizeof out);
    if (status)
        return fprintf(stderr, "%s\n", krt_error_message()), 1;
    return printf("%g %g\n", (double)out[0], (double)out[3]) < 0;
}
EOF2
mkdir -p tree/bin tree/lib
run 0 cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Iout "-I$INCLUDE" main.c out/kernels.c "$KRT" \
    -Wl,-rpath,"$(dirname "$KRT")" -o tree/bin/main
export KRT_LIBRARY="$HIPEMU" KRT_DEVICE=emu:gfx1100
unset KRT_ARCHIVE_DIR
run 1 tree/bin/main
says "the archive kernels.gfx11.krt is missing"
says_not "Debian"
run 0 kbuild pack later -o wrong
run 1 env KRT_ARCHIVE_DIR=wrong tree/bin/main
says "wrong/kernels.gfx11.krt: of build"
run 0 env KRT_ARCHIVE_DIR=archives tree/bin/main
says "2 5"
for place in bin bin/krt lib/krt; do # each where a program finds it
    mkdir -p tree/$place
    cp archives/kernels.gfx11.krt tree/$place
    (cd / && PATH=$TOP/tree/bin:$PATH main) >.out 2>.err || fail "not found in $place"
    says "2 5"
    rm tree/$place/kernels.gfx11.krt
done
# The tables are in a library that is loaded by a relative path, and then by an absolute one.
run 0 cc -shared -fPIC -std=c11 -Dmain=use -Iout "-I$INCLUDE" main.c out/kernels.c -o tree/lib/libtables.so
echo 'int use(int, char **); int main(int argc, char **argv) { return use(argc, argv); }' >user.c
run 0 cc user.c -Ltree/lib -ltables "$KRT" -Wl,-rpath,"$(dirname "$KRT")" -o tree/user
cp archives/kernels.gfx11.krt tree/lib
run 1 env LD_LIBRARY_PATH="tree/lib:${LD_LIBRARY_PATH-}" tree/user
says "and not beside tree/lib/libtables.so, which was loaded by a relative path"
run 0 env LD_LIBRARY_PATH="$TOP/tree/lib:${LD_LIBRARY_PATH-}" tree/user
says "2 5"
rm tree/lib/kernels.gfx11.krt
run 0 tree/bin/main archives
run 0 tree/bin/main archives/kernels.gfx11.krt
run 1 tree/bin/main archives/kernels.gfx90a.krt
says "found no archive kernels.gfx11.krt"

command -v minisign >/dev/null || skip "minisign is not installed"
minisign -G -W -p key.pub -s key.sec >/dev/null || fail "no key"
minisign -G -W -p other.pub -s other.sec >/dev/null || fail "no key"
key=$(sed -n 2p key.pub)
run 1 tree/bin/main archives "$key"
says "must be signed: minisign -Sm archives/kernels."
# A program that goes on after that does not launch what is unsigned.
sed 's/status = krt_package_open(.*/krt_package_open(\&kernels_package, NULL, argv[2]);/' main.c >on.c
run 0 cc -std=c11 -Iout "-I$INCLUDE" on.c out/kernels.c "$KRT" -Wl,-rpath,"$(dirname "$KRT")" -o on
run 1 env KRT_ARCHIVE_DIR=archives ./on '' "$key"
says "must be signed"
for archive in archives/*.krt; do
    run 0 minisign -S -s key.sec -t 'any text' -m "$archive"
done
run 0 tree/bin/main archives "$key"
says "2 5"
run 0 env KRT_ARCHIVE_DIR=archives ./on '' "$key"
says "2 5"
run 1 tree/bin/main archives "$(sed -n 2p other.pub)"
says "signed with another key"
sed 's/any text/other text/' archives/kernels.gfx11.krt.minisig >text
cp archives/kernels.gfx11.krt.minisig right
cp text archives/kernels.gfx11.krt.minisig
run 1 tree/bin/main archives "$key"
says "the signature is wrong"
head -n 3 right >archives/kernels.gfx11.krt.minisig
run 1 tree/bin/main archives "$key"
says "not a signature of minisign"
cp right archives/kernels.gfx11.krt.minisig
cp wrong/kernels.gfx11.krt archives # signed by nobody
run 1 tree/bin/main archives "$key"
says "the signature is wrong"
