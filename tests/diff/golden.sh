#!/bin/sh
# What is printed, word for word.
. "$(dirname "$0")/lib.sh"
make_builds

# shows WANTED-EXIT-CODE ARGUMENT...
shows() {
    wanted_exit=$1
    shift
    run "$wanted_exit" kbuild diff "$@"
    transcribe "kbuild diff $*" .out
}
shows 0 before.json after.json
shows 1 before.json after.json --all --fail-on 'spills>0,code+10%,target-removed,removed'
shows 1 before.json after.json --json --kernel by_value --kernel scratch --fail-on 'vgpr+10%,signature'
shows 0 after.json after.json
shows 0 --help
golden "$HERE/golden.txt"
