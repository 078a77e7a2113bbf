# Compressed bundles, shown as one with what they unpack to.
. "$(dirname "$0")/lib.sh"
PACKED=$(cd "$HERE/../containers/data" && pwd)

# The table of kernels that the last run printed.
table() { sed -n '/^by_value/,/^$/p' "$TOP/.out"; }

# Every version of the format holds what loose files do.
for version in 1 2 3; do
    cp "$PACKED/ccob-v$version" packed.hipfb
    run 0 kbuild inspect packed.hipfb
    grep -q "^  compressed bundle 1  *[0-9.]* KiB  at 0, CCOB v$version, zstd, unpacked 27.7 KiB, 7\.[0-9]*x$" \
        "$TOP/.out" || fail "version $version: the packing is not shown"
    grep -q "2 code objects of 22.5 KiB, packed into 3\.[67][0-9] KiB$" "$TOP/.out" ||
        fail "version $version: what it comes to is not said"
    table >"table-$version"
    inspect 0 gfx1030-v4.hsaco gfx90a-v4.hsaco
    table | cmp - "table-$version" || fail "version $version has other kernels"
done

# Neighbours are one line, unless all are asked for.
for i in 1 2 3 4 5; do cat "$PACKED/ccob-v2"; done >five.hipfb
run 0 kbuild inspect --summary five.hipfb
says "compressed bundle 1 to 5"
says "35 kernels"
says "7 kernels for 2 targets (gfx1030, gfx90a:xnack-); 10 code objects"
run 0 kbuild inspect --summary --full five.hipfb
says "compressed bundle 4"

# What is whole is shown, and where it is not.
size=$(wc -c <five.hipfb)
head -c $((size - 100)) five.hipfb >cut.hipfb
run 1 kbuild inspect cut.hipfb
says "8 code objects"
grep -q "^kbuild: cut.hipfb: offset 153[23][0-9]: " "$TOP/.err" || fail "no place" # 4 times 3830 or just behind

# JSON reads back, and tells both sizes.
run 0 kbuild inspect --json five.hipfb
cp "$TOP/.out" five.json
run 0 kbuild inspect --json five.json
same five.json "$TOP/.out"
grep -q '"kind":"compressed bundle",.*"stored_size":3830,"size":28[0-9]*,"codec":"zstd","version":2' \
    five.json || fail "sizes of a compressed bundle"
exit 0
