# Input that is not what it should be: said in one line each, and what is good is shown all the same.
. "$(dirname "$0")/lib.sh"

# refused PATH WHAT: nothing is shown, and this is why.
refused() {
    run 1 timeout 20 "$KBUILD" inspect "$1"
    [ -s "$TOP/.out" ] && fail "something is shown of $1"
    [ "$(wc -l <"$TOP/.err")" = 1 ] || fail "not one line about $1"
    grep -q "^kbuild: $1: " "$TOP/.err" || fail "$1 is not named"
    says "$2"
}

: >empty
mkdir nothing
echo hello >nothing/hello
echo hello >text
refused empty "an empty file"
refused nothing "no file in it holds code for a GPU"
refused text "no code object"
refused missing "No such file"
refused /dev/null "device"
refused /dev/zero "device"
refused "$KBUILD" "x86-64"
ln -s loop loop
refused loop "symbolic links"
if [ "$(id -u)" != 0 ]; then
    cp "$DATA/gfx1100-v5.hsaco" secret && chmod 0 secret
    refused secret "Permission denied"
fi

# A program without GPU code below a directory is passed over, with the same words when it is named.
mkdir -p mixed/deeper
cp "$KBUILD" text mixed/
cp "$DATA/gfx1100-v5.hsaco" mixed/deeper/
run 0 kbuild inspect mixed
says "1 code object of"
[ -s "$TOP/.err" ] && fail "a file without GPU code is reported"

# Many of a kind are one line, in each file; --full and the JSON have them all.
head -c 16 "$DATA/gfx1100-v5.hsaco" >member
printf '\001' >>member # ET_REL
tail -c +18 "$DATA/gfx1100-v5.hsaco" >>member
for i in 1 2 3 4 5; do cp member "m$i.o"; done
ar rc five.a m1.o m2.o m3.o m4.o m5.o
ar rc three.a m1.o m2.o m3.o
run 1 kbuild inspect --summary five.a three.a
[ "$(grep -c '^kbuild: five.a: (m1.o): .* is relocatable.*(and 4 more in the file: --full lists them)$' "$TOP/.err")" = 1 ] ||
    fail "five of a kind are not one line"
[ "$(grep -c '^kbuild: five.a: ' "$TOP/.err")" = 1 ] || fail "there are more lines about five.a"
[ "$(grep -c '^kbuild: three.a: ' "$TOP/.err")" = 3 ] || fail "three of a kind are summed up"
run 1 kbuild inspect --summary --full five.a
[ "$(grep -c '^kbuild: five.a: ' "$TOP/.err")" = 5 ] || fail "--full does not list five.a's"

# What is damaged is named with its place, and the rest is there.
head -c 9000 "$DATA/gfx1100-v5.hsaco" >cut.hsaco
cp "$DATA/gfx1030-v4.hsaco" good.hsaco
run 1 kbuild inspect cut.hsaco good.hsaco empty
grep -q '^kbuild: cut.hsaco: offset [0-9]*: .*; .*' "$TOP/.err" || fail "no place, or no remedy"
grep -q '^kbuild: empty: ' "$TOP/.err" || fail "the empty file is not reported"
says "by_value"
says "7 kernels for 1 target (gfx1030)"

# One image of a bundle: the others are shown. Zeros go where its ELF header says its tables are.
cp "$DATA/three.hipfb" broken.hipfb
run 0 kbuild inspect --json broken.hipfb
at=$(sed -n 's/.*"target":"gfx1100","kind":"code object","offset":\([0-9]*\),.*/\1/p' "$TOP/.out")
dd if=/dev/zero of=broken.hipfb bs=1 seek=$((at + 40)) count=8 conv=notrunc 2>/dev/null
run 1 kbuild inspect broken.hipfb
grep -q '^kbuild: broken.hipfb: bundle 1: offset [0-9]*: image for gfx1100: ' "$TOP/.err" ||
    fail "the image's place is not named"
says "for 2 targets (gfx1030, gfx90a:xnack-)"

# Unknown is not damaged: a later compiler's processor (EF_AMDGPU_MACH) and version are shown.
sed 's/amdhsa[.]target/amdhsa.tarGet/' "$DATA/gfx1030-v4.hsaco" >unknown.hsaco
printf '\144' | dd of=unknown.hsaco bs=1 seek=48 conv=notrunc 2>/dev/null
printf '\005' | dd of=unknown.hsaco bs=1 seek=8 conv=notrunc 2>/dev/null
run 0 kbuild inspect unknown.hsaco
[ -s "$TOP/.err" ] && fail "what is unknown is reported as a problem"
says "unknown-0x64, 7 kernels, code object v7"
says "by_value"
run 0 kbuild inspect --json unknown.hsaco
cp "$TOP/.out" unknown.json
run 0 kbuild inspect --json unknown.json
same unknown.json "$TOP/.out"
run 0 kbuild inspect --summary --target unknown-0x64 unknown.hsaco
says "7 kernels for 1 target (unknown-0x64)"
run 0 kbuild inspect --json unknown.hsaco
says '"occupancy":null'
says '"target":"unknown-0x64"'
cp "$TOP/.out" unknown.json
run 0 kbuild diff unknown.json unknown.hsaco --fail-on changed,added,removed
says ', 7 unchanged'
# A value that is not known is not 0: nothing holds for it, and a condition on it is refused.
for condition in 'occupancy<1' 'occupancy-1' 'vgpr<0,occupancy>=0'; do
    run 1 kbuild diff unknown.json unknown.hsaco --fail-on "$condition"
    says "cannot be decided for unknown-0x64: this kbuild does not know the processor"
    grep -q "caught by" "$TOP/.err" && fail "$condition holds for what is not known"
