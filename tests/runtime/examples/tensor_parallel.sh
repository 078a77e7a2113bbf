# examples/tensor-parallel: on one, two and three devices of several targets the products are those
# of one device.
# tensor_parallel.sh SOURCES KERNELS INCLUDE LIBKRT_OPS LIBKRT EMULATOR
. "$(dirname "$0")/common.sh"
sources=$1 kernels=$2 include=$3 ops=$4 krt=$5 emulator=$6

need_kernels "$kernels"
cp -r "$sources" "$top/example"
make -C "$top/example" KERNELS="$kernels" KRT_CFLAGS="-I $include" CFLAGS="-Wall -Wextra -Werror" \
    KRT_LIBS="$ops $krt -Wl,-rpath,$(dirname "$ops"):$(dirname "$krt")" >"$top/out" 2>&1 || fail "make"
program=$top/example/tensor-parallel
"$program" >"$top/out" 2>&1
[ $? -eq 2 ] || fail "without a device it does not say how to call it"
KRT_LIBRARY=/nowhere.so "$program" emu:0 >"$top/out" 2>&1 && fail "it ran without a device"
grep -q "KRT_ERROR_NO_DEVICE.*emu:0" "$top/out" || fail "it does not say what it wanted"

for devices in emu:gfx90a "emu:gfx1030 emu:gfx1100" "emu:gfx90a emu:gfx1030 emu:gfx1100"; do
    count=$(echo "$devices" | wc -w)
    {
        echo "$count devices, by copies"
        for product in "W by columns:$((count * 48 * 4))" "V by rows:128"; do
            number=0
            while [ $number -lt "$count" ]; do
                size=${product#*:}
                echo "${product%:*}: device $number has $size of $size elements of one device's product"
                number=$((number + 1))
            done
        done
    } >"$top/wanted"
    # shellcheck disable=SC2086 # a list of words
    KRT_LIBRARY=$emulator "$program" $devices >"$top/out" 2>&1 || fail "on $devices"
    diff "$top/wanted" "$top/out" >"$top/diff" || {
        cat "$top/diff"
        fail "on $devices it prints something else"
    }
done
