#!/bin/sh
# What bad input and bad machines get: one message, the right exit code, earlier outputs as they were.
. "$(dirname "$0")/lib.sh"

"$MAKE_BUNDLE" good.hsaco "$host=none:0" "${hip}-gfx1030=text:50000" "${hip}-gfx90a=random:60000"
for form in string incbin c23; do
    mkdir -p out/$form
    echo earlier >out/$form/header.h
    echo earlier >out/$form/good.hsaco
done
snapshot out >before.txt

expect 2 "embeds nothing to compress" "$KBUILD" embed good.hsaco -o out/string/header.h --embed archive \
    --compress zstd

# refuse STATUS TEXT FILE [OPTION...]: in every form, and nothing changes.
refuse() {
    status=$1 text=$2 file=$3
    shift 3
    for form in string incbin c23; do
        expect "$status" "$text" "$KBUILD" embed "$file" -o out/$form/header.h --embed $form "$@"
        snapshot out >after.txt
        cmp before.txt after.txt || fail "$file: changed an output"
    done
}

refuse 1 "missing.hsaco: cannot be opened: No such file" missing.hsaco
refuse 1 "not a file but a directory" .
: >empty
refuse 1 "empty: not a code object" empty
echo 'int main(void) { return 0; }' >text.c
refuse 1 "text.c: not a code object" text.c
refuse 1 "/bin/sh: not a code object" /bin/sh # an ELF file, but of the host
printf '__CLANG_OFFLOAD_BUNDLE__' >magic
refuse 1 "magic: not a whole bundle" magic
for size in 30 40 100 4096 5000 54095 54096 114095; do
    head -c $size good.hsaco >cut.hsaco
    refuse 1 "cut.hsaco: not a whole bundle of code objects" cut.hsaco
    refuse 1 "cut.hsaco: not a whole bundle of code objects" cut.hsaco --compress=zstd
done
head -c 5000 "$OBJECTS/gfx1100-v5.hsaco" >cut.hsaco
refuse 1 "cut.hsaco: not a whole code object" cut.hsaco
"$MAKE_BUNDLE" host.hsaco "$host=none:64"
refuse 1 "host.hsaco: not a code object: a bundle with entries of the host only" host.hsaco
"$MAKE_BUNDLE" void.hsaco "$host=none:0" "${hip}-gfx1030=none:0"
refuse 1 "(0 bytes) is not a code object" void.hsaco
"$MAKE_BUNDLE" junk.hsaco "$host=none:0" "${hip}-gfx1030=none:4096"
refuse 1 "(4096 bytes) is not a code object" junk.hsaco
"$MAKE_BUNDLE" unknown.hsaco "${hip}-gfx1=text:100"
refuse 1 "unknown.hsaco: bundle entry" unknown.hsaco
"$MAKE_BUNDLE" comment.hsaco "${hip}-gfx1030*/ #error=text:100"
refuse 1 "comment.hsaco: bundle entry" comment.hsaco
"$MAKE_BUNDLE" twice.hsaco "${hip}-gfx1030=text:100" "hip-amdgcn-amd-amdhsa--gfx1030=text:100"
refuse 1 "twice.hsaco: the bundle has two entries for gfx1030" twice.hsaco

# The command line.
refuse 2 "would replace the input" good.hsaco -o good.hsaco
ln -s good.hsaco link.h
refuse 2 "would replace the input" good.hsaco -o link.h
for form in incbin c23; do
    expect 2 "is where the file of the data belongs" "$KBUILD" embed good.hsaco --embed $form \
        -o out/$form/good.hsaco
done
refuse 2 "--compress cannot be 'gzip'; it is one of none, zstd" good.hsaco --compress gzip
refuse 2 "--embed cannot be 'hex'; it is one of string, incbin, c23, archive" good.hsaco --embed hex
refuse 2 "needs one FILE" good.hsaco good.hsaco
expect 2 "needs one FILE" "$KBUILD" embed
refuse 2 "unknown option '--nam' (did you mean '--name'?)" good.hsaco --nam x

expect 1 "-: not a file but a device" "$KBUILD" embed - --name x </dev/null
: >empty
expect 1 "-: not a code object" "$KBUILD" embed - --name x <empty
refuse 2 "standard input has no name: say --name" -
for form in incbin c23; do
    expect 2 "needs the data in a file beside the header" "$KBUILD" embed good.hsaco --embed $form -o -
    expect 2 "needs the data in a file beside the header" "$KBUILD" embed - --name x --embed $form
done

# The machine.
refuse 3 "text.c: is not a directory, and one is needed here" good.hsaco -o text.c/place/header.h
refuse 3 "cannot write" good.hsaco -o /proc/self/header.h
mkdir readonly
echo earlier >readonly/header.h
chmod 555 readonly
if ! touch readonly/probe 2>/dev/null; then # root may write anyway
    refuse 3 "cannot write: Permission denied" good.hsaco -o readonly/header.h
fi
chmod 755 readonly
rm -f readonly/probe

# No room: a limit on the size of files stands for a full disk. The header needs 200 KB.
full() {
    (
        trap '' XFSZ
        ulimit -f "$1"
        shift
        exec "$@"
    )
}
for blocks in 1 50 100; do # of 512 bytes or 1024: too small either way
    expect 3 "out/string/header.h: cannot write: File too large" \
        full $blocks "$KBUILD" embed good.hsaco -o out/string/header.h
done
for form in incbin c23; do
    for blocks in 1 10 100; do
        expect 3 "cannot write: File too large" \
            full $blocks "$KBUILD" embed good.hsaco --embed $form -o out/$form/header.h
    done
done
snapshot out >after.txt
cmp before.txt after.txt || fail "no room: changed an output"

# A disk that is really full, where one can be mounted.
mkdir disk
if mount -t tmpfs -o size=128k tmpfs disk 2>/dev/null; then
    trap 'umount "$work/disk"; rm -rf "$work"' EXIT
    echo earlier >disk/header.h
    snapshot disk >before.txt
    expect 3 "cannot write: No space left on device; free some space" \
        "$KBUILD" embed good.hsaco -o disk/header.h
    snapshot disk >after.txt
    cmp before.txt after.txt || fail "disk full: changed an output"
fi
