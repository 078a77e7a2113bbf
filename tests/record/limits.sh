#!/bin/sh
# kbuild record: the limit of the file, and the last launches: limits.sh PROGRAM KERNELS.
. "$(dirname "$0")/../lib.sh"
PROGRAM=$1 KERNELS=$2
[ -s "$KERNELS" ] || skip "$KERNELS is not compiled"
unset HIPEMU_DEVICES HIPEMU_CHECK KRT_RECORD

# size FILE MIB: the file has at most so many.
size() { [ "$(stat -c %s "$1")" -le $(($2 << 20)) ] || fail "$1 has $(stat -c %s "$1") bytes"; }

# Each launch has 4 MiB that cannot be compressed. Where the file has no room, contents are left out.
run 0 kbuild record --device gfx1100 -o all.krec --kernel scale --limit 10 -- "$PROGRAM" "$KERNELS" changing 6
size all.krec 10
run 0 kbuild replay all.krec --list
[ "$(grep -c '^launch' .out)" = 6 ] || fail 'launches are missing'
[ "$(grep -c 'the recording had reached its limit' .out)" = 4 ] || fail 'not two launches have contents'
run 0 kbuild replay all.krec --launch 2 --check
says_not 'limit'

# The last ones push older ones out.
run 0 kbuild record --device gfx1100 -o last.krec --last 2 --limit 10 -- "$PROGRAM" "$KERNELS" changing 12
size last.krec 10
run 0 kbuild replay last.krec --list
[ "$(grep -c '^launch' .out)" = 2 ] || fail 'not the last two'
says 'launch 12:'
says_not 'limit'
run 0 kbuild replay last.krec --launch 11 --check

# One launch is larger than the limit.
run 0 kbuild record --device gfx1100 -o small.krec --limit 1 -- "$PROGRAM" "$KERNELS" changing 3
size small.krec 1
run 0 kbuild replay small.krec --check
says 'the recording had reached its limit: memory is zeros here'

# It does not push out those that fit.
run 0 kbuild record --device gfx1100 -o large.krec --last 3 --limit 3 -- "$PROGRAM" "$KERNELS" large 2
run 0 kbuild replay large.krec --list
[ "$(grep -c '^launch' .out)" = 3 ] || fail 'launches that fit were dropped'
[ "$(grep -c 'the recording had reached its limit' .out)" = 1 ] || fail 'not one launch lacks its contents'

# Without a limit in sight, waste is removed all the same.
run 0 kbuild record --device gfx1100 -o waste.krec -- "$PROGRAM" "$KERNELS" changing 20
size waste.krec 5

# A program that is killed at any moment leaves a whole file.
launches=0
for delay in 0.05 0.1 0.2 0.3 0.4; do
    rm -f any.krec
    "$KBUILD" record --device gfx1100 -o any.krec --last 3 -- "$PROGRAM" "$KERNELS" changing 1000 >.out 2>.err &
    for attempt in $(seq 200); do
        [ -s any.krec ] && break
        sleep 0.05
    done
    sleep $delay
    kill -KILL $!
    wait $! 2>/dev/null
    sleep 0.1
    "$KBUILD" replay any.krec --list >.out 2>.err || fail 'the file is not whole'
    launches=$((launches + $(grep -c '^launch' .out)))
done
[ $launches -gt 0 ] || fail 'no launch was reached'

# A full disk ends the recording, not the program.
run 0 kbuild record --device gfx1100 -o full.krec --kernel scale -- sh -c "trap '' XFSZ; ulimit -f 12000; '$PROGRAM' '$KERNELS' changing 4"
says 'cannot be written; it has the launches before number'
run 0 kbuild replay full.krec --check
