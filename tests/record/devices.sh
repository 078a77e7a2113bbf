#!/bin/sh
# kbuild record and replay with several devices, threads and modules: devices.sh PROGRAM KERNELS.
. "$(dirname "$0")/../lib.sh"
PROGRAM=$1 KERNELS=$2
[ -s "$KERNELS" ] || skip "$KERNELS is not compiled"
unset HIPEMU_DEVICES HIPEMU_CHECK KRT_RECORD

# record FILE MODE [NUMBER]: all launches are recorded, on two devices.
record() {
    record_file=$1
    shift
    run 0 kbuild record --device gfx1100,gfx1100 --kernel '*' --after -o "$record_file" -- "$PROGRAM" "$KERNELS" "$@"
}
# all FILE COUNT: the launches 1 to COUNT give again what they gave.
all() {
    for number in $(seq "$2"); do
        run 0 kbuild replay "$1" --launch "$number" --check
        says 'no difference'
    done
}
# devices FILE: the numbers of the devices whose launches it has.
devices() {
    for at in $(grep -abo DEVI "$1" | cut -d: -f1); do
        od -An -tu8 -j$((at + 8)) -N8 "$1" | tr -d ' '
    done | sort | tr '\n' ' '
}

record threads.krec threads 3
all threads.krec 6
[ "$(devices threads.krec)" = '0 ' ] || fail "devices $(devices threads.krec)"
record devices.krec devices 3
all devices.krec 6
[ "$(devices devices.krec)" = '0 1 ' ] || fail "devices $(devices devices.krec)"
# The device is that of the stream, not the current one.
record device.krec device
all device.krec 1
[ "$(devices device.krec)" = '1 ' ] || fail "devices $(devices device.krec)"
# Modules one after another have their own variables.
record reloaded.krec reloaded
all reloaded.krec 3
