#!/bin/sh
# The command: what it refuses, and that the same input gives the same page by every way in.
. "$(dirname "$0")/lib.sh"

run 2 kbuild report
says 'needs files or directories'
run 2 kbuild report --no-such
run 1 kbuild report missing.hsaco -o page.html
says 'missing.hsaco'
[ ! -e page.html ] || fail "a page of nothing"
echo text >text.txt
run 1 kbuild report text.txt -o page.html
[ ! -e page.html ] || fail "a page of nothing"
run 3 kbuild report "$OBJECTS/gfx1030-v4.hsaco" -o text.txt/page.html
says 'text.txt'

cp "$OBJECTS"/gfx1030-v4.hsaco "$OBJECTS"/gfx1100-v5.hsaco .
run 0 kbuild report gfx1030-v4.hsaco gfx1100-v5.hsaco --title T -o page.html
[ ! -s "$TOP/.out" ] && [ ! -s "$TOP/.err" ] || fail "it talks"
run 0 kbuild report gfx1100-v5.hsaco gfx1030-v4.hsaco --title T
same "$TOP/.out" page.html
grep -qF 'gfx1100' page.html || fail "no gfx1100"

run 0 kbuild report --title T --target gfx1030 --kernel 'point*' gfx1030-v4.hsaco gfx1100-v5.hsaco -o some.html
grep -qF '"pointers"' some.html || fail "no pointers"
! grep -qF -e '"scratch"]' -e gfx1100 some.html || fail "filters let through what they should not"

# What leaves nothing was misspelt.
run 2 kbuild report --target gfx103O gfx1030-v4.hsaco -o nothing.html
says "near names: gfx1030"
run 1 kbuild report --target gfx906 gfx1030-v4.hsaco -o nothing.html
says "report: no code object for gfx906 in gfx1030-v4.hsaco; there is: gfx1030"
run 1 kbuild report --kernel fixed_lsd gfx1030-v4.hsaco -o nothing.html
says "report: no kernel 'fixed_lsd' (did you mean 'fixed_lds'?)"
[ ! -e nothing.html ] || fail "a page of nothing"

# Standard streams, a directory that is made, a full device.
run 0 kbuild report gfx1030-v4.hsaco gfx1100-v5.hsaco --title T -o -
same "$TOP/.out" page.html
[ ! -e ./- ] || fail "a file '-'"
run 0 kbuild report gfx1030-v4.hsaco gfx1100-v5.hsaco --title T -o made/on/the/way.html
same made/on/the/way.html page.html
run 0 sh -c 'cat gfx1030-v4.hsaco | "$0" report -' "$KBUILD"
grep -qF '<title>standard input' "$TOP/.out" || fail "a page of standard input: $(grep '<title' "$TOP/.out")"
if [ -c /dev/full ]; then
    "$KBUILD" report gfx1030-v4.hsaco >/dev/full 2>.err
    rc=$?
    [ $rc = 3 ] || fail "exit code $rc, with /dev/full"
fi

# Damage: what is whole is shown, the page says what is not, and so does the exit code.
head -c 2000 gfx1100-v5.hsaco >cut.hsaco
run 1 kbuild report gfx1030-v4.hsaco cut.hsaco -o damaged.html
says 'cut.hsaco'
grep -qF 'Not read' damaged.html || fail "the page hides the damage"
grep -qF '"pointers"' damaged.html || fail "what is whole is not shown"

run 0 kbuild inspect --json gfx1030-v4.hsaco gfx1100-v5.hsaco
cp "$TOP/.out" package.json
run 0 kbuild report package.json --title T -o again.html
same page.html again.html
run 2 kbuild report package.json gfx1030-v4.hsaco
says 'package.json'
