# kbuild check reports a committed package that differs from what its sources give, and does not change
# the package.
. "$(dirname "$0")/../e2e/lib.sh"
export XDG_CACHE_HOME="$TOP/cache"
GPUS=gfx1030,gfx90a

# state: prints every file of the package, hidden ones too, with its time, size and digest.
state() { find out -printf '%p %T@ %s\n' | sort && digests out; }
untouched() {
    state >now
    same before now
}
check() {
    wanted_check=$1
    shift
    run "$wanted_check" kbuild check src --targets $GPUS -o out "$@"
    untouched
}

kernel src/a.cu a1 a2
kernel src/b.cu b1
mkdir out && state >before
check 1
says "out/kernels.h: not there"
says "out/kernels.json: not there"
run 1 kbuild check src --targets $GPUS -o absent
says "absent: no such directory"
[ ! -e absent ] || fail "the directory was made"

run 0 kbuild build src --targets $GPUS -o out --build-dir work
mkdir committed && mv out/kernels.[chj]* committed && rm -r out && mv committed out
[ "$(ls -A out | tr '\n' ' ')" = "kernels.c kernels.h kernels.json " ] || fail "other files: $(ls -A out)"
state >before
# The files may be of two builds, though each file is whole.
touch out/.kbuild-publishing && state >before
check 1
says "out: may have files of two builds"
rm out/.kbuild-publishing && state >before
check 0 --quiet
[ ! -s "$TOP/.out" ] || fail "--quiet printed something"
# ninja 1.11 prints this line also with --quiet
! grep -vx 'ninja: no work to do.' "$TOP/.err" || fail "--quiet printed something"

# check accepts all options of the build, also those for files that it does not compare. A build with
# the same options afterwards has nothing to do.
check 0 --embed=incbin --compress=zstd --emit=rust --depfile=kernels.d --json
[ ! -s "$TOP/.out" ] || fail "something was printed"
[ ! -e kernels.d ] || fail "a depfile was written"
set -- kbuild build src --targets $GPUS -o other --build-dir forms --embed=c23 --compress=zstd --emit=rust --verbose
run 0 "$@"
run 0 kbuild check src --targets $GPUS -o out --build-dir forms --embed=c23 --compress=zstd --emit=rust
run 0 "$@"
! grep -q -e ' index ' -e ' embed ' "$TOP/.out" || fail "the check changed the build's graph"

# check compiles only what changed, in the user's cache or in a build directory.
check 0 --verbose
[ ! -s "$TOP/.out" ] || fail "standard output is for the difference"
! grep -q -e ' step --compiler ' "$TOP/.err" || fail "compiled what was in its cache"
check 0 --verbose --build-dir work
! grep -q -e ' step --compiler ' "$TOP/.err" || fail "compiled what the build had"

# --bytes compares machine code too, and sees a change of a kernel's body.
cp src/a.cu kept.cu
run 0 kbuild build src --targets $GPUS -o whole --build-dir work
run 0 kbuild check src --targets $GPUS -o whole --build-dir work --bytes
sed -i 's/+ 1.0f/+ 2.0f/' src/a.cu
run 0 kbuild check src --targets $GPUS -o whole --build-dir work
run 1 kbuild check src --targets $GPUS -o whole --build-dir work --bytes
says "whole/a.hsaco: not what src gives"
says "4 changed"
for word in a1 a2 gfx1030 gfx90a; do says "$word"; done
says_not b.hsaco
rm whole/b.hsaco
run 1 kbuild check src --targets $GPUS -o whole --build-dir work --bytes --quiet
says "whole/b.hsaco: not there"
says_not "4 changed"
cp kept.cu src/a.cu

# Without --bytes a change of a body makes no difference.
sed -i 's/+ 1.0f/+ 2.0f/' src/a.cu
check 0

# A new kernel: check prints the difference of every file like diff -u, and patch can read it.
kernel src/b.cu b1 b2
check 1
says "out/kernels.h: not what src gives"
says "out/kernels.c: not what src gives"
says "out/kernels.json: not what src gives"
grep -q '^+kernels_launch_b2(' "$TOP/.out" || fail "no line for the new kernel"
! grep -q '^-krt_status' "$TOP/.out" || fail "an old kernel is shown as removed"
cp -r out patched
(cd patched && patch -p1 -s) <"$TOP/.out" || fail "patch does not accept the difference"
run 0 kbuild check src --targets $GPUS -o patched
check 1 --quiet
[ ! -s "$TOP/.out" ] || fail "--quiet printed the difference"
says "out/kernels.h: not what src gives"

# A kernel was removed, a parameter changed, and other targets.
kernel src/b.cu b1
check 0
rm src/b.cu
check 1
grep -q '^-kernels_launch_b1(' "$TOP/.out" || fail "no line for the lost kernel"
kernel src/b.cu b1
sed -i 's/unsigned n/unsigned long n/' src/b.cu
check 1
grep -q '^+.*uint64_t n' "$TOP/.out" || fail "no line for the other parameter"
kernel src/b.cu b1
run 1 kbuild check src --targets gfx1030 -o out
says "out/kernels.json: not what src gives"
says_not "out/kernels.h: not what"

# The smallest change by hand: one byte added at the end, or one removed.
cp out/kernels.h kept
echo >>out/kernels.h && state >before
check 1
says "out/kernels.h: not what src gives"
says_not "kernels.c: not what"
head -c -1 kept >out/kernels.h && state >before
check 1
says "No newline at end of file"
cp kept out/kernels.h && state >before
check 0

# Sources that do not build, another package name, wrong command lines, no directory to work in.
echo 'extern "C" __global__ void a3(' >>src/a.cu
check 1
says "src/a.cu:"
kernel src/a.cu a1 a2
run 1 kbuild check src --targets $GPUS -o out --package other
says "out/other.h: not there"
run 2 kbuild check src src -o out
run 2 kbuild check src -o out
says "check: for which GPUs?"
run 2 kbuild check src --targets $GPUS -o out --embed base64
run 3 env -u XDG_CACHE_HOME -u HOME "$KBUILD" check src --targets $GPUS -o out
says "say --build-dir"
untouched

# Without the diff program, check still names the files that differ.
mkdir bin
for program in ninja env sh; do ln -s "$(command -v $program)" bin; done
kernel src/b.cu b1 b2
run 1 env PATH="$TOP/bin" "$KBUILD" check src --targets $GPUS -o out
says "cannot show what differs: diff"
says "out/kernels.h: not what src gives"
untouched
