#!/bin/sh
# The command: what it refuses, where it points, how it ends, and what it prints.
. "$(dirname "$0")/../lib.sh"
cp "$OBJECTS"/gfx1030-v4.hsaco "$OBJECTS"/gfx1100-v5.hsaco "$OBJECTS"/gfx90a-v4.hsaco .

# before.json and after.json: two builds of one package. The second has lost gfx90a and the kernel
# "hidden", which became "hiding"; "scratch" needs more, "pointers" less, "by_value" takes another
# argument, and "fixed_lds" only grew, each on both targets but "pointers".
make_builds() {
    run 0 kbuild inspect --json gfx1030-v4.hsaco gfx1100-v5.hsaco gfx90a-v4.hsaco
    cp "$TOP/.out" before.json
    run 0 kbuild inspect --json gfx1030-v4.hsaco gfx1100-v5.hsaco
    sed -e '/"name":"scratch"/s/"vgprs":[0-9]*/"vgprs":100/; /"name":"scratch"/s/"vgpr_spills":0/"vgpr_spills":3/' \
        -e '/"name":"pointers"/s/"sgprs":10/"sgprs":8/' \
        -e '/"name":"by_value"/s/"size":32/"size":24/' \
        -e '/"name":"fixed_lds"/s/"code_size":\([0-9]*\)/"code_size":1\1/' \
        -e 's/"hidden"\(,"symbol"\)/"hiding"\1/; s/"hidden.kd"/"hiding.kd"/; s/"demangled":"hidden"/"demangled":"hiding"/' \
        "$TOP/.out" >after.json
}

# Usage.
run 2 kbuild diff
says 'needs OLD and NEW, not 0 operands'
run 2 kbuild diff a
run 2 kbuild diff a b c
run 2 kbuild diff a b --ignore nothing
says "--ignore: there is no 'nothing'; there are vgpr, agpr,"
run 2 kbuild diff a b --fail-on 'spills>0,vpgr+10%'
cat >wanted <<'END'
kbuild: diff: --fail-on: there is no metric or word 'vpgr' (did you mean 'vgpr'?)
  spills>0,vpgr+10%
           ^
END
same "$TOP/.err" wanted

# Input.
run 1 kbuild diff missing gfx1030-v4.hsaco
says 'missing'
echo '{"format": "something"}' >other.json
run 1 kbuild diff other.json gfx1030-v4.hsaco
says 'other.json'
echo nothing >text.txt
run 1 kbuild diff gfx1030-v4.hsaco text.txt
says 'text.txt'

# What is whole is compared, but damage is never a success, nor are kernels that it hides missed.
mkdir old new
cp gfx1030-v4.hsaco gfx1100-v5.hsaco old
cp gfx1030-v4.hsaco new
head -c 3000 gfx1100-v5.hsaco >new/gfx1100-v5.hsaco
run 1 kbuild diff old new
says '7 unchanged'
says 'gfx1100-v5.hsaco'

# A file, a directory and their JSON are the same.
run 0 kbuild inspect --json old
cp "$TOP/.out" old.json
for new in old old.json; do
    run 0 kbuild diff old $new --fail-on 'changed,removed,added,target-removed,target-added,signature'
    says ': 0 changed, 0 added, 0 removed, 14 unchanged'
    run 0 kbuild diff old.json $new --fail-on 'changed,removed,added'
    says ': 0 changed, 0 added, 0 removed, 14 unchanged'
done

# Differences alone are not a failure; conditions are.
make_builds
run 0 kbuild diff before.json after.json
says '8 changed, 2 added, 9 removed, 4 unchanged'
run 0 kbuild diff before.json after.json --fail-on 'spills>3,vgpr>100,occupancy<1'
says_not 'Caught'
run 1 kbuild diff before.json after.json --fail-on 'spills>0'
says 'kbuild: diff: --fail-on: caught by spills>0 (2)'
run 1 kbuild diff before.json after.json --fail-on 'removed,vgpr+1000%'
says 'caught by removed (9)' # "hidden" twice, and the seven of gfx90a
run 1 kbuild diff before.json after.json --json --fail-on spills+1
says '"term":"spills+1"'
says 'caught by spills+1 (2)'

# Filters come before conditions, and --ignore before "changed".
run 0 kbuild diff before.json after.json --kernel 'point*' --kernel nothing --fail-on 'spills>0,removed' \
    --target gfx1030,gfx1100
