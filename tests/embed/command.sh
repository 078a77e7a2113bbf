#!/bin/sh
# What the command writes, and where; and that a second time nothing is written.
. "$(dirname "$0")/lib.sh"

mkdir in out
"$MAKE_BUNDLE" in/affine.hsaco "$host=none:0" "${hip}-gfx1030=text:5000" "${hip}-gfx90a=random:6000"

# The default place is beside the input.
expect 0 "" "$KBUILD" embed in/affine.hsaco
[ "$(ls in)" = "$(printf 'affine.hsaco\naffine.hsaco.h')" ] || fail "unexpected files: $(ls in)"
expect 0 "" "$KBUILD" embed -o out/other.h in/affine.hsaco
cmp in/affine.hsaco.h out/other.h || fail "the place changes the text"
(cd in && expect 0 "" "$KBUILD" embed affine.hsaco && cmp affine.hsaco.h ../out/other.h) ||
    fail "the directory changes the text"

# Directories are made; a link stays, and what it leads to is written.
expect 0 "" "$KBUILD" embed in/affine.hsaco -o made/on/the/way.h
cmp in/affine.hsaco.h made/on/the/way.h || fail "a directory that is made changes the text"
mkdir links && ln -s ../made/linked.h links/affine.h
expect 0 "" "$KBUILD" embed in/affine.hsaco -o links/affine.h
[ -L links/affine.h ] || fail "the link was replaced"
cmp in/affine.hsaco.h made/linked.h || fail "not written where the link leads to"

# Standard streams.
"$KBUILD" embed in/affine.hsaco -o - >piped.h || fail "-o -"
cmp in/affine.hsaco.h piped.h || fail "standard output has another text"
cp -P /dev/stdout stdout && [ -L stdout ] && echo before >piped.h
"$KBUILD" embed in/affine.hsaco -o stdout >>piped.h || fail "-o a link to /dev/stdout"
[ -L stdout ] || fail "the link to standard output was replaced"
sed 1d piped.h | cmp in/affine.hsaco.h - || fail "standard output by a link has another text"
"$KBUILD" embed - --name affine <in/affine.hsaco | sed 's/^\(..\) standard input:/\1 affine.hsaco:/' >piped.h
cmp in/affine.hsaco.h piped.h || fail "standard input gives another text"
[ ! -e ./- ] || fail "a file '-'"

# Forms that name a file put it beside the header.
for form in incbin c23; do
    expect 0 "" "$KBUILD" embed in/affine.hsaco --embed $form
    [ "$(ls in | wc -l)" = 2 ] || fail "$form: the data stood there already"
    rm -rf out && mkdir out
    expect 0 "" "$KBUILD" embed in/affine.hsaco --embed=$form -o out/affine.hsaco.h
    cmp in/affine.hsaco out/affine.hsaco || fail "$form: the data beside the header differ"
    cmp in/affine.hsaco.h out/affine.hsaco.h || fail "$form: the place changes the text"
    expect 0 "" "$KBUILD" embed in/affine.hsaco --embed=$form --compress=zstd -o out/affine.hsaco.h
    [ -s out/affine.hsaco.zst ] || fail "$form: no compressed file"
done

# What would not change is not touched; what would, is.
for form in string incbin c23; do
    for compress in none zstd; do
        rm -rf out && mkdir out
        expect 0 "" "$KBUILD" embed in/affine.hsaco --embed $form --compress $compress -o out/a.h
        touch -d '2001-01-01' out/*
        snapshot out >before.txt
        expect 0 "" "$KBUILD" embed in/affine.hsaco --embed $form --compress $compress -o out/a.h
        snapshot out >after.txt
        cmp before.txt after.txt || fail "$form, $compress: touched"
        "$MAKE_BUNDLE" out/affine.hsaco.new "$host=none:0" "${hip}-gfx1030=text:5000" \
            "${hip}-gfx90a=runs:6000"
        mkdir again && mv out/affine.hsaco.new again/affine.hsaco
        expect 0 "" "$KBUILD" embed again/affine.hsaco --embed $form --compress $compress -o out/a.h
        [ "$(stat -c %Y out/a.h)" != "$(date -d 2001-01-01 +%s)" ] ||
            fail "$form, $compress: other data, same header"
        rm -r again
    done
done

# A single code object is one image, of its own target; a real bundle has all of its own.
for object in gfx1030-v4:gfx1030 gfx1100-v5:gfx1100 gfx90a-v4:gfx90a; do
    file=$OBJECTS/${object%:*}.hsaco
    expect 0 "" "$KBUILD" embed "$file" -o out/one.h --name one
    size=$(stat -c %s "$file")
    grep -qF "{\"${object#*:}\", 0u, ${size}u, ${size}u, KRT_CODEC_NONE, " out/one.h ||
        grep -qF "{\"${object#*:}:" out/one.h || fail "$object: $(grep KRT_ out/one.h)"
    grep -qx "#define ONE_HSACO_IMAGE_COUNT 1u" out/one.h || fail "$object: not one image"
done
expect 0 "" "$KBUILD" embed "$OBJECTS/three.hipfb" -o out/three.h
grep -qx "#define THREE_HSACO_IMAGE_COUNT 3u" out/three.h || fail "not three images"

# What is published and cannot be linked is reported, with what to do.
mkdir big
sed 's/\(_HSACO_SIZE\) [0-9]*u$/\1 1100000000u/' out/one.h >big/one.hsaco.h
sed 's/\(_HSACO_SIZE\) [0-9]*u$/\1 1100000000u/' out/three.h >big/three.hsaco.h
expect 0 "" "$KBUILD" publish -o published --build-dir big one.hsaco.h
expect 0 "the headers embed 2098 MiB of code objects; a program for x86-64 holds less than 2 GiB" \
    "$KBUILD" publish -o published --build-dir big one.hsaco.h three.hsaco.h
