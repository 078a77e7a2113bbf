#!/bin/sh
# bundle and extract undo each other, whatever stands between.
. "$(dirname "$0")/lib.sh"

cp "$OBJECTS/gfx1030-v4.hsaco" "$OBJECTS/gfx1100-v5.hsaco" "$OBJECTS/gfx90a-v4.hsaco" \
    "$OBJECTS/gfx11-generic-v6.hsaco" .

# The order of the files does not count.
run 0 kbuild bundle -o a.hipfb gfx1030-v4.hsaco gfx1100-v5.hsaco gfx90a-v4.hsaco gfx11-generic-v6.hsaco
[ ! -s .out ] || fail "not silent"
run 0 kbuild bundle -o b.hipfb gfx11-generic-v6.hsaco gfx90a-v4.hsaco gfx1100-v5.hsaco gfx1030-v4.hsaco
same a.hipfb b.hipfb

# unpacks FILE: the four code objects come out as they went in.
unpacks() {
    rm -rf out
    run 0 kbuild extract "$1" -o out
    [ "$(find out -type f | wc -l)" = 4 ] || fail "$1: not four: $(names out)"
    for object in gfx1030-v4:gfx1030 gfx1100-v5:gfx1100 gfx90a-v4:gfx90a@xnack- \
        gfx11-generic-v6:gfx11-generic; do
        same out/*".${object#*:}.hsaco" "${object%%:*}.hsaco"
    done
}
unpacks a.hipfb
run 0 kbuild bundle -o again.hipfb out
same again.hipfb a.hipfb

# Compressed; deterministic; and out of a host's object file.
run 0 kbuild bundle -o packed.ccob a.hipfb --compress zstd
run 0 kbuild bundle -o packed2.ccob a.hipfb --compress zstd
same packed.ccob packed2.ccob
[ "$(stat -c %s packed.ccob)" -lt "$(stat -c %s a.hipfb)" ] || fail "not smaller"
unpacks packed.ccob
run 0 kbuild bundle -o again.hipfb packed.ccob
same again.hipfb a.hipfb
[ "$(od -An -tu2 -j4 -N4 packed.ccob | xargs)" = "2 1" ] || fail "not of version 2 and zstd"
# The hash is in front of the stream: the first bytes of the MD5 of what is inside.
[ "$(od -An -tx1 -j16 -N8 packed.ccob | tr -d ' ')" = "$(md5sum <a.hipfb | cut -c1-16)" ] || fail "not the hash of LLVM"
host_object packed.ccob host-fat.o
unpacks host-fat.o

# Slimming: what is kept is as it was.
run 0 kbuild bundle -o slim.hipfb host-fat.o --target gfx1100
run 0 kbuild bundle -o one.hipfb gfx1100-v5.hsaco
same slim.hipfb one.hipfb

# An output that would not change is not touched.
touch -d '2001-01-01' slim.hipfb
run 0 kbuild bundle -o slim.hipfb host-fat.o --target gfx1100
[ -z "$(find slim.hipfb -newermt 2002-01-01)" ] || fail "touched"
run 0 kbuild bundle -o - gfx1100-v5.hsaco
same .out one.hipfb
