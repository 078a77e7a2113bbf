# What is printed, to the letter. UPDATE=1 writes what is printed now to the folder golden/.
. "$(dirname "$0")/lib.sh"
golden=$HERE/golden

# check NAME ARGUMENT...
check() {
    name=$1
    shift
    inspect 0 "$@"
    if [ "${UPDATE-}" ]; then
        cp "$TOP/.out" "$golden/$name"
    elif ! diff -u "$golden/$name" "$TOP/.out" >&2; then
        fail "inspect $*: not as in golden/$name; if it is meant to be so: UPDATE=1"
    fi
}

objects="gfx1030-v4.hsaco gfx11-generic-v6.hsaco gfx1100-v5.hsaco gfx906-v2.hsaco gfx90a-v3.hsaco"
check table.txt three.hipfb
check version2.txt gfx906-v2.hsaco
check summary.txt --summary $objects three.hipfb
check full.txt --full --summary three.hipfb
check arguments.txt --args --kernel pointers --kernel by_value --kernel hidden three.hipfb
check sorted.txt --sort scratch --target gfx90a,gfx1030 three.hipfb
check kernels.csv --csv $objects three.hipfb
check one.json --json gfx1100-v5.hsaco
check several.json --json --kernel nothing gfx906-v2.hsaco three.hipfb
check device.txt --device gfx90a:sramecc+:xnack- three.hipfb
