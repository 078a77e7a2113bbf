#!/bin/sh
# Compressed data: one frame an image, in the order of targets, a .zst file as a whole.
. "$(dirname "$0")/lib.sh"
has zstd || { echo "zstd is not on this machine"; exit 77; }

"$MAKE_BUNDLE" a.hsaco "$host=none:0" "${hip}-gfx90a=text:50001" "${hip}-gfx1030=runs:60002" \
    "${hip}-gfx1100=random:70003"
expect 0 "" "$KBUILD" embed a.hsaco --embed incbin --compress zstd

# The images, cut out of the bundle by what the uncompressed header says.
expect 0 "" "$KBUILD" embed a.hsaco -o plain.h
images() {
    sed -n 's/^    {"\(.*\)", \([0-9]*\)u, \([0-9]*\)u, \([0-9]*\)u, \(KRT_CODEC_[A-Z]*\), 0x[0-9a-f]\{8\}u},$/\1 \2 \3 \4 \5/p' "$1"
}
cut_out() { # FILE OFFSET SIZE
    tail -c +$(($2 + 1)) "$1" | head -c "$3"
}
[ "$(images plain.h | wc -l)" = 3 ] || fail "no three images in the plain header"
images plain.h | while read -r target offset size raw codec; do
    [ "$size $codec" = "$raw KRT_CODEC_NONE" ] || fail "$target: $size $raw $codec"
    cut_out a.hsaco "$offset" "$size"
done >images.bin
[ "$(stat -c %s images.bin)" = 180006 ] || fail "the images' sizes are wrong"

zstd -q -t a.hsaco.zst || fail "not a valid .zst file"
zstd -q -d -c a.hsaco.zst | cmp - images.bin || fail "does not hold the images"
zstd -l -v a.hsaco.zst 2>&1 >list.txt
grep -q '# Zstandard Frames: 3' list.txt || fail "not three frames: $(cat list.txt)"
grep -q 'Check: XXH64' list.txt || fail "no checksum: $(cat list.txt)"
grep -q 'Decompressed Size:.*(180006 B)' list.txt || fail "no content size: $(cat list.txt)"

images a.hsaco.h >frames.txt
[ "$(cut -d' ' -f1 frames.txt | tr '\n' ' ')" = "gfx1030 gfx1100 gfx90a " ] || fail "not sorted"
end=0
while read -r target offset size raw codec; do
    [ "$codec $offset" = "KRT_CODEC_ZSTD $end" ] || fail "$target: $codec at $offset, not $end"
    [ "$(cut_out a.hsaco.zst "$offset" "$size" | zstd -q -d -c | wc -c)" = "$raw" ] ||
        fail "$target: not $raw bytes"
    end=$((offset + size))
done <frames.txt
[ "$end" = "$(stat -c %s a.hsaco.zst)" ] || fail "bytes behind the last frame"

# The same input gives the same bytes, in every form.
mkdir again && cp a.hsaco again
(cd again && expect 0 "" "$KBUILD" embed a.hsaco --embed incbin --compress zstd)
cmp a.hsaco.zst again/a.hsaco.zst && cmp a.hsaco.h again/a.hsaco.h || fail "not the same bytes"

# A damaged frame is noticed by its checksum.
printf '\377' | dd of=a.hsaco.zst bs=1 seek=$((end - 2)) conv=notrunc 2>/dev/null
! zstd -q -t a.hsaco.zst 2>/dev/null || fail "damage is not noticed"
