# Spaces, quotes, dollars, colons and non-ASCII letters in every path and value.
. "$(dirname "$0")/lib.sh"

odd="it's a \$HOME; \"quoted\" (ünï&) #1 'x' %d"
mkdir -p "$odd/inc $odd"
kernel "$odd/ker nel's \$x.cu" odd1
printf '#define NAMED 2.0f\n' >"$odd/inc $odd/he \$ader.cuh"
cat >"$odd/second äö.cu" <<'EOF'
#include "he $ader.cuh"
extern "C" __global__ void odd2(float *p) { *p = NAMED + sizeof TEXT; }
EOF
run 0 kbuild build "$odd" --targets gfx1030,gfx90a -o "out $odd" -I "$odd/inc $odd" \
    "-DTEXT=\"a b'c\$d\""
for name in "ker nel's \$x" "second äö"; do
    [ -s "out $odd/$name.hsaco.h" ] || fail "no header for $name"
done
grep -q kernels_launch_odd1 "out $odd/kernels.h" || fail "no odd1"
grep -q kernels_launch_odd2 "out $odd/kernels.h" || fail "no odd2"
for cc in gcc clang; do
    run 0 "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$INCLUDE" -I"out $odd" -c \
        "out $odd/kernels.c" -o k.o
done
run 0 kbuild build "$odd" --targets gfx1030,gfx90a -o "out $odd" -I "$odd/inc $odd" \
    "-DTEXT=\"a b'c\$d\""
says "no work to do"
printf '#define NAMED 3.0f\n' >"$odd/inc $odd/he \$ader.cuh"
run 0 kbuild build "$odd" --targets gfx1030,gfx90a -o "out $odd" -I "$odd/inc $odd" \
    "-DTEXT=\"a b'c\$d\"" --verbose
[ "$(compiled)" = 2 ] || fail "a changed header of an odd name: $(compiled) jobs, not 2"
printf 'extern "C" __global__ void odd2(float *p) { *p = oops; }\n' >"$odd/second äö.cu"
run 1 kbuild build "$odd" --targets gfx1030 -o "out $odd"
says "$odd/second äö.cu:1:50: error: use of undeclared identifier 'oops'"

# Directories and headers whose names a depfile cannot have, found by the compiler alone.
top="a'b&c \"d\" [e] f=g \\h"
kernel "$top/x.cu" x1
mkdir "$top/i'n"
echo '#define VALUE 1.0f' >"$top/i'n/h'&*.cuh"
printf '#include HEADER\nextern "C" __global__ void x1(float *p) { *p = VALUE; }\n' >"$top/x.cu"
build() {
    run 0 kbuild build "$top" --targets gfx1030 -o plain --build-dir work2 -I "$top/i'n" \
        "-DHEADER=\"h'&*.cuh\"" --depfile plain.d --verbose
    [ "$(compiled)" = "$1" ] || fail "$2: $(compiled) jobs, not $1"
}
build 1 "the first build"
build 0 "nothing changed"
printf 'plain/kernels.c:\n\t@echo make it again\ninclude plain.d\n' >plain.mk
run 0 make -q -f plain.mk plain/kernels.c
sleep 0.01
echo '#define VALUE 2.0f' >"$top/i'n/h'&*.cuh"
run 1 make -q -f plain.mk plain/kernels.c
build 1 "a header changed"
touch plain/kernels.c
run 0 make -q -f plain.mk plain/kernels.c
rm "$top/i'n/h'&*.cuh"
run 1 make -q -f plain.mk plain/kernels.c
says_not "No rule"
kernel "$top/x.cu" x1
run 1 kbuild build "$top" --targets gfx1030 -o plain --build-dir "$top/work" --depfile plain.d
says "$top: make cannot read this name, nor that of the build directory"
rm -r "$top/work"
(cd "$top" && run 0 "$KBUILD" build . --targets gfx1030 -o out --depfile out.d) || exit 1
grep -q '^ x.cu ' "$top/out.d" || fail "the depfile does not have the name from here"
for odd in "a'b.stamp" 'a%.stamp' 'a:b.stamp'; do
    run 2 kbuild build "$top" --targets gfx1030 -o plain --stamp "$odd" --depfile plain.d
    says "build: --depfile: make and ninja cannot read the name of its target, $odd"
done
run 2 kbuild build "$top" --targets gfx1030 -o plain --stamp plain.d --depfile ./plain.d
says "build: --stamp and --depfile are both plain.d; choose two"
run 2 kbuild build "$top" --targets gfx1030 -o plain --stamp plain/kernels.build.h
says "plain/kernels.build.h is a file of the package; choose another name"
run 2 kbuild build "$top" --targets gfx1030 -o plain --stamp "$top/k.stamp"
says "k.stamp is beside sources"
run 0 kbuild build "$top" --targets gfx1030 -o "$top" --build-dir plain.work --stamp "$top/k.stamp" --quiet # output, too

# Names that ninja cannot write: of sources, modules, headers and the package.
refused() {
    run 1 kbuild build bad --targets gfx1030 -o badly
    says "$1 is more than ninja, which runs the build, can read"
}
newline='
'
kernel "bad/a|b.cu" x1
refused "bad: 'a|b.cu': '|' in a name"
mv "bad/a|b.cu" "bad/a${newline}b.cu"
refused "bad: 'a?b.cu': a line break in a name"
mv "bad/a${newline}b.cu" "bad/a$(printf '\r')b.cu"
refused "bad: 'a?b.cu': a line break in a name"
mv bad/a*b.cu bad/x.cu
for name in 'a|b' 'a\\b' 'a\nb' 'a\rb'; do
    printf '%s\n' "modules: [{name: \"$name\", sources: [x.cu]}]" >bad/kernels.yaml
    refused "in a name"
    says "bad/kernels.yaml:1: 'a"
done
rm bad/kernels.yaml
: >"bad/h|h.cuh"
echo '#include "h|h.cuh"' >>bad/x.cu
refused "bad: 'h|h.cuh': '|' in a name"
mv 'bad/h|h.cuh' 'bad/h\h.cuh'
sed -i 's/h|h/h\\h/' bad/x.cu
refused "bad: 'h\h.cuh': a backslash in a name"
rm -r bad
kernel bad/x.cu x1
run 1 kbuild build bad --targets gfx1030 -o badly -D "X=1${newline}2"
says "'-DX=1?2': a line break in a command is more than ninja"
for name in 'a|b' "a${newline}b" "a$(printf '\r')b"; do
    run 2 kbuild build bad --targets gfx1030 -o badly --package "$name"
    says "build: --package cannot be 'a"
done
run 0 kbuild build bad --targets gfx1030 -o "the|end" --build-dir work --quiet # not in the graph
