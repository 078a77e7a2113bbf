#!/bin/sh
# kbuild profile of a program: program.sh PROGRAM, compiled by hipcc.
. "$(dirname "$0")/../lib.sh"
PROGRAM=$1
[ -x "$PROGRAM" ] || skip "$PROGRAM is not compiled"
unset HIPEMU_DEVICES HIPEMU_CHECK

run 3 kbuild profile -- ./no-such-program
run 3 env TMPDIR=/no-such "$KBUILD" profile -- true
says 'set TMPDIR to another directory'
run 1 kbuild profile -- true
says 'ran no kernel on libhipemu'
run 1 kbuild profile -o kept.json -- true
[ ! -e kept.json ] || fail 'a profile of nothing was kept'

# A chip is a device; the same program gives the same counts, to the byte.
run 0 kbuild profile --chip rx6800xt -o first.json -- "$PROGRAM" "$(dirname "$PROGRAM")"
says 'RX 6800 XT: 72 compute units'
run 0 kbuild profile --chip rx6800xt -o second.json -- "$PROGRAM" "$(dirname "$PROGRAM")"
same first.json second.json
grep -q '"target": "gfx1030"' first.json || fail 'another device'
run 0 kbuild profile first.json
run 1 kbuild profile --kernel nothing -- "$PROGRAM" "$(dirname "$PROGRAM")"
says "$PROGRAM has no such kernel"
run 0 kbuild diff --profile first.json second.json --fail-on 'changed,added,removed'
run 0 env HIPEMU_DEVICES=gfx90a "$KBUILD" profile -- "$PROGRAM" "$(dirname "$PROGRAM")"
says 'MI210: 104 compute units'

# JSON stays JSON, whatever the program prints.
run 0 kbuild profile --json -- sh -c "echo noise; '$PROGRAM' '$(dirname "$PROGRAM")'"
grep -q noise .err || fail 'the output of the program is lost'
[ "$(head -c 1 .out)" = '{' ] || fail 'the output begins with something else than JSON'

# The program's own exit code is reported, and is not ours.
run 0 kbuild profile -- sh -c "'$PROGRAM' '$(dirname "$PROGRAM")'; exit 7"
says 'ended with exit code 7'

# A profile that is killed leaves no file.
mkdir tmp
for signal in TERM KILL; do
    env TMPDIR="$TOP/tmp" "$KBUILD" profile -- sleep 60 >.out 2>.err &
    child=$!
    for _ in $(seq 200); do
        [ -z "$(ls -A tmp)" ] || break
        sleep 0.05
    done
    [ -n "$(ls -A tmp)" ] || fail "the profile has no directory for its files"
    kill -s $signal $child
    wait $child
    for _ in $(seq 200); do
        [ "$(ls -A tmp)" ] || break
        sleep 0.05
    done
    [ -z "$(ls -A tmp)" ] || fail "SIG$signal left $(ls -A tmp)"
done
