#!/bin/sh
# kbuild record and replay of programs that hipcc made, which launch by <<<>>>: hipcc.sh PROGRAMS.
. "$(dirname "$0")/../lib.sh"
PROGRAMS=$1
[ -x "$PROGRAMS/launches" ] || skip "$PROGRAMS/launches is not compiled"
unset HIPEMU_DEVICES HIPEMU_CHECK KRT_RECORD

for program in launches workgroups arithmetic; do
    run 0 kbuild record --device gfx1100 --kernel '*' --after -o $program.krec -- "$PROGRAMS/$program" "$PROGRAMS"
    run 0 kbuild replay $program.krec --list
    numbers=$(sed -n 's/^launch \([0-9]*\):.*/\1/p' .out)
    [ "$(echo "$numbers" | wc -l)" -gt 3 ] || fail "$program has few launches"
    for number in $numbers; do
        kbuild replay $program.krec --launch "$number" >.out 2>.err
        # the programs also make launches that a runtime refuses
        grep -q -e 'the kernel ended' .out || says 'hipemu: hipExtModuleLaunchKernel: kernel'
        ! grep -q 'words of 4 bytes differ' .out || fail "launch $number of $program has another result"
    done
done