says '0 added, 0 removed'
run 0 kbuild diff before.json after.json --target gfx1030 --fail-on 'target-removed'
says_not gfx1100
run 1 kbuild diff before.json after.json --kernel fixed_lds --target gfx1030 --fail-on changed
run 0 kbuild diff before.json after.json --kernel fixed_lds --target gfx1030 --fail-on changed --ignore code
run 1 kbuild diff before.json after.json --kernel by_value --target gfx1030 --fail-on changed
run 0 kbuild diff before.json after.json --kernel by_value --target gfx1030 --fail-on changed --ignore signature
run 0 kbuild diff before.json after.json --kernel scratch --target gfx1030 --fail-on changed \
    --ignore spills,vgpr,occupancy

# A gate that finds nothing to look at fails: a name was misspelt. On one side is enough.
for format in '' --json; do
    run 2 kbuild diff before.json after.json --fail-on 'vgpr>0' --target gfx103O $format
    says "diff: --targets: "
    says "near names: gfx1030"
    run 1 kbuild diff before.json after.json --fail-on 'vgpr>100000' --target gfx906 $format
    says "diff: no code object for gfx906 in after.json; there is: gfx1030, gfx1100"
    run 1 kbuild diff before.json after.json --fail-on 'vgpr>100000' --kernel fixed_lsd $format
    says "diff: no kernel 'fixed_lsd' (did you mean 'fixed_lds'?)"
    [ ! -s "$TOP/.out" ] || fail "something was shown"
    run 0 kbuild diff before.json after.json --fail-on 'vgpr>100000' --target gfx90a $format
    run 0 kbuild diff before.json after.json --fail-on 'vgpr>100000' --kernel hiding $format
done
run 2 kbuild diff before.json after.json --target ''
says "diff: --target needs a value"

# Standard input, which is read more than once.
run 0 sh -c 'cat before.json | "$0" diff - after.json' "$KBUILD"
says '- -> after.json: 8 changed, 2 added, 9 removed, 4 unchanged'
run 0 sh -c 'cat gfx1030-v4.hsaco | "$0" diff gfx1030-v4.hsaco - --fail-on changed' "$KBUILD"
says '7 unchanged'

# Output that was not written whole is a failure, even if only its end is missing.
if [ -c /dev/full ]; then
    for json in '' --json; do
        "$KBUILD" diff --all $json before.json after.json >/dev/full 2>.err
        rc=$?
        [ $rc = 3 ] || fail "exit code $rc, with /dev/full"
    done
fi

# Code of the same size may differ, which only a hash tells.
sed '/"name":"pointers"/s/"code_hash":"0x[0-9a-f]*"/"code_hash":"0x0123456789abcdef"/' before.json >other.json
run 1 kbuild diff before.json other.json --target gfx1030 --fail-on changed
says 'gfx1030  code differs'
says ': 1 changed, 0 added, 0 removed, 6 unchanged'
run 0 kbuild diff before.json other.json --target gfx1030 --fail-on changed --ignore code-hash
run 0 kbuild diff before.json other.json --target gfx1030 --fail-on changed --ignore code
run 0 kbuild diff --json before.json other.json --target gfx1030
says '"changes":["code-hash"]'
says '"code-hash":"0x0123456789abcdef"'
sed 's/"code_hash":"0x[0-9a-f]*",//' before.json >older.json
run 0 kbuild diff older.json other.json --fail-on changed
says 'Of 21 the code is compared by its size'

# Colour is for terminals, and not for those who refuse it.
escape=$(printf '\033')
run 0 kbuild diff before.json after.json
says_not "$escape"
if command -v script >/dev/null; then
    on_terminal() { script -qec "$*" /dev/null </dev/null; }
    run 0 on_terminal "env -u NO_COLOR TERM=xterm $KBUILD diff before.json after.json"
    says "VGPR ${escape}[31m15 -> 100"
    says "SGPR ${escape}[32m10 -> 8"
    run 0 on_terminal "env NO_COLOR=1 TERM=xterm $KBUILD diff before.json after.json"
    says_not "$escape"
fi

# What is printed, word for word, from builds as they were made.
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

# What a launch depends on is compared, too, and can be ignored.
sed '/"name":"scratch"/s/"max_workgroup":[0-9]*,/&"cluster":[2,2,1],"revision":"B0","named_barriers":8,/' before.json >cluster.json
run 0 kbuild diff before.json cluster.json
says 'cluster none -> 2x2x1, named-barriers none -> 8, revision none -> B0'
run 0 kbuild diff --json before.json cluster.json
says '"changes":["cluster","named-barriers","revision"]'
says '"cluster":"2x2x1","named-barriers":"8","revision":"B0"'
run 0 kbuild diff before.json cluster.json --ignore cluster,revision,named-barriers --fail-on changed
