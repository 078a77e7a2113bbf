# A build follows its manifest; a message about a mistake names the line and the key.
. "$(dirname "$0")/lib.sh"

mkdir -p src/include
kernel src/a.cu a1
kernel src/b.cu b1
cat >src/include/factor.h <<'EOF'
#define FACTOR 3.0f
EOF
cat >src/c.cu <<'EOF'
#include "factor.h"
#ifndef WANTED
#error WANTED is not defined
#endif
extern "C" __global__ void c1(float *out) { *out = FACTOR * WANTED; }
EOF
cat >src/kernels.yaml <<'EOF'
package: things
targets: [gfx1030, gfx90a]
modules:
  - name: both
    sources: [a.cu, b.cu]
  - name: flagged
    sources: [c.cu]
    include: [include]
    defines: [WANTED=2]
    flags: [-ffp-contract=off]
    only: [gfx90a]
EOF
run 0 kbuild build src -o out
[ -s out/things.h ] && [ -s out/things.c ] && [ -s out/things.json ] || fail "the package's name"
grep -q things_launch_a1 out/things.h && grep -q things_launch_b1 out/things.h || fail "two sources"
bundler=$(ls /usr/lib/llvm-*/bin/clang-offload-bundler | tail -1)
"$bundler" --list --type=o --input=out/flagged.hsaco | grep -q gfx90a || fail "only: no gfx90a"
"$bundler" --list --type=o --input=out/flagged.hsaco | grep -q gfx1030 && fail "only: gfx1030"

# A header in a folder includes others by their names from the project's root. They are translated as well, and their
# include guards hold. A directory of the manifest comes before a source's own.
mkdir -p nested/parts nested/first
printf '#pragma once\n#include <cuda_fp16.h>\nstruct Low { __half x; };\n' >nested/parts/low.cuh
printf '#pragma once\n#include "parts/low.cuh"\n#include "which.cuh"\n' >nested/parts/high.cuh
echo '#error of the source' >nested/which.cuh
echo '#define WHICH 1' >nested/first/which.cuh
printf '#include "parts/low.cuh"\n#include "parts/high.cuh"\nextern "C" __global__ void n(Low *p) { p[0] = p[WHICH]; }\n' \
    >nested/n.cu
printf 'targets: [gfx1030]\ninclude: [first, .]\nmodules: [{name: n, sources: [n.cu]}]\n' >nested/kernels.yaml
run 0 kbuild build nested -o nested.out

# The command line replaces the targets; a module for none of them is left out with a warning.
run 0 kbuild build src -o out1 --targets gfx1030
says "warning: module 'flagged' is built for none of these targets"
[ ! -e out1/flagged.hsaco ] || fail "flagged was built"

# A module for one vendor's GPUs is not missed in a build for the other's.
cat >src/vendors.yaml <<'EOF'
targets: [gfx1030, gfx90a]
fusions:
  - {name: ours, expression: y = x + 1, dtypes: [f32], only: [amd]}
  - {name: theirs, expression: y = x + 2, dtypes: [f32], only: [nvidia]}
  - {name: one_of_theirs, expression: y = x + 3, dtypes: [f32], only: [sm_90a]}
EOF
run 0 kbuild build src/vendors.yaml -o vendors
says_not "warning"
sed -i 's/only: \[amd\]/only: [amd, nvidia, gfx1030, amd]/' src/vendors.yaml
run 0 kbuild build src/vendors.yaml -o vendors
[ -s vendors/ours.hsaco ] && [ ! -e vendors/theirs.hsaco ] || fail "modules of vendors"

# Fusions are modules; with several choices of dtypes, a module each. Their text does not depend on names.
cat >src/fusions.yaml <<'EOF'
targets: [gfx1030, gfx90a]
fusions:
  - {name: gate, expression: out = silu(a) * b, dtypes: [f16, f16 f32 f32]}
  - {name: norm, expression: "y = x / sum(x)", dtypes: [f32], only: [gfx90a]}
EOF
run 0 kbuild build src/fusions.yaml -o fused
[ -s fused/gate_f16.hsaco ] && [ -s fused/gate_f16_f32_f32.hsaco ] && [ -s fused/norm.hsaco ] ||
    fail "the fusions' modules"
sed -e 's/out = silu(a) [*] b/z = silu(left) * right/' src/fusions.yaml >src/renamed.yaml
run 0 kbuild build src/renamed.yaml -o renamed
cmp fused/gate_f16.hsaco renamed/gate_f16.hsaco || fail "other names, other code"
sed -i 's/silu(a) [*] b/silu(a) + b/' src/fusions.yaml
run 0 kbuild build src/fusions.yaml -o fused
says "compile gate_f16 for gfx90a"
says_not "compile norm"

