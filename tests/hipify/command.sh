# The command line: what goes where, what is touched, and which exit code says what.
. "$(dirname "$0")/lib.sh"
cat >plain.cu <<'END'
#define WARP_SIZE 32
int status = cudaSuccess;
int other = cudaFrobnicate();
END
cat >expected <<'END'
#line 1 "plain.cu"
#define WARP_SIZE 32
int status = hipSuccess;
int other = cudaFrobnicate();
END
hipify 0 plain.cu
same expected .out
says "plain.cu:1:9: note: "
says "plain.cu:3:13: warning: 'cudaFrobnicate'"
hipify 0 --quiet plain.cu -o made/on/the/way.hip
same expected made/on/the/way.hip
says_not "note"
says "plain.cu:3:13: warning: "
[ ! -s .out ] || fail "wrote to standard output"

# An output that would not change keeps its time; one that would is replaced.
touch -d '2001-02-03 04:05:06' made/on/the/way.hip
hipify 0 plain.cu -o made/on/the/way.hip
[ "$(stat -c %Y made/on/the/way.hip)" = "$(date -d '2001-02-03 04:05:06' +%s)" ] ||
    fail "an unchanged output was touched"
hipify 0 plain.cu -o made/on/the/way.hip --as 'sub dir/a "b" \ ü.cu'
[ "$(head -n 1 made/on/the/way.hip)" = '#line 1 "sub dir/a \"b\" \\ ü.cu"' ] ||
    fail "the path in #line is $(head -n 1 made/on/the/way.hip)"
says 'sub dir/a "b" \ ü.cu:3:13: warning:'
[ "$(ls made/on/the)" = way.hip ] || fail "left behind: $(ls made/on/the)"

# A name with everything in it.
cp plain.cu 'a $b'"'"'ü".cu'
hipify 0 'a $b'"'"'ü".cu' -o 'c $d/e'"'"'.hip'
[ "$(wc -l <'c $d/e'"'"'.hip')" = 4 ] || fail "an odd name"

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
says "__CUDA_ARCH__ = 900"
hipify 0 include.cu --cuda-arch 610
grep -q '^#include <hip/hip_runtime.h>' .out || fail "a CUDA header was not renamed"
says "__CUDA_ARCH__ = 610"
hipify 0 include.cu --cuda-arch 0
says "no __CUDA_ARCH__"

# The input is at fault: 1, and outputs stay as they were.
cp o.hip kept.hip
printf 'int a;\n  /* never closed\n' >comment.cu
printf 'int a;\nconst char *s = "open\n' >string.cu
printf 'int a;\nauto s = R"x(open)y";\n' >raw.cu
printf 'int a;\nint \0b;\n' >nul.cu
for bad in missing.cu:missing.cu: comment.cu:comment.cu:2:3: string.cu:string.cu:2:17: \
    raw.cu:raw.cu:2:10: nul.cu:nul.cu:2:5: made:made:; do
    hipify 1 "${bad%%:*}" -o o.hip
    says "kbuild: ${bad#*:} "
    same kept.hip o.hip
    hipify 1 "${bad%%:*}" -o new.hip --report-file new.txt
    [ ! -e new.hip ] && [ ! -e new.txt ] || fail "$bad: an output in spite of the error"
done
hipify 1 comment.cu --as shown.cu
says "kbuild: shown.cu:2:3: "

# Wrong usage: 2.
hipify 2
says "wants one SOURCE"
hipify 2 plain.cu include.cu
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
