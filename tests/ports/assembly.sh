# Programs with inline assembly go all the way to machine code, for every GPU: syntax checks do not
# look into the text of assembly.
. "$(dirname "$0")/lib.sh"
need_hip
export XDG_CACHE_HOME="$TOP/cache"
for group in "$HERE"/programs/*.txtar; do
    programs "$(basename "$group" .txtar)"
done
found=$(grep -lw 'asm' programs/*/*.cu)
[ -n "$found" ] || fail "no program has assembly"
bad=0
for source in $found; do
    name=$(basename "$source" .cu)
    run 0 "$KBUILD" hipify "$source" -o "$name.hip" --headers path --quiet
    for target in gfx1030 gfx1100 gfx90a; do
        "$CLANG" -x hip $HIP_FLAGS $("$KBUILD" flags --targets $target) $EXTRA_FLAGS \
            -O1 --cuda-device-only -c "$name.hip" -o "$name.o" >log 2>&1
        rc=$?
        if wanted=$(expected "$target/$name"); then
            [ "$rc" != 0 ] && grep -qF -e "$wanted" log && continue
            echo "$target/$name compiles, or does not say: $wanted"
        elif [ "$rc" = 0 ]; then
            continue
        else
            echo "$name does not compile for $target:"
            grep -m5 'error:' log || head -5 log
        fi
        bad=$((bad + 1))
    done
done
[ "$bad" = 0 ] || fail "$bad"
