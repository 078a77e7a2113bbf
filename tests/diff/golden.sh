#!/bin/sh
# What is printed, word for word. UPDATE=1 writes the golden files anew.
. "$(dirname "$0")/lib.sh"
make_builds
golden() {
    [ -z "${UPDATE-}" ] || cp "$TOP/.out" "$HERE/golden/$1"
    same "$TOP/.out" "$HERE/golden/$1"
}
run 0 kbuild diff before.json after.json
golden text
run 1 kbuild diff before.json after.json --all --fail-on 'spills>0,code+10%,target-removed,removed'
golden all
run 1 kbuild diff before.json after.json --json --kernel by_value --kernel scratch --fail-on 'vgpr+10%,signature'
golden json
run 0 kbuild diff after.json after.json
golden same
run 0 kbuild diff --help
golden help
