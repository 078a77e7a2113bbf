# What is printed, to the letter.
. "$(dirname "$0")/lib.sh"

# shows ARGUMENT...
shows() {
    inspect 0 "$@"
    transcribe "kbuild inspect $*" "$TOP/.out"
}

objects="gfx1030-v4.hsaco gfx11-generic-v6.hsaco gfx1100-v5.hsaco gfx906-v2.hsaco gfx90a-v3.hsaco"
shows three.hipfb
shows gfx906-v2.hsaco
shows --summary $objects three.hipfb
shows --full --summary three.hipfb
shows --args --kernel pointers --kernel by_value --kernel hidden three.hipfb
shows --sort scratch --target gfx90a,gfx1030 three.hipfb
shows --json gfx1100-v5.hsaco
shows --json --kernel nothing gfx906-v2.hsaco three.hipfb
shows --device gfx90a:sramecc+:xnack- three.hipfb
golden "$HERE/golden.txt"
