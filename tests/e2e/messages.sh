# A failing build prints each diagnostic once and no commands. A build on a terminal shows progress.
. "$(dirname "$0")/lib.sh"

mkdir src
cat >src/common.cuh <<'EOF'
#pragma once
static inline __device__ float one(void) { int forgotten = 1; return 1; }
EOF
for name in a b; do
    printf '#include "common.cuh"\nextern "C" __global__ void %s(float *p) { *p = one(); }\n' $name >src/$name.cu
done
cat >src/bad.cu <<'EOF'
#include "common.cuh"
extern "C" __global__ void c(float *p) { *p = undeclared_thing; }
EOF
for module in a b bad; do modules="${modules-}{name: $module, sources: [$module.cu]},"; done
cat >src/kernels.yaml <<EOF
targets: [gfx1030, gfx90a]
flags: [-Wunused-variable]
modules: [${modules%,}]
EOF

# The compiler prints a header's warning for each source and target, and the error for each target.
run 1 kbuild build src -o out -j1 --keep-going
sed -n '/: error: /,$p' .err >errors
cat >wanted <<'EOF'
src/bad.cu:2:47: error: use of undeclared identifier 'undeclared_thing'
extern "C" __global__ void c(float *p) { *p = undeclared_thing; }
                                              ^
kbuild: compile bad for gfx1030: failed
kbuild: compile bad for gfx90a: failed, with the same errors
EOF
sed -i 's/^ *[0-9]* | //; s/^ *| //' errors # newer releases of clang number the lines
grep -v ": warning: \|forgotten\|^ *^~*$" errors | sort >found
grep -v '^ *^$' wanted | sort | diff - found || fail "errors differ"
grep -c "src/common.cuh:2:48: warning: unused variable 'forgotten'" .err | grep -qx 1 ||
    fail "the warning was not printed once"
says_not "FAILED"
says_not "step --compiler"
says_not "build stopped"
says_not "generated when compiling"
! grep -v '^\[[0-9]*/[0-9]*\] ' .out || fail "standard output has more than progress"

# Errors are only referred to if they were printed: not where another job printed warnings alone, or where a
# pass for the host finds them behind one for the device.
cat >compiler <<'EOF2'
#!/bin/sh
echo 'a.cu:1:1: warning: strange' >&2
echo '1 warning generated when compiling for gfx90a.' >&2
exit 1
EOF2
chmod +x compiler
for job in 1 2; do
    KBUILD_FAILURES=printed run 1 kbuild step --compiler --label "job $job" --output a.o -- ./compiler
    says "job $job: failed, and gave no reason"
done
cat >host.hip <<'EOF2'
#warning strange
__attribute__((global)) void k(float *p);
#ifndef __HIP_DEVICE_COMPILE__
undeclared_type x;
#endif
EOF2
for job in 1 2; do
    KBUILD_FAILURES=printed run 1 kbuild reflect host.hip -- -x hip --offload-arch=gfx90a -nogpuinc -nogpulib
    [ $job = 2 ] || says "error: unknown type name 'undeclared_type'"
done
says "reflect host: failed, with the same errors"

