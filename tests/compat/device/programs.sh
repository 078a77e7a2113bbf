#!/bin/sh
# CUDA sources that use vector types, cuda::std and the small headers compile untouched, for each kind
# of target and for the host, in each C++ that people use.
#
# environment: INCLUDE (the directory of the device headers), CLANG
. "$(dirname "$0")/lib.sh"
status=0
sh "$HERE/../../unpack.sh" "$HERE/programs.txtar" "$TOP/programs"

check() {
    check_syntax "$@" -include kbuild/cuda_prelude.h >"$TOP/out" 2>&1 || {
        echo "$*:"
        grep 'error:' "$TOP/out" | head -20
        status=1
    }
}

for source in vectors std small_headers; do
    for target in gfx1030 gfx90a host; do
        check $target "$TOP/programs/$source.cu" -std=c++17
    done
    check gfx1030 "$TOP/programs/$source.cu" -std=c++14
    check gfx1100 "$TOP/programs/$source.cu" -std=c++20
done

# Without this the vectors would pass with headers that do nothing.
check_syntax gfx1030 "$TOP/programs/vectors.cu" -std=c++17 -DKBUILD_HIP_VECTOR_TYPES \
    -include kbuild/cuda_prelude.h >"$TOP/out" 2>&1 && {
    echo "HIP's own vector types do as well: kbuild/vector_types.h is not needed"
    status=1
}
exit $status
