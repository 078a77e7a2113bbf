#!/bin/sh
# Planted faults: kbuild verify finds each of them, and nothing in the kernels without them.
. "$(dirname "$0")/../lib.sh"
sh "$HERE/../unpack.sh" "$HERE/faults.txtar" kernels
run 0 kbuild build kernels -o right
run 0 kbuild build kernels -o wrong -D WRONG
run 0 kbuild verify kernels/cases.yaml right --on gfx1030 --record right.results
run 0 kbuild verify kernels/cases.yaml right --against right.results
count=$(grep -c '^extern "C" __global__' kernels/*.cu kernels/*.hip | awk -F: '{ sum += $2 } END { print sum }')
says "$count same, 0 bounded, 0 different, 0 not covered"
[ "$count" -ge 20 ] || fail "only $count faults"

run 1 kbuild verify kernels/cases.yaml wrong --against right.results --json
grep '^{"name"' .out | grep -v '"cover":"different"' >missed || :
[ ! -s missed ] || { cat missed && fail 'a fault was not found'; }
# Waves of 64 lanes are wrong where there are such waves, and only there.
awk '/^{"name":"sum_of_a_wave"/ { on = 1 } on' .out >wave
grep -q '"place":"gfx1030","cover":"same"' wave || fail 'waves of 32 lanes are wrong'
grep -q '"place":"gfx90a","cover":"different"' wave || fail 'waves of 64 lanes are right'
