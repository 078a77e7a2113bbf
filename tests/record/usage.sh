#!/bin/sh
# kbuild record and kbuild replay: command lines and files that they refuse.
. "$(dirname "$0")/../lib.sh"

run 2 kbuild record
says 'needs -- PROGRAM'
run 2 kbuild record true
says 'needs -- PROGRAM'
run 2 kbuild record x -- true
says 'needs -- PROGRAM'
run 2 kbuild record --last x -- true
run 2 kbuild record --limit 0 -- true
says 'a file of 0 MiB has no launch'
run 3 kbuild record -- ./no-such-program
says './no-such-program: No such file or directory'
run 1 kbuild record -- true
says 'true ran no kernel of HIP that was to be recorded'
[ ! -e launches.krec ] || fail 'a program without launches left a recording'
run 7 kbuild record -- sh -c 'exit 7'
run 143 kbuild record -- sh -c 'kill -TERM $$'
says 'was ended by signal 15'

# A file that is not a recording is not replaced.
echo precious >notes
run 2 kbuild record -o notes -- true
says 'notes exists and is not a recording'
[ "$(cat notes)" = precious ] || fail 'the file was replaced'
run 2 kbuild record -o . -- true

# Nor is a link, whatever it leads to.
: >empty
ln -s empty link
run 2 kbuild record -o link -- true
says 'link exists and is not a recording'
[ -L link ] || fail 'the link was removed'

# Nor is a recording that another process writes; recorders lock their files.
if command -v flock >/dev/null; then
    printf 'krecord\0' >busy
    run 2 flock busy "$KBUILD" record -o busy -- true
    says 'another process writes'
    [ -s busy ] || fail 'the other recording was removed'
fi

run 2 kbuild replay
run 2 kbuild replay a b
run 2 kbuild replay --launch x notes
says "'x' is not a number"
run 2 kbuild replay --timeout 0 notes
run 2 kbuild replay --against b --trace a
says '--against compares'
run 2 kbuild replay --result notes a
says 'notes exists'
run 1 kbuild replay missing
run 1 kbuild replay notes
says 'notes: not a recording of kbuild record'
run 1 kbuild replay --list notes
run 1 kbuild replay .
printf 'krecord\0\2\0\0\0' >later
run 1 kbuild replay later
says 'the header is cut off'
head -c 20 /dev/zero >>later
run 1 kbuild replay later
says 'a recording of version 2; this program reads version 1'
