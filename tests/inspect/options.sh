# Options: what they leave, in what order, and what is refused.
. "$(dirname "$0")/lib.sh"

# refused WHAT ARGUMENT...: wrong usage.
refused() {
    said=$1
    shift
    inspect 2 "$@"
    [ -s "$TOP/.out" ] && fail "something is shown"
    says "$said"
}
refused "needs a FILE"
refused "--sort cannot be 'size'" --sort size three.hipfb
refused "--targets: " --target gfx0 three.hipfb
refused "--device: " --device gfx0 three.hipfb
refused "exclude each other" --json --device gfx1030 three.hipfb
refused "--list opens no code object" --list --kernel pointers three.hipfb
refused "--workgroup needs a number" --workgroup many three.hipfb
refused "did you mean '--summary'" --sumary three.hipfb

refused "--target needs a value" --target '' three.hipfb
refused "--target needs a value" --target=, three.hipfb

# Standard input, as a pipe and as a file.
run 0 sh -c 'cat "$1" | "$0" inspect -' "$KBUILD" "$DATA/three.hipfb"
cp "$TOP/.out" from-pipe
run 0 sh -c '"$0" inspect - <"$1"' "$KBUILD" "$DATA/three.hipfb"
same from-pipe "$TOP/.out"
[ "$(column target | sort -u | wc -l)" = 3 ] || fail "standard input"

# Filters that leave nothing.
inspect 1 --kernel 'no*' --kernel nowhere --target gfx1030 gfx1100-v5.hsaco
says "no kernel matches --kernel --targets"
inspect 1 --kernel affine three.hipfb
says "no kernel matches --kernel;"

# Filters that leave something.
inspect 0 --kernel '*lds' --kernel nothing three.hipfb
[ "$(column kernel | sort -u | tr '\n' ' ')" = "dynamic_lds fixed_lds nothing " ] || fail "kernels"
[ "$(column target | sort -u | wc -l)" = 3 ] || fail "not every target is left"
inspect 0 --target gfx90a:xnack-,gfx1100 three.hipfb
[ "$(column target | sort -u | tr '\n' ' ')" = "gfx1100 gfx90a:xnack- " ] || fail "targets"
inspect 0 --target gfx90a gfx90a-v3.hsaco gfx1100-v5.hsaco three.hipfb
[ "$(column target | sort -u | tr '\n' ' ')" = "gfx90a:sramecc+:xnack+ gfx90a:xnack- " ] ||
    fail "a processor stands for all its features"

# sorted KEY COLUMN OPTION: that column of one target's kernels is in order.
sorted() {
    inspect 0 --sort "$1" --target gfx1030 gfx1030-v4.hsaco
    column "$2" >as-printed
    [ "$(wc -l <as-printed)" = 7 ] || fail "--sort $1 lost kernels"
    sort "$3" as-printed | cmp -s - as-printed || fail "--sort $1: out of order"
}
sorted name kernel -s
sorted vgpr VGPRs -nr
sorted sgpr SGPRs -nr
sorted lds LDS -nr
sorted scratch scratch -nr
sorted code code -nr
sorted kernarg kernarg -nr
sorted occupancy occupancy -n

# Kernels that are equal in it stay in the order of their names.
inspect 0 --sort agpr gfx1030-v4.hsaco
column kernel | LC_ALL=C sort -c || fail "equal kernels are out of order"

# A workgroup of one wave leaves room that sixteen do not.
inspect 0 --kernel pointers gfx906-v2.hsaco
full=$(column occupancy)
inspect 0 --kernel pointers --workgroup 64 gfx906-v2.hsaco
occupancy=$(column occupancy)
[ "${occupancy%%/*}" -gt "${full%%/*}" ] || fail "--workgroup changes nothing: $full"

# The table has the same numbers however it was asked for; JSON stands for the file.
inspect 0 three.hipfb
cp "$TOP/.out" from-file
inspect 0 --json three.hipfb
cp "$TOP/.out" three.json
run 0 kbuild inspect three.json
same from-file "$TOP/.out"
run 0 kbuild inspect --json three.json
same three.json "$TOP/.out"
if command -v jq >/dev/null; then
    run 0 jq -r '[.images[].kernels[] | select(.scratch > 0) | .name] | unique | join(" ")' three.json
    [ "$(cat "$TOP/.out")" = scratch ] || fail "jq reads something else"
fi

# --summary has no table, and the same last lines.
inspect 0 --summary three.hipfb
says_not "by_value"
tail -n 2 from-file >last
tail -n 2 "$TOP/.out" | cmp - last || fail "the summary differs"

# --list opens nothing, and knows what the bundle's header says.
inspect 0 --list three.hipfb
says "gfx90a:xnack-  11.7 KiB"
says "3 targets (gfx1030, gfx1100, gfx90a:xnack-); 3 code objects of 33.8 KiB"
says_not "kernel"
head -c 28700 "$DATA/three.hipfb" >half.hipfb
truncate -s "$(wc -c <"$DATA/three.hipfb")" half.hipfb
run 0 kbuild inspect --list half.hipfb
run 1 kbuild inspect half.hipfb

# Which image a device would load.
inspect 0 --device gfx90a:sramecc-:xnack- three.hipfb
says "three.hipfb bundle 1: gfx90a:xnack- (hipv4-amdgcn-amd-amdhsa--gfx90a:xnack-)"
inspect 1 --device gfx90a:sramecc-:xnack+ three.hipfb
says "three.hipfb bundle 1: none: "
inspect 1 --device gfx1152 three.hipfb
says "gfx1152"
says "--targets"

# Files whose names differ in the target alone are one choice, whether or not a bundle is around them.
mkdir -p loose/gfx1030
cp "$DATA"/gfx1030-v4.hsaco loose/a_gfx1030_x.hsaco
cp "$DATA"/gfx1100-v5.hsaco loose/a_gfx1100_x.hsaco
cp "$DATA"/gfx90a-v4.hsaco loose/a_gfx90a-xnack-_x.hsaco
cp "$DATA"/gfx1030-v4.hsaco loose/b-gfx1030.hsaco
cp "$DATA"/gfx1030-v4.hsaco loose/agfx1030.hsaco # is part of a word
cp "$DATA"/gfx1030-v4.hsaco loose/gfx1030/c.co
run 0 kbuild bundle loose/a_gfx1100_x.hsaco -o loose/b-gfx1100.hsaco
run 0 kbuild inspect --device gfx1030 loose/a_*
says "loose/a_*_x.hsaco: gfx1030 in a_gfx1030_x.hsaco, "
[ "$(wc -l <"$TOP/.out")" = 1 ] || fail "more than one choice"
run 1 kbuild inspect --device gfx90a:xnack- loose
says "loose/a_*_x.hsaco: gfx90a:xnack- in a_gfx90a-xnack-_x.hsaco, "
says "loose/b-*.hsaco: none: "
says "loose/agfx1030.hsaco: none: "
says "gfx90a:xnack-: 1 of 4 sets have an image"
run 0 kbuild inspect --device gfx1030 loose
says "loose/gfx1030/c.co: gfx1030, "

# Without a target in their names, those in one folder with the same kernels are one.
mkdir nameless
cp "$DATA"/gfx1030-v4.hsaco nameless/a
cp "$DATA"/gfx1100-v5.hsaco nameless/b
cp "$DATA"/gfx1030-notes-v4.hsaco nameless/c
run 1 kbuild inspect --device gfx1100 nameless
says "nameless/: gfx1100 in b, "
says "nameless/c: none: "
exit 0
