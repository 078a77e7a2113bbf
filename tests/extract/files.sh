#!/bin/sh
# Which files there are, and that none is written twice, outside, or without need.
. "$(dirname "$0")/lib.sh"

# A bundle, a code object, and what --list says beforehand.
run 0 kbuild extract "$fat" -o out
[ "$(names out)" = "three.gfx1030.hsaco three.gfx1100.hsaco three.gfx90a@xnack-.hsaco " ] ||
    fail "names: $(names out)"
same "out/three.gfx90a@xnack-.hsaco" "$OBJECTS/gfx90a-v4.hsaco"
same out/three.gfx1030.hsaco "$OBJECTS/gfx1030-v4.hsaco"
sed 's|^out/||' .out >written.txt
run 0 kbuild extract "$fat" --list
same .out written.txt
run 0 kbuild extract "$OBJECTS/gfx1030-v4.hsaco" --list
says "gfx1030-v4.gfx1030.hsaco"
run 0 kbuild extract "$fat" -q -o quiet
[ ! -s .out ] || fail "not quiet"

# What would not change is not touched; what changed is replaced.
touch -d '2001-01-01' out/*
echo damaged >out/three.gfx1100.hsaco
run 0 kbuild extract "$fat" -o out
[ "$(find out -newermt 2002-01-01)" = out ] || [ "$(find out -type f -newermt 2002-01-01)" = \
    out/three.gfx1100.hsaco ] || fail "touched: $(find out -type f -newermt 2002-01-01)"
same out/three.gfx1100.hsaco "$OBJECTS/gfx1100-v5.hsaco"

# Choosing: a processor, a target ID in whatever spelling, a kernel.
run 0 kbuild extract "$fat" --list --target gfx90a
[ "$(cat .out)" = "three.gfx90a@xnack-.hsaco" ] || fail "--target by processor"
run 0 kbuild extract "$fat" --list --target gfx90a:xnack-,gfx1030
[ "$(wc -l <.out)" = 2 ] || fail "--target of two"
run 0 kbuild extract "$fat" --list --kernel 'fixed_*'
[ "$(wc -l <.out)" = 3 ] || fail "--kernel"
run 0 kbuild extract "$fat" --target gfx1100 -o -
same .out "$OBJECTS/gfx1100-v5.hsaco"

# A pipe can be read only once.
run 0 sh -c 'cat "$0" | "$1" extract /dev/stdin --target gfx1030 -o -' "$fat" "$KBUILD"
same .out "$OBJECTS/gfx1030-v4.hsaco"

run 0 sh -c 'cat "$0" | "$1" extract - --target gfx1030 -o -' "$fat" "$KBUILD"
same .out "$OBJECTS/gfx1030-v4.hsaco"
run 0 sh -c 'cat "$0" | "$1" extract - --list' "$fat" "$KBUILD"
says "stdin.gfx1030.hsaco"
run 0 sh -c '"$1" bundle - -o - --target gfx1030 <"$0" | "$1" extract - -o -' "$fat" "$KBUILD"
same .out "$OBJECTS/gfx1030-v4.hsaco"
run 1 sh -c 'cat "$0" | "$1" extract - --target gfx906 --list' "$fat" "$KBUILD"
says "no code object for gfx906 in -; there is: gfx1030, gfx1100, gfx90a:xnack-"

# A link stays, be it one to standard output, and a device does.
mkdir links elsewhere
echo old >elsewhere/there
ln -s ../elsewhere/there links/three.gfx1030.hsaco
run 0 kbuild extract "$fat" --target gfx1030 -o links
[ -L links/three.gfx1030.hsaco ] || fail "the link was replaced"
same elsewhere/there "$OBJECTS/gfx1030-v4.hsaco"
cp -P /dev/stdout links/stdout
for place in links/stdout /dev/stdout /dev/fd/1 -; do
    run 0 kbuild bundle "$fat" --target gfx1030 -o $place
    cp .out to-stdout
    run 0 kbuild bundle "$fat" --target gfx1030 -o slim.hipfb
    same to-stdout slim.hipfb
done
[ -L links/stdout ] && [ -L /dev/stdout ] || fail "the link to standard output was replaced"

# Several bundles, one behind another, are numbered, in a library and in an archive's members;
# versions of a library are not a part of the stem.
kbuild bundle -o slim.hipfb "$fat" --target gfx1030 || fail "bundle"
padded "$fat" slim.hipfb >both
host_object both libboth.so.1.2
run 0 kbuild extract libboth.so.1.2 --list
[ "$(tr '\n' ' ' <.out)" = "libboth.1.gfx1030.hsaco libboth.1.gfx1100.hsaco \
libboth.1.gfx90a@xnack-.hsaco libboth.2.gfx1030.hsaco " ] || fail "numbers: $(cat .out)"
host_object slim.hipfb single.o
cp libboth.so.1.2 both.o
rm -f lib.a
ar rc lib.a single.o both.o || skip "no ar"
run 0 kbuild extract lib.a --list --target gfx1030
[ "$(tr '\n' ' ' <.out)" = "lib.single.o.gfx1030.hsaco lib.both.o.1.gfx1030.hsaco \
lib.both.o.2.gfx1030.hsaco " ] || fail "members: $(cat .out)"

# What would be one name is numbered, in the order of the command line; nothing is lost.
mkdir a b c
cp "$fat" a/same.hipfb
cp slim.hipfb b/same.hipfb
cp slim.hipfb c/same.hipfb
run 0 kbuild extract a/same.hipfb b/same.hipfb c/same.hipfb --target gfx1030 -o collide
[ "$(names collide)" = "same.gfx1030-2.hsaco same.gfx1030-3.hsaco same.gfx1030.hsaco " ] ||
    fail "collisions: $(names collide)"

# Members called as nobody should call them: the directory is not left.
python3 - single.o <<'PY' || skip "no python3"
import sys
data = open(sys.argv[1], 'rb').read()
data += b'\n' * (len(data) % 2)
hostile = [b'../../../escape.o', b'/absolute/escape.o', b'..', b'new\nline\x1b[31m.o', b'x' * 5000,
           b'sub/dir/escape.o', b'-rf', b'a\\b:c*?.o', b'same.o', b'same.o']
out = b'!<arch>\n'
for name in hostile:  # BSD's form: the name stands in front of the member's bytes
    member = name + b'\0' * (-len(name) % 8) + data
    member += b'\n' * (len(member) % 2)
    out += (b'#1/%d' % (len(member) - len(data))).ljust(16)
    out += b'0'.ljust(12) + b'0'.ljust(6) * 2 + b'644'.ljust(8)
    out += str(len(member)).encode().ljust(10) + b'`\n' + member
open('hostile.a', 'wb').write(out)
PY
mkdir jail jail/in
(cd jail/in && "$KBUILD" extract ../../hostile.a -o out >../list 2>../err)
count=$(find jail/in/out -type f | wc -l)
[ "$count" = 10 ] || fail "only $count of the members came out: $(cat jail/err)"
[ "$(find jail | LC_ALL=C grep -c '[^A-Za-z0-9._+@/-]')" = 0 ] || fail "names: $(find jail)"
[ "$(find jail -type f | grep -vc '^jail/in/out/hostile\.')" = 2 ] || fail "outside: $(find jail)"
[ -z "$(find "$TOP" -name '*escape*' ! -path '*/jail/in/out/hostile.*')" ] || fail "escaped"
[ -z "$(find . -name '.image*')" ] || fail "left in the making"