# A function or variable of another file: who has it, and what to do, once.
mkdir parts
cat >parts/f.cu <<'EOF2'
#define NOTHING
__device__ float helper(float x) NOTHING { return x * 2; }
namespace ns { __device__ int table[4] = {1}; }
EOF2
cat >parts/late.cuh <<'EOF2'
__device__ inline int late(void) { return 1; }
EOF2
for case in 'float helper(float x);@helper(*p)' 'int late(void);@late()' 'float nowhere(float x);@nowhere(*p)'; do
    printf 'extern __device__ %s\nextern "C" __global__ void k(float *p) { *p = %s; }\n' "${case%@*}" "${case#*@}" >one.cu
    name=${case#*@}
    cp one.cu parts/"${name%(*}".cu
done
printf '#include "late.cuh"\n' >parts/user.cu
printf 'namespace ns { extern __device__ int table[4]; }\nextern "C" __global__ void t(int *p) { *p = ns::table[0]; }\n' >parts/table.cu
printf '#include <hip/hip_runtime.h>\n__device__ int of_hip() { return 1; }\n' >parts/plain.hip
printf '#include <hip/hip_runtime.h>\n__device__ int of_hip();\nextern "C" __global__ void h(int *p) { *p = of_hip(); }\n' >parts/uses.hip
run 1 kbuild build parts --targets gfx1030,gfx90a -o out --build-dir parts.work --keep-going --quiet
says "'helper(float)' is declared here, and parts/f.cu defines it; a module is linked by itself"
says "'ns::table' is declared here, and parts/f.cu defines it; a module is linked by itself"
says "'late()' is declared here, and parts/late.cuh defines it; include that file"
says "'of_hip()' is declared here, and parts/plain.hip defines it; a module is linked by itself"
says "'nowhere(float)' is declared, and no source of the module defines it"
[ "$(grep -c "is declared" .err)" = 5 ] || fail "not each once"

# Flags with which there is no code object are refused before anything is compiled.
for flag in -fgpu-rdc -S; do
    printf 'targets: [gfx90a]\nmodules: [{name: a, sources: [a.cu], flags: [%s]}]\n' $flag >src/flags.yaml
    run 1 kbuild build src/flags.yaml -o out
    says "src/flags.yaml:2: the flag $flag: "
done
printf 'targets: [gfx90a]\ncuda_flags: [-rdc=true]\nmodules: [{name: a, sources: [a.cu]}]\n' >src/flags.yaml
run 1 kbuild build src/flags.yaml -o out
says "src/flags.yaml: the flag -rdc=true: each module is linked by itself"
run 1 kbuild plan --cmake x.cmake --targets gfx90a --flag=-fgpu-rdc -o planned --build-dir planned.rdc src/a.cu
says "the flag -fgpu-rdc: each module is linked by itself"
rm src/flags.yaml

# --verbose shows the command.
run 1 kbuild build src -o out -j1 --verbose
grep -q "^FAILED: obj/bad" .err || fail "--verbose does not show what failed"
grep -q " step --compiler .*hip/bad.cu" .err || fail "--verbose does not show the command"

# With --quiet, a build that succeeds prints nothing.
rm src/bad.cu
sed -i 's/,{name: bad, sources: \[bad.cu\]}//' src/kernels.yaml
run 0 kbuild build src -o out --quiet
run 0 kbuild build src -o out --quiet
[ ! -s .out ] && [ ! -s .err ] || fail "--quiet printed something"
run 0 kbuild build src -o out
[ "$(cat .out)" = "ninja: no work to do." ] || fail "did not print that there is no work"

# In another build system's graph each object has its own step; only one prints hipify's warnings.
printf 'void host(void) { cudaFancyNewThing(1); }\n' >host.cu
run 0 kbuild plan --cmake graph.cmake --targets gfx1030 -o planned --build-dir planned host.cu
run 1 kbuild compile --build-dir planned --target gfx1030 -o host.hsaco planned/units/host.json
says_not KB1001
kbuild compile --reflect --build-dir planned --target gfx1030 -o host.json planned/units/host.json 2>.err
says "host.cu:1:19: warning: 'cudaFancyNewThing' is not known"

# A name that a header of the project declares is known in the files that include it.
mkdir named
printf '#pragma once\n#define cudaFancyNewThing(x) (void)(x)\n' >named/names.h
printf '#include "names.h"\nvoid host(void) { cudaFancyNewThing(1); cudaOtherNewThing(1); }\n' >named/host.cu
run 0 kbuild plan --cmake graph.cmake --targets gfx1030 -o planned --build-dir known named/host.cu
kbuild compile --reflect --build-dir known --target gfx1030 -o host.json known/units/host.json 2>.err
says_not "'cudaFancyNewThing'"
says "named/host.cu:2:41: warning: 'cudaOtherNewThing' is not known"

# On a terminal, each line of progress overwrites the last one, names a running job, fits in one line,
# and is removed before a message.
run 0 python3 - "$KBUILD" <<'EOF'
import fcntl, os, pty, re, struct, sys, termios

def build(columns, *options, **environment):
    pid, fd = pty.fork()
    if pid == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        os.environ.update({"TERM": "xterm", "NO_COLOR": ""}, **environment)
        os.execv(sys.argv[1], [sys.argv[1], "build", "src", "-o", "tty", "-j1", *options])
    text = b""
    try:
        while chunk := os.read(fd, 4096):
            text += chunk
    except OSError: # the terminal's other side was closed
        pass
    assert os.waitpid(pid, 0)[1] == 0, text
    return text.decode()

said = build(80)
progress = re.findall(r"\r(\[\d+/(\d+)\] [^\r\n]*)\x1b\[K", said)
assert len({total for _, total in progress}) == 1, said
assert sum("compile a for gfx1030" in line for line, _ in progress) == 2, said
assert not re.search(r"\[\d+/\d+\][^\r]*\n", said), said
assert said.index("\r\x1b[K") < said.index("common.cuh:2:48") < said.index("module"), said
assert "\x1b[0;1;35mwarning: " in said, said

open("src/a.cu", "a").write("// other\n")
said = build(80, NO_COLOR="1")
assert "warning: " in said and "\x1b[0;" not in said, said

os.utime("src/a.cu")
said = build(20, "-O1")
lines = re.findall(r"\r(\[\d[^\r\n]*)\x1b\[K", said)
assert lines and max(map(len, lines)) == 19, said
EOF
exit 0
