#!/bin/sh
# A message names what cannot be done, and what could be; no file is left behind.
. "$(dirname "$0")/lib.sh"

# Wrong usage.
run 2 kbuild extract
says "needs a FILE"
run 2 kbuild extract "$fat"
says "needs -o DIR"
run 2 kbuild extract "$fat" -o ''
run 2 kbuild bundle "$fat"
says "needs -o OUT"
run 2 kbuild bundle -o out.hipfb
run 2 kbuild bundle -o out.hipfb "$fat" --compress zlib

# Files that are not there, or hold nothing.
run 1 kbuild extract missing.so -o out
says "missing.so"
echo 'int main(void) { return 0; }' >plain.c
run 1 kbuild extract plain.c -o out
says "plain.c"
run 1 kbuild bundle -o out.hipfb plain.c
: >empty
run 1 kbuild extract empty -o out
[ ! -e out ] && [ ! -e out.hipfb ] || fail "an output although there was nothing"

# Nothing matches: what is there is named.
run 1 kbuild extract "$fat" --target gfx906 -o out
says "no code object for gfx906"
says "gfx1030, gfx1100, gfx90a:xnack-"
run 1 kbuild extract "$fat" --target gfx90a:xnack+ -o out
says "gfx90a:xnack-"
run 1 kbuild extract "$fat" --target gfx90a,gfx1030 --kernel fixed_lsd -o out
says "no kernel 'fixed_lsd' for gfx90a,gfx1030 (did you mean 'fixed_lds'?)"
run 1 kbuild bundle -o out.hipfb "$fat" --target gfx1030,gfx906
says "no code object for gfx906"
[ ! -e out ] && [ ! -e out.hipfb ] || fail "an output although nothing matched"

# Standard output takes one.
run 1 kbuild extract "$fat" -o -
says "there are 3 (gfx1030, gfx1100, gfx90a:xnack-)"
[ ! -s .out ] || fail "something on standard output"

# Two for one target: both are named, and nothing is written.
cp "$OBJECTS/gfx1030-v4.hsaco" one.hsaco
cp one.hsaco two.hsaco
run 1 kbuild bundle -o out.hipfb one.hsaco two.hsaco
says "two images for gfx1030: one.hsaco and two.hsaco"
run 1 kbuild bundle -o out.hipfb "$fat" one.hsaco
says "two images for gfx1030"
says "$fat"
says "one.hsaco"
[ ! -e out.hipfb ] || fail "a bundle with one of the two"

# Damaged input: extract gives the rest and fails; bundle writes nothing.
head -c 30000 "$fat" >cut.hipfb # the last of the three images is not all there
padded "$fat" cut.hipfb >half.hipfb
run 1 kbuild extract half.hipfb -o half
says "half.hipfb: bundle 2: offset "
for bundle in 1 2; do
    same half/half.$bundle.gfx1030.hsaco "$OBJECTS/gfx1030-v4.hsaco"
    same half/half.$bundle.gfx1100.hsaco "$OBJECTS/gfx1100-v5.hsaco"
done
same "half/half.1.gfx90a@xnack-.hsaco" "$OBJECTS/gfx90a-v4.hsaco"
[ ! -e "half/half.2.gfx90a@xnack-.hsaco" ] || fail "an image that is not all there was written"
run 1 kbuild bundle -o out.hipfb half.hipfb --target gfx1100
[ ! -e out.hipfb ] || fail "a bundle of a damaged file"

# A directory that cannot be made is the machine's fault, and so is a full device.
: >file
run 3 kbuild extract "$fat" -o file/sub
run 3 kbuild bundle -o file/sub/out.hipfb "$fat"
if [ -c /dev/full ]; then
    "$KBUILD" extract "$OBJECTS/gfx1030-v4.hsaco" -o - >/dev/full 2>.err
    rc=$?
    [ $rc = 3 ] || fail "exit code $rc, with /dev/full"
fi

# Whoever reads the names may go, and whoever waits may lose patience: no file in the making stays.
i=0
while [ $i -lt 60 ]; do
    i=$((i + 1))
    cp "$OBJECTS/gfx1030-v4.hsaco" "$(printf 'many%0200d.hsaco' $i)"
done
{ sleep 0.3 && "$KBUILD" extract many*.hsaco -o gone; } | : # which is gone by then
[ "$(find gone -type f | wc -l)" = 60 ] || fail "not all is there: $(ls -A gone)"
{ sleep 0.3 && "$KBUILD" extract many*.hsaco half.hipfb -o deaf 2>&1 >/dev/null; } | :
signals="HUP TERM KILL"
env --default-signal=INT true 2>/dev/null && signals="$signals INT" # a shell's background ignores it
for signal in $signals; do
    mkfifo "$signal.hsaco"
    # The second file is a pipe: the signal comes when the first has been written.
    set -- "$KBUILD" extract "$fat" "$signal.hsaco" "$fat" -o "to$signal"
    [ $signal != INT ] || set -- env --default-signal=INT "$@"
    "$@" >/dev/null &
    child=$!
    exec 3>"$signal.hsaco"
    while [ -z "$(ls -A "to$signal" 2>/dev/null)" ]; do sleep 0.01; done
    kill -s $signal $child
    cat "$fat" >&3
    exec 3>&-
    wait $child
    rc=$?
    [ $rc -gt 128 ] || fail "exit code $rc after SIG$signal"
    for _ in $(seq 100); do # a process of its own removes them
        [ "$(ls -A "to$signal")" ] || break
        sleep 0.05
    done
    [ -z "$(ls -A "to$signal")" ] || fail "left after SIG$signal: $(ls -A "to$signal")"
done

# Nothing in the making stays.
[ -z "$(find . -name '*.tmp' -o -name '.image*')" ] || fail "left: $(find . -name '.image*')"
