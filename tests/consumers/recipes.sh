# The recipes of docs/consumers.md for other build systems: a change of the kernels reaches the program, and a second
# build does nothing.
# recipes.sh make|always|ninja|meson|shell|sandbox
. "$(dirname "$0")/lib.sh"
recipe=$1
: "${CC:=cc}"
export CC
flags=$(pkg-config --cflags krt)
libraries="$(pkg-config --libs krt) -Wl,-rpath,$(pkg-config --variable=libdir krt)"

# The calls of kbuild are counted. It compiles through a launcher that may edit a source meanwhile.
mkdir bin
cat >bin/kbuild <<SH
#!/bin/sh
echo called >>"$TOP/calls"
exec "$KBUILD" "\$@"
SH
cat >edit <<SH
#!/bin/sh
[ ! -e "$TOP/meanwhile" ] || { sh "$TOP/meanwhile" && rm "$TOP/meanwhile"; }
exec "$TOP/launcher" "\$@"
SH
chmod +x bin/kbuild edit
PATH=$TOP/bin:$PATH
export KBUILD_LAUNCHER="$TOP/edit"

# fence LANGUAGE [NUMBER]: the NUMBERth code block in that language of the page.
fence() {
    awk -v open="\`\`\`$1" -v wanted="${2-1}" '
        /^```/ { inside = !inside; count += inside && $0 == open; on = inside && $0 == open && count == wanted; next }
        on' "$SOURCE/docs/consumers.md"
}

# The two objects and the program, for make.
makefile() {
    printf 'program: main.o generated/kernels.o\n\t$(CC) $^ %s -o $@\n' "$libraries"
    printf '%%.o: %%.c\n\t$(CC) -Igenerated %s -c $< -o $@\n' "$flags"
}

ninjafile() {
    printf 'rule cc\n  command = $$CC -Igenerated %s -MD -MF $out.d -c $in -o $out\n' "$flags"
    printf '  depfile = $out.d\n  deps = gcc\nrule link\n  command = $$CC $in %s -o $out\n' "$libraries"
    echo 'build program: link main.o kernels.o'
}

mkdir -p project/kernels/deep
cd project || exit 1
cp "$EXAMPLES/make/kernels/reverse.cu" kernels
cp "$EXAMPLES/make/main.c" .
program=./program
case $recipe in
make | always)
    needs make
    [ "$recipe" = make ] && number=1 || number=2
    { makefile && fence make $number; } >Makefile
    build() { make -j2; }
    ;;
ninja)
    needs ninja
    { ninjafile && fence ninja; } >build.ninja
    build() { ninja; }
    ;;
meson)
    needs meson
    sed "s/'blend', 'main.cpp'/'program', 'main.c'/; s/gfx1030,gfx1100,gfx90a/gfx1030/" \
        "$EXAMPLES/meson/meson.build" >meson.build
    run 0 meson setup built
    program=built/program
    build() { ninja -C built; }
    ;;
shell)
    fence sh | sed "s|-o program|$flags $libraries -o program|" >build.sh
    build() { sh -e build.sh; }
    ;;
sandbox)
    # As Bazel does: a fresh directory with links to the inputs and no HOME; only declared outputs remain.
    fence python >rule
    command=$(sed -n 's/ *cmd = "\(.*\)",/\1/p' rule | sed 's/\$(RULEDIR)/made/; s/\$\$/$/g')
    outputs=$(sed -n 's/ *outs = \[\(.*\)\],/\1/p' rule | tr -d '",')
    [ -n "$command" ] && [ -n "$outputs" ] || fail "the page has no genrule"
    build() (
        rm -rf ../box && mkdir -p ../box/tmp ../results
        find kernels -type f | while read -r file; do
            mkdir -p "../box/$(dirname "$file")" && ln -s "$PWD/$file" "../box/$file" || exit
        done
        cd ../box && env -i PATH="$PATH" TMPDIR="$PWD/tmp" KBUILD_LAUNCHER="$TOP/edit" sh -ec "$command" || exit
        cd made || exit
        for file in $outputs; do
            cmp -s "$file" "../../results/$file" || { cp "$file" ../../results && rm -f ../../project/program; }
        done
        cd ../../project || exit
        [ -e program ] || $CC -I../results $flags main.c ../results/kernels.c $libraries -o program
    )
    ;;
esac

calls() { wc -l 2>/dev/null <"$TOP/calls" || echo 0; }

# expect WHAT OUTPUT: a build succeeds, the program prints OUTPUT, and the next build makes nothing.
expect() {
    run 0 build
    run 0 "$KBUILD" run --device gfx1030 -- "$program"
    says "$2"
    [ "$recipe" != sandbox ] || [ ! -e "$TOP/before" ] || return 0 # each is a build from nothing
    cp -p "$program" "$TOP/before"
    before=$(calls)
    run 0 build
    [ "$(calls)" = "$before" ] || [ "$recipe" = always ] || [ "$recipe" = shell ] || [ "$recipe" = sandbox ] ||
        fail "$1: kbuild runs again"
    [ ! "$program" -nt "$TOP/before" ] || fail "$1: the program is linked again"
}
has() { grep -q "$1" "$program"; }

expect "the first build" "8 7 6 5 4 3 2 1"
if [ "$recipe" = shell ]; then # the emulator is chosen for programs of libkrt
    run 0 "$KBUILD" profile --chip rx6800xt -- "$program"
    says "reverse"
fi
sed -i 's/= held\[mirror\];/= held[mirror] * 2;/' kernels/reverse.cu
expect "a body changed" "16 14 12 10 8 6 4 2"
echo '#define FACTOR 3' >kernels/deep/factor.cuh
sed -i '1i #include "deep/factor.cuh"' kernels/reverse.cu
sed -i 's/\* 2;/* FACTOR;/' kernels/reverse.cu
expect "a header is included" "24 21 18 15 12 9 6 3"
echo '#define FACTOR 4' >kernels/deep/factor.cuh
expect "a header changed" "32 28 24 20 16 12 8 4"

cp -p "$program" "$TOP/old"
touch kernels/reverse.cu kernels/deep/factor.cuh
expect "files were touched" "32 28 24 20 16 12 8 4"
[ ! "$program" -nt "$TOP/old" ] || fail "files were touched, their bytes are the same: the program is linked again"

echo 'extern "C" __global__ void added(float *x) { *x = 1; }' >kernels/deep/added.cu
if [ "$recipe" = sandbox ]; then # outputs are declared: a module more is a line more
    sed 's/"reverse.hsaco.h"/"reverse.hsaco.h", "deep_added.hsaco.h"/' rule >more
    outputs="$outputs deep_added.hsaco.h"
fi
expect "a source was added" "32 28 24 20 16 12 8 4"
has added || fail "the program lacks the kernel that was added"
sed -i 's/added/renamed/' kernels/deep/added.cu
expect "a kernel was renamed" "32 28 24 20 16 12 8 4"
has renamed || fail "the program lacks the renamed kernel"
! has 'added(' || fail "the program has the old name"
rm kernels/deep/added.cu
[ "$recipe" != sandbox ] || outputs=${outputs% *}
expect "a source was removed" "32 28 24 20 16 12 8 4"
! has renamed || fail "the program has the kernel that was removed"
sed -i '1d; s/FACTOR/5/' kernels/reverse.cu
rm kernels/deep/factor.cuh
expect "a header was removed" "40 35 30 25 20 15 10 5"

# After a failure the rule runs again.
cp kernels/reverse.cu "$TOP/good.cu"
echo 'oops' >>kernels/reverse.cu
run_fails build
run_fails build
cp "$TOP/good.cu" kernels/reverse.cu
expect "the source is right again" "40 35 30 25 20 15 10 5"

# A change while kbuild runs reaches the next build. ninja before 1.12 compares with the time of the outputs.
case $recipe in
ninja | meson) [ "$(printf '1.12\n%s\n' "$(ninja --version)" | sort -V | head -1)" = 1.12 ] || exit 0 ;;
esac
echo "sed -i 's/\* 6;/* 7;/' '$PWD/kernels/reverse.cu'" >"$TOP/meanwhile"
sed -i 's/\* 5;/* 6;/' kernels/reverse.cu
run 0 build
[ ! -e "$TOP/meanwhile" ] || fail "nothing was edited meanwhile"
expect "a source was edited while it was compiled" "56 49 42 35 28 21 14 7"
exit 0
