# Sourced by the tests of `kbuild diff`. CMakeLists.txt sets KBUILD and OBJECTS.
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
