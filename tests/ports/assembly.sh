# Programs with inline assembly go all the way to machine code, for every GPU: syntax checks do not
# look into the text of assembly.
. "$(dirname "$0")/lib.sh"
need_hip
export XDG_CACHE_HOME="$TOP/cache"
found=$(grep -lw 'asm' "$PROGRAMS"/*/*.cu)
[ -n "$found" ] || fail "no program has assembly"
bad=0
for source in $found; do
    name=$(basename "$source" .cu)
    run 0 "$KBUILD" hipify "$source" -o "$name.hip" --headers path --quiet
    "$CLANG" -x hip $HIP_FLAGS $("$KBUILD" flags --targets gfx1030,gfx1100,gfx90a) $EXTRA_FLAGS \
        -O1 --cuda-device-only -c "$name.hip" -o "$name.o" >log 2>&1 || {
        bad=$((bad + 1))
        echo "$name does not compile:"
        grep -m5 'error:' log || head -5 log
    }
done
[ "$bad" = 0 ] || fail "$bad programs"
