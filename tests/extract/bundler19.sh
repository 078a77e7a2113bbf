#!/bin/sh
# Compressed bundles: LLVM 19 reads ours, and we read LLVM 19's.
. "$(dirname "$0")/lib.sh"
bundler 19

hip=hipv4-amdgcn-amd-amdhsa-
for codec in none zstd; do
    run 0 kbuild bundle -o ours "$fat" --compress $codec
    "$bundler" --list -type=o -input=ours | sort >list.txt || fail "$codec: not listed"
    [ "$(wc -l <list.txt)" = 4 ] || fail "$codec: list: $(cat list.txt)"
    for image in gfx1030:gfx1030-v4 gfx1100:gfx1100-v5; do
        "$bundler" --unbundle -type=o -input=ours -targets="$hip-${image%:*}" -output=back \
            -verbose >verbose.txt 2>&1 || fail "$codec: not unbundled"
        same back "$OBJECTS/${image#*:}.hsaco"
        [ $codec = none ] || grep -q 'Hashes match: Yes' verbose.txt || fail "$codec: $(cat verbose.txt)"
    done
done

# Theirs, made of ours: the same code objects, and the same bundle inside.
"$bundler" -type=o -bundle-align=4096 -compress -input=/dev/null \
    -input="$OBJECTS/gfx1030-v4.hsaco" -input="$OBJECTS/gfx1100-v5.hsaco" \
    -targets="host-x86_64-unknown-linux--,$hip-gfx1030,$hip-gfx1100" -output=theirs || fail "bundler"
run 0 kbuild extract theirs -o out
same out/theirs.gfx1030.hsaco "$OBJECTS/gfx1030-v4.hsaco"
run 0 kbuild bundle -o unpacked theirs
run 0 kbuild bundle -o plain "$OBJECTS/gfx1030-v4.hsaco" "$OBJECTS/gfx1100-v5.hsaco"
same unpacked plain
