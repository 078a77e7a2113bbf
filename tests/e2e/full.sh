# A full disk: exit code 3, one message, earlier outputs unchanged.
. "$(dirname "$0")/lib.sh"

[ "$(id -u)" = 0 ] || skip "only root can mount a small file system"
mkdir small
mount -t tmpfs -o size=96k none small 2>/dev/null || skip "cannot mount a tmpfs here"
cleanup() { umount "$TOP/small"; }

kernel src/a.cu a1
run 0 kbuild build src --targets gfx1030 -o small/out --build-dir work
digests small/out >before

# The disk has no space for the package.
for n in 1 2 3 4 5 6; do kernel "src/b$n.cu" "b$n"; done
run 3 kbuild build src --targets gfx1030 -o small/out --build-dir work
says "No space left on device; free some space"
digests small/out >after
same before after
find small -name '*.tmp' | grep . && fail "a temporary file was left"

# It has no space for the intermediate files either.
rm -r small/out
run 3 kbuild build src --targets gfx1030 -o out --build-dir small/work
[ ! -e out/kernels.h ] || fail "published from a full disk"

umount small
mount -t tmpfs -o size=64m none small
run 0 kbuild build src --targets gfx1030 -o small/out --build-dir work
[ -s small/out/kernels.h ] || fail "with free space again, the build does not complete"
