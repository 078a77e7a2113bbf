#!/bin/sh
# kbuild record and replay of graphs: graphs.sh PROGRAM KERNELS.
. "$(dirname "$0")/../lib.sh"
PROGRAM=$1 KERNELS=$2
[ -s "$KERNELS" ] || skip "$KERNELS is not compiled"
unset HIPEMU_DEVICES HIPEMU_CHECK KRT_RECORD

# record WANTED-EXIT-CODE FILE MODE [OPTION...]
record() {
    record_rc=$1 record_file=$2 record_mode=$3
    shift 3
    # shellcheck disable=SC2086 # a mode and its number
    run "$record_rc" kbuild record --device gfx1100 -o "$record_file" "$@" -- "$PROGRAM" "$KERNELS" $record_mode
}
# all FILE COUNT: the launches 1 to COUNT give again what they gave.
all() {
    for number in $(seq "$2"); do
        run 0 kbuild replay "$1" --launch "$number" --check
        says 'no difference'
    done
    run 1 kbuild replay "$1" --launch $(($2 + 1))
}

# The second kernel of a graph is wrong: it is the last launch of the file.
record 5 wrong.krec graph_wrong
says 'wrong.krec has 1 launch; the last is number 2'
run 1 kbuild replay wrong.krec --check
says 'bytes past the end of the 4000 bytes'
says 'kernels.cl:7)'

# A graph that is launched as a whole is not recorded, and works.
record 1 whole.krec graph_whole
says 'the launches of a graph are not recorded: it cannot be cut into pieces'

# Each kernel finds what the nodes before it have left; a capture alone is not a launch.
record 0 graph.krec 'graph 2' --kernel scale --after
all graph.krec 4
record 1 other.krec 'graph 1' --kernel other
says_not 'not recorded'
record 0 child.krec graph_child --kernel scale --after
all child.krec 3
record 0 nodes.krec graph_nodes --kernel scale --after
all nodes.krec 3
