# The command line: what goes where, what is touched, and which exit code says what.
. "$(dirname "$0")/lib.sh"
cat >plain.cu <<'END'
#if __CUDA_ARCH__ >= 600
#endif
int other = cudaFrobnicate();
int status = cudaSuccess;
END
cat >expected <<'END'
#include <kbuild/cuda_prelude.h>
#line 1 "plain.cu"
#if __CUDA_ARCH__ >= 600
#endif
int other = cudaFrobnicate();
int status = hipSuccess;
END
hipify 0 plain.cu --headers path
same expected .out
says "plain.cu:1:1: note: "
says "plain.cu:3:13: warning: 'cudaFrobnicate'"
hipify 0 --quiet --headers=path plain.cu -o made/on/the/way.hip
same expected made/on/the/way.hip
says_not "note"
says "plain.cu:3:13: warning: "
[ ! -s .out ] || fail "wrote to standard output"

# An output that would not change keeps its time; one that would is replaced.
touch -d '2001-02-03 04:05:06' made/on/the/way.hip
hipify 0 plain.cu --headers path -o made/on/the/way.hip
[ "$(stat -c %Y made/on/the/way.hip)" = "$(date -d '2001-02-03 04:05:06' +%s)" ] ||
    fail "an unchanged output was touched"
hipify 0 plain.cu -o made/on/the/way.hip --as 'sub dir/a "b" \ ü.cu'
[ "$(sed -n 2p made/on/the/way.hip)" = '#line 1 "sub dir/a \"b\" \\ ü.cu"' ] ||
    fail "the path in #line is $(sed -n 2p made/on/the/way.hip)"
says 'sub dir/a "b" \ ü.cu:3:13: warning:'
[ "$(ls made/on/the)" = way.hip ] || fail "left behind: $(ls made/on/the)"

