#!/bin/sh
# valgrind.sh BUILD [TEST...]: the runtime's tests under valgrind's memcheck, from an ordinary build
# in BUILD; all of them takes some minutes. Not part of CI, where sanitizers look for the same.
set -eu
build=$(cd "${1:?"valgrind.sh wants the folder of a build"}" && pwd)
shift
[ $# -gt 0 ] || set -- core.device core.package core.launch core.raw core.threads ops.tensors \
    ops.elementwise ops.copies memory.alloc memory.copies memory.layouts memory.pool
export KRT_LIBRARY="$build/runtime/emulator/libhipemu.so" HIPEMU="$build/runtime/emulator/libhipemu.so"
export SAMPLES="$build/tests/runtime/samples"
export KRT_CHECKS=1 HIPEMU_QUIET=1 HIPEMU_NO_AVX2=1 # valgrind knows part of AVX2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log
cat >"$work/suppressions" <<'EOF'
{
   the loader compares words at the end of a run path (glibc 2.36)
   Memcheck:Addr8
   fun:strncmp
   fun:is_dst
   ...
}
EOF
failed=0
for test; do
    if valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
        --suppressions="$work/suppressions" --log-file="$log" \
        "$build/tests/runtime/test_runtime.$test" >/dev/null 2>&1; then
        echo "clean   runtime.$test"
    else
        echo "FAILED  runtime.$test"
        cat "$log"
        failed=1
    fi
done
exit "$failed"
