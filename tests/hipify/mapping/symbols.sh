# No function of HIP is promised for a version whose library does not export it: a header may declare it
# earlier, and the program would not link. The versions are those of the runtime's symbols.
set -u
: "${KBUILD_SOURCES:?}"
symbols=$KBUILD_SOURCES/../../runtime/emulator/hip/symbols.txt
[ -s "$symbols" ] || { echo "FAILED: $symbols is missing"; exit 1; }
found=$(cat "$KBUILD_SOURCES"/hipify/mapping/*.def | awk -F '[(, )]+' '
    FNR == NR {
        if (split($1, version, "[_.]") == 3)
            exported[$2] = version[2] * 100 + version[3]
        next
    }
    ($1 == "RENAME" || $1 == "KEEP_OR" || $1 == "KEEP_OVER") && $4 == "FUNCTION" && $3 in exported {
        seen++
        if (exported[$3] > 502 && $5 < exported[$3])
            print $2 ": " $3 " is exported from " exported[$3] " on, not " $5
    }
    END { if (seen < 300) print "only " seen + 0 " functions were compared" }' "$symbols" -)
[ -z "$found" ] || { echo "FAILED: $found"; exit 1; }