# A name with everything in it.
cp plain.cu 'a $b'"'"'ü".cu'
hipify 0 'a $b'"'"'ü".cu' -o 'c $d/e'"'"'.hip'
[ "$(wc -l <'c $d/e'"'"'.hip')" = 6 ] || fail "an odd name"

# Reports.
hipify 0 plain.cu -o o.hip --report json
says '"format": "kbuild-hipify-1"'
says '"severity": "note"'
hipify 0 plain.cu -o o.hip --report json --report-file reports/plain.json
grep -q '"code": "KB1001"' reports/plain.json || fail "no report in the file"
says "plain.cu:3:13: warning: "
hipify 0 plain.cu -o o.hip --quiet --report-file reports/plain.txt
[ "$(wc -l <reports/plain.txt)" = 2 ] || fail "a report file is to be whole"

# Project headers and __CUDA_ARCH__.
printf '#include <cuda_runtime.h>\n#if __CUDA_ARCH__ > 700\n#endif\n' >include.cu
hipify 0 include.cu --project-header cuda_runtime.h
grep -q '^#include <cuda_runtime.h>' .out || fail "a header of the project was renamed"
says "__CUDA_ARCH__ is 900"
hipify 0 include.cu --cuda-arch 610
grep -q '^#include <cuda_runtime.h>' .out && fail "a CUDA header was not renamed"
says "__CUDA_ARCH__ is 610"
hipify 0 include.cu --cuda-arch 0
says "__CUDA_ARCH__"
says "__CUDA_ARCH__ is not defined"

# Whose headers, and the lines in front.
printf '#include <cuda_fp16.h>\n' >half.cu
hipify 0 half.cu --headers path
[ "$(sed -n 3p .out)" = '#include <cuda_fp16.h>' ] || fail "--headers path changed a header"
hipify 0 half.cu
grep -q '^#include "/.*/kbuild/cuda_prelude.h"$' .out || fail "no prelude by its place"
grep -q '^#include "/.*/cuda_fp16.h"$' .out || fail "no header by its place"
hipify 0 half.cu --headers hip
[ "$(sed -n 1p .out)" = '#include <hip/hip_runtime.h>' ] || fail "no runtime of HIP"
[ "$(sed -n 3p .out)" = '#include <hip/hip_fp16.h>' ] || fail "no header of HIP"
hipify 0 half.cu --no-prelude --headers path
[ "$(sed -n 1p .out)" = '#line 1 "half.cu"' ] || fail "--no-prelude has one"
cp half.cu half.cuh
hipify 0 half.cuh --headers path
[ "$(sed -n 1p .out)" = '#line 1 "half.cuh"' ] || fail "a header has the prelude"

# Standard input.
run 0 sh -c 'cat plain.cu | "$0" hipify - --as piped.cu --headers path' "$KBUILD"
says '#line 1 "piped.cu"'
says "int status = hipSuccess;"

run 0 sh -c '"$0" hipify - --as piped.cu --headers path -o - --report-file report.txt <plain.cu' "$KBUILD"
says '#line 1 "piped.cu"'
run 0 sh -c '"$0" hipify plain.cu -o plain.hip --report-file -' "$KBUILD"
grep -qF 'plain.cu:3:13: warning:' .out || fail "the report does not go to standard output"
[ ! -e ./- ] || fail "a file '-'"
hipify 2 plain.cu include.cu -o -
says "several sources need -o DIRECTORY"

# A link stays, and what it leads to is written.
mkdir linked && ln -s linked/there.hip link.hip
hipify 0 plain.cu -o link.hip
[ -L link.hip ] && [ -s linked/there.hip ] || fail "the link was replaced"

# A text that stops being C++: the rest is copied, the place reported, and the exit code is 1.
printf 'int a = cudaSuccess;\n  /* never closed\n' >comment.cu
printf 'int a = cudaSuccess;\nconst char *s = "open\n' >string.cu
printf 'int a = cudaSuccess;\nauto s = R"x(open)y";\n' >raw.cu
printf 'int a = cudaSuccess;\nint \0b;\n' >nul.cu
for bad in comment.cu:2:3: string.cu:2:17: raw.cu:2:10: nul.cu:2:5:; do
    name=${bad%%:*}
    hipify 1 "$name" --no-prelude -o "$name.hip"
    says "$bad error: "
    says "[KB1901]"
    printf '#line 1 "%s"\nint a = hipSuccess;\n' "$name" >expected
    tail -n +2 "$name" >>expected
    same expected "$name.hip"
done
hipify 1 comment.cu --as shown.cu
says "shown.cu:2:3: error: "

# What cannot be read changes nothing: 1.
hipify 1 missing.cu -o new.hip --report-file new.txt
says "missing.cu: no such file"
[ ! -e new.hip ] && [ ! -e new.txt ] || fail "an output in spite of the error"

# --strict: warnings are errors, and their file is not written. --check says it by exit code alone.
hipify 1 plain.cu --strict -o strict.hip
says "plain.cu:3:13: error: "
[ ! -e strict.hip ] || fail "--strict wrote a file with warnings"
hipify 0 half.cu --strict -o strict.hip
[ -e strict.hip ] || fail "--strict kept back a clean file"
hipify 1 plain.cu --check
[ ! -s .out ] && [ ! -s .err ] || fail "--check spoke"
hipify 0 half.cu --check
hipify 0 plain.cu --no-output
[ ! -s .out ] || fail "--no-output wrote"
says "plain.cu:3:13: warning: "
hipify 0 plain.cu --no-warnings
[ ! -s .err ] || fail "--no-warnings warned"

# Wrong usage: 2.
hipify 2
says "needs a SOURCE"
hipify 2 plain.cu include.cu
says "several sources need -o DIRECTORY"
hipify 2 plain.cu include.cu -o plain.cu
says "plain.cu is a file"
hipify 2 plain.cu include.cu -o both --as one.cu
hipify 2 plain.cu --in-place -o o.hip
hipify 2 - --in-place
hipify 2 plain.cu --hip-version five
hipify 2 plain.cu --projectheader x
says "did you mean '--project-header'"
hipify 2 plain.cu --report xml
says "text, json"
hipify 2 plain.cu --cuda-arch many
hipify 2 plain.cu -o
hipify 0 --help
grep -q 'Example' .out || fail "--help without an example"
: >.err

# The machine is at fault: 3.
mkdir -p blocked.hip/full
hipify 3 plain.cu -o blocked.hip
says "blocked.hip: cannot write"
hipify 3 plain.cu -o plain.cu/below/o.hip
hipify 3 plain.cu -o /proc/kbuild/o.hip
if [ "$(id -u)" != 0 ]; then
    mkdir locked
    chmod a-w locked
    hipify 3 plain.cu -o locked/o.hip
fi
if [ -e /dev/full ]; then
    "$KBUILD" hipify plain.cu >/dev/full 2>.err
    rc=$?
    [ "$rc" = 3 ] || fail "a full disk is not noticed"
fi
[ "$(ls -A | grep -c tmp)" = 0 ] || fail "left behind: $(ls -A)"

# A library of HIP's that is not installed is named, with what to install: once, and only where the
# include may be compiled. Nothing is reported where HIP itself is missing, or under --check.
# The page says the same of all of them.
sources=$HERE/../..
sed -n 's/^    {"\([A-Za-z]*\)", "\([a-z/.]*h*p*\)", "\([a-z-]*\)", \([0-9]*\), "\([a-z-]*\)"},$/| \1 | `\2` | `\3` | \4 | `\5` |/p' \
    "$sources/tools/kbuild/hipify/mapping.c" >packages
[ "$(wc -l <packages)" -ge 10 ] || fail "the table of libraries is not read"
while read -r row; do
    grep -qF "$row" "$sources/docs/toolchain.md" || fail "docs/toolchain.md lacks: $row"
done <packages
mkdir -p prefix/include/hip prefix/include/hipfft
touch prefix/include/hip/hip_version.h prefix/include/hipfft/hipfft.h
printf '#include <cublasLt.h>\n#include <cufft.h>\n#if __has_include(<nccl.h>)\n#endif\n' >lt.cu
printf '#include <cublasLt.h>\n#ifndef __HIP__\n#include <cudnn.h>\n#endif\n' >lt2.cu
if [ ! -e /usr/include/hipblaslt ] && [ ! -e /opt/rocm/include/hipblaslt ]; then
    HIP_PATH=$TOP/prefix hipify 0 lt.cu lt2.cu -o libraries
    says "lt.cu:1:10: warning: hipBLASLt is not installed here (hipblaslt/hipblaslt.h); install libhipblaslt-dev (Debian 14 or later) or hipblaslt-dev (AMD's"
    says_not "lt2.cu"
    says_not "hipFFT"
    says_not "RCCL"
    says_not "MIOpen"
    HIP_PATH=$TOP/prefix hipify 0 lt.cu --check
    says_not "hipBLASLt"
    mkdir prefix/include/hipblaslt
    touch prefix/include/hipblaslt/hipblaslt.h
    HIP_PATH=$TOP/prefix hipify 0 lt.cu -o libraries/
    says_not "hipBLASLt"
fi
