#!/bin/sh
# Code objects are found wherever they lie in a file; every command reads them, byte for byte, and inspect
# says where they are.
. "$(dirname "$0")/lib.sh"
cp "$DATA/three.hipfb" "$DATA/gfx1030-v4.hsaco" "$DATA/gfx1100-v5.hsaco" .
CC=${CC:-cc}
command -v "$CC" >/dev/null || skip "no C compiler: $CC"

# same_bytes FILE: in the JSON of the last run, each image is a known one, and lies in FILE where it says.
same_bytes() {
    file=$1
    python3 - "$file" "$TOP/.out" <<'END' || fail "$file: an image's bytes are not where file_offset says"
import json, sys
data = open(sys.argv[1], 'rb').read()
known = {open(name, 'rb').read() for name in ('gfx1030-v4.hsaco', 'gfx1100-v5.hsaco')}
bundle = open('three.hipfb', 'rb').read()
images = [i for i in json.load(open(sys.argv[2]))['images'] if i['kind'] == 'code object']
for image in images:
    at, size = image['file_offset'], image['size']
    part = data[at:at + size]
    assert len(part) == size and (part in known or part in bundle), image
assert len({i['file_offset'] for i in images}) == len(images)
END
}

# ---- Sections of data of a shared library: loose objects on both sides of a bundle, at odd offsets

cat >lib.s <<'END'
    .section .rodata
    .ascii "odd"
    .incbin "gfx1030-v4.hsaco"
    .ascii "__CLANG_OFFLOAD_BUNDLE__CCOB\177ELF"
    .incbin "three.hipfb"
    .incbin "gfx1100-v5.hsaco"
    .section .data
    .incbin "gfx1030-v4.hsaco"
END
run 0 "$CC" -shared -nostdlib -o lib.so lib.s
run 0 kbuild inspect lib.so
says ".rodata"
says ".data"
grep -Eq '^    gfx1030 +10.9 KiB  at [0-9]+, 7 kernels, code object v4$' "$TOP/.out" ||
    fail "the object's line is not as it should be"
[ "$(grep -c '^    gfx1100  *11.3 KiB  at' "$TOP/.out")" = 1 ] || fail "the object behind the bundle is another one"
says "6 code objects of"
run 0 kbuild inspect --json lib.so
same_bytes lib.so
grep -q '"kind":"data","name":".rodata"' "$TOP/.out" || fail "JSON does not name the section"
cp "$TOP/.out" lib.json
run 0 kbuild inspect --json lib.json
same lib.json "$TOP/.out"

