# Libraries that Debian ships with code objects inside: read whole, and in agreement with binutils.
. "$(dirname "$0")/lib.sh"
found=
for library in /usr/lib/*/librocrand.so.1.* /usr/lib/*/librocsparse.so.0.*; do
    [ -f "$library" ] || continue
    found=1
    run 0 kbuild inspect "$library"
    echo "$library: $(column target | sort -u | wc -l) targets, $(column kernel | sort -u | wc -l)" \
        "kernels, $(column kernel | wc -l) rows"
    # Of every bundle the runtime registers, 24 bytes stand in .hipFatBinSegment.
    if command -v readelf >/dev/null; then
        segment=$(readelf -SW "$library" | awk '$0 ~ /\.hipFatBinSegment/ {
            sub(/.*PROGBITS */, ""); print $3 }')
        run 0 kbuild inspect --json "$library"
        bundles=$(grep -c '"kind":"bundle"' "$TOP/.out")
        [ "$bundles" = $((0x$segment / 24)) ] || fail "$bundles bundles, 0x$segment bytes of them"
    fi
    run 0 kbuild inspect --raw-names --summary "$library"
    says "worst"
    says "_Z"
done
[ "$found" ] || skip "neither librocrand1 nor librocsparse0 is installed"
