#!/bin/sh
# The header that `kbuild embed` leaves beside a file holds the same once more: it is shown, and
# counted once, by every command.
. "$(dirname "$0")/lib.sh"

# made FORM CODEC: a build's folder, with three.hipfb and its header.
made() {
    rm -rf out && mkdir out
    cp "$DATA/three.hipfb" out/
    run 0 kbuild embed out/three.hipfb -o out/three.hipfb.h --embed "$1" --compress "$2"
}

for form in string incbin; do
    for codec in none zstd; do
        made $form $codec
        run 0 kbuild inspect --summary out
        grep -Eq '^out/three.hipfb.h +[0-9.]+ KiB  the same 3 images as three.hipfb$' "$TOP/.out" ||
            fail "$form $codec: the header is not shown as a copy"
        says "; 3 code objects of"
    done
done

# Whatever the order, and named one by one; the filter does not matter.
run 0 kbuild inspect --target gfx1030 out/three.hipfb.h out/three.hipfb
[ "$(column kernel | wc -l)" = 7 ] || fail "not one row for each kernel"
run 0 kbuild inspect --summary --target gfx1030 out
says "the same 1 image as three.hipfb"

# Alone, a header is what it is.
run 0 kbuild inspect --summary out/three.hipfb.h
says "; 3 code objects of"
says_not "the same"

# JSON tells of it, and reads back.
run 0 kbuild inspect --json out
grep -q '{"path":"out/three.hipfb.h","size":[0-9]*,"same_as":"out/three.hipfb"}' "$TOP/.out" ||
    fail "JSON does not say same_as"
cp "$TOP/.out" out.json
run 0 kbuild inspect --json out.json
same out.json "$TOP/.out"
run 0 kbuild inspect --summary out.json
says "the same 3 images as three.hipfb"

# The other commands.
run 0 kbuild extract out -o objects
[ "$(ls objects | wc -l)" = 3 ] || fail "not one file for each image"
run 0 kbuild bundle -o again.hipfb out
same again.hipfb "$DATA/three.hipfb"
run 0 kbuild diff "$DATA/three.hipfb" out --fail-on changed,removed,added
says ": 0 changed, 0 added, 0 removed, 21 unchanged"

# A header of another build is not a copy, nor is one beside a damaged file.
made string none
cp "$DATA/gfx1030-v4.hsaco" out/three.hipfb
run 0 kbuild inspect --summary out
says "; 4 code objects of"
says_not "the same"
head -c 30000 "$DATA/three.hipfb" >out/three.hipfb
run 1 kbuild inspect --summary out
says_not "the same"
says "out/three.hipfb: bundle 1: offset 30000: bundle ends here"
