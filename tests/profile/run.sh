#!/bin/sh
# kbuild run: run.sh PROGRAM, compiled by hipcc. Of libkrt, tests/consumers/recipes.sh runs programs.
. "$(dirname "$0")/../lib.sh"
PROGRAM=$1
unset HIPEMU_DEVICES HIPEMU_CHECK KRT_DEVICE

# Usage.
run 2 kbuild run
says 'needs -- PROGRAM'
run 2 kbuild run true
says 'needs -- PROGRAM'
run 2 kbuild run true -- true
says 'needs -- PROGRAM'
run 2 kbuild run --device gfx110 -- true
says "run: --device: unknown processor 'gfx110'"
run 3 kbuild run -- ./no-such-program
says './no-such-program: No such file or directory'

# The program is in the place of kbuild: its exit code, signals, streams and process.
run 7 kbuild run -- sh -c 'cat; exit 7' <"$0"
same .out "$0"
for signal in 1 2 9 11 15 25; do
    kbuild run -- sh -c "kill -$signal \$\$" 2>/dev/null
    [ $? = $((128 + signal)) ] || fail "signal $signal is not passed on"
done
"$KBUILD" run -- sh -c 'echo $$ >pid; exec sleep 60' &
while [ ! -s pid ]; do sleep 0.05; done
[ "$(cat pid)" = $! ] || fail "the program is another process"
kill -TERM $!
wait $!
[ $? = 143 ] || fail "a signal to the command does not end the program"

# A libkrt program and one of HIP find the devices; --device goes before variables.
run 0 kbuild run --device gfx1030,gfx90a:xnack+ -- sh -c 'echo "$HIPEMU_DEVICES $KRT_DEVICE"'
says 'gfx1030,gfx90a:xnack+ emu:gfx1030,emu:gfx90a:xnack+'
run 0 env HIPEMU_DEVICES=gfx906 "$KBUILD" run -- sh -c 'echo "$HIPEMU_DEVICES $KRT_DEVICE"'
says 'gfx906 emu:gfx906'
run 0 env HIPEMU_DEVICES=gfx906 KRT_DEVICE=hip "$KBUILD" run -d gfx1030 -- sh -c 'echo "$HIPEMU_DEVICES $KRT_DEVICE"'
says 'gfx1030 emu:gfx1030'
run 0 kbuild run -- sh -c 'echo "$HIPEMU_DEVICES $KRT_DEVICE"'
says 'gfx1100 emu:gfx1100'
run 0 env LD_LIBRARY_PATH=/first:/second "$KBUILD" run -- sh -c 'echo "$LD_LIBRARY_PATH"'
says '/hipemu:/first:/second:'

[ -x "$PROGRAM" ] || skip "$PROGRAM is not compiled"
for device in gfx1030 gfx90a; do
    run 0 kbuild run --device $device -- "$PROGRAM" "$(dirname "$PROGRAM")"
done
exit 0