# A module's source goes into the package, with the project's headers, and with every change of them.
mkdir -p ship/include ship/one ship/two
kernel ship/one/a.cu a1
sed -i '1i #include "factor.h"\n#include <common.h>' ship/one/a.cu
echo '#define FACTOR "\\??/"' >ship/one/factor.h
echo '#include "sub/deep.h"' >ship/include/common.h
mkdir ship/include/sub
echo '// deep' >ship/include/sub/deep.h
cat >ship/kernels.yaml <<'EOF'
targets: [gfx90a]
include: [include]
defines: [N=4]
modules:
  - {name: a, sources: [one/a.cu], ship_source: true}
EOF
run 0 kbuild build ship -o shipped
grep -qF '"-std=c++17", "-DN=4"' shipped/a.source.h || fail "the arguments"
grep -qF '{"factor.h", "common.h", "sub/deep.h"}' shipped/a.source.h || fail "the headers"
cc -std=c11 -Wall -Wextra -Werror -I "$INCLUDE" -c shipped/kernels.c -o kernels.o || fail "the tables do not compile"
run 0 kbuild build ship -o shipped
says_not "copy the source"
echo '// deeper' >ship/new.h && touch -r ship/include/sub/deep.h ship/new.h && mv ship/new.h ship/include/sub/deep.h
run 0 kbuild build ship -o shipped
says "copy the source of a"
grep -q deeper shipped/a.source.h || fail "the old source was shipped"

# refuses_source MESSAGE: the source cannot be shipped.
refuses_source() {
    run 1 kbuild build ship -o refused
    says "$1"
    [ ! -e refused/kernels.c ] || fail "a package was published"
}
echo '#include "factor.h"' >ship/two/b.cuh
echo '#define FACTOR 2' >ship/two/factor.h
sed -i '1i #include <../two/b.cuh>' ship/one/a.cu
refuses_source 'includes "../two/b.cuh"; at run time there are no directories'
sed -i 's:<../two/b.cuh>:<b.cuh>:' ship/one/a.cu
sed -i 's:\[include\]:[include, two]:' ship/kernels.yaml
refuses_source '"factor.h" is both'
sed -i 1d ship/one/a.cu
echo 'cuda_arch: 800' >>ship/kernels.yaml
refuses_source "cuda_arch is 800, and at run time it is 900"
sed -i '$d' ship/kernels.yaml
run 0 kbuild build ship -o refused

# wrong MESSAGE: kbuild refuses the manifest on standard input with MESSAGE and makes no file.
wrong() {
    cat >src/bad.yaml
    run 1 kbuild build src/bad.yaml --targets gfx1030 -o bad
    says "$1"
    [ ! -e bad ] || fail "made an output directory for a bad manifest"
}
wrong "src/bad.yaml:3: unknown key 'source'; did you mean 'sources'?" <<'EOF'
modules:
  - name: a
    source: [a.cu]
EOF
wrong "src/bad.yaml:1: unknown key 'zebra'; there are package, library, targets" <<'EOF'
zebra: 1
EOF
wrong "src/bad.yaml:3: 'sources' needs a list of paths, not a single value" <<'EOF'
modules:
  - name: a
    sources: a.cu
EOF
wrong "src/bad.yaml:4: 'name' is here a second time" <<'EOF'
modules:
  - name: a
    sources: [a.cu]
    name: b
EOF
wrong "src/bad.yaml:1: this module has no 'name'" <<'EOF'
modules: [{sources: [a.cu]}]
EOF
wrong "src/bad.yaml:2: module 'a' has no 'sources'" <<'EOF'
modules:
  - name: a