run 0 kbuild extract lib.so -o lib
[ "$(ls lib | wc -l)" = 6 ] || fail "not one file for each image"
for object in gfx1030-v4 gfx1100-v5; do
    found=0
    for file in lib/*; do
        ! cmp -s "$file" $object.hsaco || found=$((found + 1))
    done
    [ $found -ge 2 ] || fail "$object.hsaco was not extracted byte for byte: $found"
done
run 0 kbuild diff lib.so lib.so
run 0 kbuild report -o report.html lib.so
run 1 kbuild inspect --device gfx1100 lib.so # .data has none for it
says "lib.so .rodata bundle 1: gfx1100 (hipv4-amdgcn-amd-amdhsa--gfx1100)"

# Loose objects are alternatives only where their kernels are the same.
cp "$DATA/gfx90a-v4.hsaco" . # has the kernels of the others
cat >loose.s <<'END'
    .section .rodata
    .incbin "gfx1030-v4.hsaco"
    .incbin "gfx90a-v4.hsaco"
    .incbin "other.hsaco"
END
cp "$DATA/gfx1030-notes-v4.hsaco" other.hsaco # has others
run 0 "$CC" -shared -nostdlib -o loose.so loose.s
run 1 kbuild inspect --device gfx90a:sramecc+:xnack- loose.so
[ "$(grep -c '^loose.so .rodata: ' "$TOP/.out")" = 2 ] || fail "not a set for each list of kernels"
says "loose.so .rodata: gfx90a:xnack- at "
says "loose.so .rodata: none: "

# ---- Many in one section take one line

{
    echo '    .section .rodata'
    for i in 1 2 3 4 5 6 7 8 9; do printf '    .incbin "gfx1030-v4.hsaco"\n    .byte %d\n' $i; done
} >many.s
run 0 "$CC" -shared -nostdlib -o many.so many.s
run 0 kbuild inspect many.so
grep -Eq '^    gfx1030 +97.7 KiB  at [0-9]+ to [0-9]+, 9 code objects, 63 kernels, code object v4$' "$TOP/.out" ||
    fail "the objects do not take one line"
run 0 kbuild inspect --full --summary many.so
[ "$(grep -c '^    gfx1030 ' "$TOP/.out")" = 9 ] || fail "--full does not show each of them"

# ---- Other files

{ printf 'IREE'; cat gfx1100-v5.hsaco; printf 'x'; cat three.hipfb; printf 'end'; } >blob
run 0 kbuild inspect --json blob
same_bytes blob
says '"kind":"data","name":""'
[ "$(grep -o '"kind":"code object"' "$TOP/.out" | wc -l)" = 4 ] || fail "not all are found in a blob"
head -c 9000 blob >cut
run 1 kbuild inspect cut
says "data: offset 9000: code object ends before its header tables"

# ---- Archives, stored and compressed, in one another

mkdir wheel && cp lib.so blob gfx1100-v5.hsaco wheel/
tar -C wheel -cf wheel.tar lib.so gfx1100-v5.hsaco
tar -C wheel -czf wheel.tar.gz blob gfx1100-v5.hsaco
python3 - <<'END' || fail "python3 cannot write zip archives"
import zipfile
for name, method in ('stored.zip', zipfile.ZIP_STORED), ('deflated.zip', zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(name, 'w', method) as out:
        for member in 'lib.so', 'wheel.tar', 'wheel.tar.gz':
            out.write(member)
END
for archive in stored.zip deflated.zip; do
    run 0 kbuild inspect --summary "$archive"
    says "(wheel.tar)"
    says "; 18 code objects of "
    says ", packed into"
    rm -rf objects
    run 0 kbuild extract "$archive" -o objects
    found=0
    for file in objects/*.hsaco; do
        ! cmp -s "$file" gfx1100-v5.hsaco || found=$((found + 1))
    done
    [ $found = 8 ] || fail "$archive: $found of 8 copies were extracted byte for byte"
done
# xz, and AOTriton's kernels in a zip archive.
python3 - <<'END' || fail "python3 cannot write xz"
import lzma, struct, zipfile
open('blob.xz', 'wb').write(lzma.compress(open('blob', 'rb').read()))
images = [(b'one', open('gfx1030-v4.hsaco', 'rb').read()), (b'failed', b''), (b'two', open('gfx1100-v5.hsaco', 'rb').read())]
directory, offset = b'', 0
for name, image in images:
    directory += struct.pack('<5I', 0, 256, offset, len(image), len(name) + 1) + name + b'\0'
    offset += len(image)
content = directory + b''.join(image for _, image in images)
with zipfile.ZipFile('aotriton.zip', 'w') as out:
    out.writestr('attention.aks2', struct.pack('<4s3I', b'AKS2', len(content), 3, len(directory)) + lzma.compress(content))
END
run 0 kbuild inspect --summary blob.xz
says "(unpacked)"
says "; 4 code objects of "
run 0 kbuild inspect --summary aotriton.zip
says "(attention.aks2)"
says "(two)"
says "; 2 code objects of "
rm -rf objects
run 0 kbuild extract aotriton.zip -o objects
same objects/*two*.hsaco gfx1100-v5.hsaco
ar rc archive.a stored.zip
run 0 kbuild inspect --summary archive.a
says "(stored.zip)"
says "; 18 code objects of"

# ---- Nothing is found where there is nothing, and that was looked for

printf 'text: __CLANG_OFFLOAD_BUNDLE__, CCOB and \177ELF\002\001\001' >text
run 1 kbuild inspect text
says "holds no code objects: not a known format"
run 1 kbuild inspect "$KBUILD"
says "holds no code objects: an ELF file for"
if command -v bzip2 >/dev/null; then
    run 0 bzip2 -k blob
    run 1 kbuild inspect blob.bz2
    says "was not searched: compressed by bzip2; unpack it first"
    says_not "holds no code objects"
fi

# LLVM's own libraries have each of these magic numbers, as constants and in code.
for library in /usr/lib/llvm-*/lib/libLLVM*.so* /usr/lib/llvm-*/lib/libclang-cpp*.so* /usr/lib/llvm-*/bin/*offload*; do
    [ -f "$library" ] || continue
    run 1 kbuild inspect "$library"
    says "holds no code objects"
done