done
run 1 kbuild diff unknown.json unknown.hsaco --fail-on 'occupancy<1,vgpr>=0'
says "caught by vgpr>=0 (7)"
run 0 kbuild diff --json --all unknown.json unknown.hsaco
says '"occupancy":null'
grep -q '"occupancy":[0-9]' "$TOP/.out" && fail "an occupancy that nobody knows"
run 0 kbuild extract -o extracted unknown.hsaco
same unknown.hsaco extracted/unknown.unknown-0x64.hsaco
run 0 kbuild report -o unknown.html unknown.hsaco
grep -q '"occupancy":\[null,' unknown.html || fail "the report has an occupancy that nobody knows"
run 1 kbuild inspect --device gfx1100 unknown.hsaco
says "unknown-0x64 (a processor that is unknown here);"
says "    rebuild with --targets gfx1100 "
run 1 kbuild bundle unknown.hsaco -o unknown.hipfb
says "it is for unknown-0x64, whose name is unknown here"

# Problems are part of the JSON, which is whole however little there is to show.
run 1 kbuild inspect --json broken.hipfb empty
grep -q '"message":"image for gfx1100: ' "$TOP/.out" || fail "JSON lacks the problem of the image"
grep -q '"message":"holds no code object' "$TOP/.out" || fail "JSON lacks the empty file"
cp "$TOP/.out" problems.json
run 1 kbuild inspect --json problems.json
same problems.json "$TOP/.out"
run 1 kbuild inspect --json empty
cp "$TOP/.out" nothing.json
run 1 kbuild inspect --json nothing.json
same nothing.json "$TOP/.out"

# JSON that is not ours, or not whole.
echo '{"format": "other"}' >other.json
run 1 kbuild inspect other.json
says "kbuild: other.json: 'format' is not \"kbuild-inspect-1\""
[ -s "$TOP/.out" ] && fail "something is shown of other.json"
echo '{"format"' >cut.json
run 1 kbuild inspect cut.json
says "kbuild: cut.json:2:0: is not JSON: "

# Hostile JSON is refused in time and memory that its size bounds.
printf '{"format":"kbuild-inspect-1","deep":' >deep.json
head -c 1000000 /dev/zero | tr '\0' '[' >>deep.json
run 1 timeout 20 "$KBUILD" inspect deep.json
says "kbuild: deep.json:1:2084: is not JSON: maximum parsing depth reached"
{
    printf '{"format":"kbuild-inspect-1","huge":['
    yes 'null,[],{},' | head -n 200000
    printf '1e999999999],"files":'
    head -c 1000000 /dev/zero | tr '\0' '9'
    printf '}'
} >huge.json
run 1 timeout 20 "$KBUILD" inspect huge.json
says "kbuild: huge.json:200001:"

# A pipe can be read.
mkfifo pipe
cat good.hsaco >pipe &
run 0 timeout 20 "$KBUILD" inspect pipe
says "by_value"

# Standard output that is full.
if [ -w /dev/full ]; then
    "$KBUILD" inspect good.hsaco >/dev/full 2>"$TOP/.err"
    rc=$?
    [ "$rc" = 3 ] || fail "a full disk is not noticed"
fi

# Bytes behind what is whole, before another container, and in files without code: each command goes on, and what it
# shows refers to what is there.
cat "$DATA/three.hipfb" text >behind.hipfb
cat >sections.s <<EOF2
    .section .llvm.rodata.offloading,"aMS",@progbits,1
    .asciz "a_kernel"
    .section .llvm.offloading,"e",@progbits
    .asciz "neither"
    .section .hip_fatbin,"a",@progbits
    .p2align 12
    .incbin "$DATA/three.hipfb"
EOF2
run 0 cc -c sections.s -o sections.o
{
    printf '__CLANG_OFFLOAD_BUNDLE__\001\0\0\0\0\0\0\0' # a bundle of the host's entry alone, at its end, of 0 bytes
    printf '\123\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\033\0\0\0\0\0\0\0host-x86_64-unknown-linux--'
} >host.hipfb
mkdir several && cp behind.hipfb sections.o host.hipfb "$DATA/three.hipfb" several
refused host.hipfb "for the host only"
for file in behind.hipfb sections.o several; do
    run 1 timeout 20 "$KBUILD" inspect "$file"
    says "bytes that are neither a bundle nor a code object; the file is damaged"
    says "for 3 targets"
    [ "$(sort "$TOP/.err" | uniq -d)" = "" ] || fail "reported twice"
    run 1 timeout 20 "$KBUILD" inspect --json "$file"
    python3 - "$TOP/.out" <<EOF2 || fail "an image of no container"
import json, sys
package = json.load(open(sys.argv[1]))
assert package["images"] and all(i["container"] < len(package["containers"]) for i in package["images"])
EOF2
    run 1 timeout 20 "$KBUILD" extract --quiet "$file" -o "extracted-$file"
    run 1 timeout 20 "$KBUILD" report "$file" -o report.html
    run 1 timeout 20 "$KBUILD" diff "$file" several
done
sed -i /neither/d sections.s
run 0 cc -c sections.s -o sections.o
run 0 timeout 20 "$KBUILD" inspect sections.o # names of entries are not damage

# What inspect wrote, and somebody has changed: nothing is shown of it, rather than a part.
run 0 kbuild inspect --json "$DATA/three.hipfb"
cp "$TOP/.out" whole.json
for member in rsrc1 vgprs kind name offset container entry; do
    sed "s/\"$member\":/\"other\":/" whole.json >changed.json
    for form in --json --args --summary; do
        run 1 timeout 20 "$KBUILD" inspect $form changed.json
        [ ! -s "$TOP/.out" ] || fail "$member: something is shown"
        grep -q '; write it again with kbuild inspect --json$' "$TOP/.err" || fail "$member: no remedy"
    done
done
exit 0