EOF
wrong "src/bad.yaml:1: no 'modules' and no 'fusions'" <<'EOF'
package: p
EOF
wrong "src/bad.yaml:1: empty" </dev/null
wrong "src/bad.yaml:2: 'cuda_arch' needs a number" <<'EOF'
modules: [{name: a, sources: [a.cu]}]
cuda_arch: ninety
EOF
wrong "src/bad.yaml:1: 'cuda_arch' needs a number from 1 to 1000000" <<'EOF'
cuda_arch: 0
modules: [{name: a, sources: [a.cu]}]
EOF
wrong "src/bad.yaml:1: 'cuda_arch' needs a number from 1 to 1000000" <<'EOF'
modules: [{name: a, sources: [a.cu], cuda_arch: 0}]
EOF
wrong "src/bad.yaml:3: not YAML: did not find expected ',' or '}' while parsing a flow mapping" <<'EOF'
modules:
 - {name: a
EOF
wrong "src/bad.yaml:4: two modules are named 'a'" <<'EOF'
modules:
  - name: a
    sources: [a.cu]
  - name: a
    sources: [b.cu]
EOF
wrong "src/bad.yaml:3: module 'a': source $TOP/src/nothing.cu is not there" <<'EOF'
package: p
modules:
  - name: a
    sources: [nothing.cu]
EOF
wrong "src/bad.yaml:1: 'ship_source' needs true or false" <<'EOF'
modules: [{name: a, sources: [a.cu], ship_source: maybe}]
EOF
wrong "src/bad.yaml:2: this fusion has no 'dtypes'" <<'EOF'
fusions:
  - {name: a, expression: y = x}
EOF
wrong "src/bad.yaml:1: 'a': 'f12' is not a dtype; there are u8" <<'EOF'
fusions: [{name: a, expression: y = x, dtypes: [f32 f12]}]
EOF
wrong "src/bad.yaml:1: 'a': 'f32 f32 f32' has 3 dtypes; the fusion needs one, or 2" <<'EOF'
fusions: [{name: a, expression: y = x, dtypes: [f32, f32 f32 f32]}]
EOF
wrong "src/bad.yaml:2: 'a': there is no function 'sliu'" <<'EOF'
fusions:
  - {name: a, expression: y = sliu(x), dtypes: [f32]}
EOF
wrong "'&' is for integers and bool; here it would be done in f32" <<'EOF'
fusions: [{name: a, expression: "y = x & 1", dtypes: [f32]}]
EOF
wrong "src/bad.yaml:3: 'two': it computes what module 'one' computes; remove one" <<'EOF'
fusions:
  - {name: one, expression: y = x + 1, dtypes: [f32]}
  - {name: two, expression: out = in + 1, dtypes: [f16, f32 f32]}
EOF
wrong "src/bad.yaml:4: two modules are named 'a_f16' ($TOP/src/a.cu and y = x)" <<'EOF'
modules:
  - {name: a_f16, sources: [a.cu]}
fusions:
  - {name: a, expression: y = x, dtypes: [f16, f32]}
EOF
wrong "'x/y' cannot be a module's name" <<'EOF'
modules: [{name: x/y, sources: [a.cu]}]
EOF
wrong "src/bad.yaml:1: 'only': unknown target 'gfx103'; did you mean" <<'EOF'
modules: [{name: a, sources: [a.cu], only: [gfx103]}]
EOF
wrong "src/bad.yaml:2: a second YAML document begins here; a manifest is one" <<'EOF'
modules: [{name: a, sources: [a.cu]}]
---
modules: [{name: b, sources: [b.cu]}]
EOF
wrong "src/bad.yaml:3: not YAML: did not find expected" <<'EOF'
modules: [{name: a, sources: [a.cu]}]
...
{
EOF
wrong "src/bad.yaml:1: 'a' is followed by a NUL character" <<'EOF'
modules: [{name: "a\0b", sources: [a.cu]}]
EOF
wrong "src/bad.yaml:1: 'name' is empty" <<'EOF'
modules: [{name: "", sources: [a.cu]}]
EOF
wrong "src/bad.yaml:1: an entry of 'sources' is empty" <<'EOF'
modules: [{name: a, sources: [a.cu, ""]}]
EOF
wrong "src/bad.yaml:1: 'package' cannot be 'krt': krt.h is the runtime's" <<'EOF'
package: krt
modules: [{name: a, sources: [a.cu]}]
EOF
wrong "src/bad.yaml:1: 'package' is empty" <<'EOF'
package:
modules: [{name: a, sources: [a.cu]}]
EOF
wrong "src/bad.yaml: 'package' cannot be 'a.hsaco': a.hsaco.h belongs to module 'a'" <<'EOF'
package: a.hsaco
modules: [{name: a, sources: [a.cu]}]
EOF
{ printf 'modules:\n  ' && head -c 1000000 /dev/zero | tr '\0' '['; } >src/deep.yaml # libyaml would take an hour
run 1 timeout 60 "$KBUILD" build src/deep.yaml --targets gfx1030 -o bad
says "src/deep.yaml:2: lists and mappings nest deeper than 64 levels"
run 1 kbuild build src/none.yaml --targets gfx1030 -o bad
says "src/none.yaml: cannot read: No such file"
run 2 kbuild build src --exclude '*.cu' -o bad
says "--exclude is for directories without a manifest"
