#!/bin/sh
# kbuild verify: what is wrong with its files, what it finds, and what it says. libhipemu is the only place.
. "$(dirname "$0")/../lib.sh"
sh "$HERE/../unpack.sh" "$HERE/kernels.txtar" kernels
run 0 kbuild build kernels -t gfx1030,gfx90a -o package

# ---- Wrong files and options: the message has the line and says what to do.
cases() { printf 'cases:\n  - kernel: %s\n' "$1" >cases.yaml && shift && printf '    %s\n' "$@" >>cases.yaml; }
wrong() {
    run 1 kbuild verify cases.yaml package --against original.results
    says "$1"
}
run 2 kbuild verify
run 2 kbuild verify cases.yaml
run 1 kbuild verify none.yaml package
run 1 kbuild verify cases.yaml none
says 'name the directory that kbuild build wrote'
cases saxpy
run 2 kbuild verify cases.yaml package --fail-on difference
says "'difference' is not one of different, not-covered, bounded and none"
run 2 kbuild verify cases.yaml package --timeout 0
run 2 kbuild verify cases.yaml package --on gfx1
says "'gfx1' is not a place"
run 2 kbuild verify cases.yaml package --on sm_90
says 'the place is cuda'
run 2 kbuild verify cases.yaml package --record r --against r
run 2 kbuild verify cases.yaml package --record r
says '--record needs one place'
for option in --all --fail-on=none --json; do
    run 2 kbuild verify cases.yaml package --on gfx1030 --record r "$option"
    says "--record compares nothing, so it has no ${option%%=*}"
done
run 2 kbuild verify cases.yaml package --title T
says '--title is that of the page; give --page too'
run 2 kbuild verify --init package --on gfx1030
says '--init prints a draft, and takes --kernel alone'
run 1 kbuild verify cases.yaml package --kernel 'no*'
says "the package has no kernel 'no*' (--kernel)"
run 3 kbuild verify cases.yaml package --against cuda
says 'no device for "cuda"'
run 0 kbuild verify cases.yaml package --on gfx1030 --record original.results

printf '' >cases.yaml && wrong 'cases.yaml:1: empty'
printf 'cases: {}\n' >cases.yaml && wrong "cases.yaml:1: 'cases' needs a list, not a mapping"
printf 'cases:\n  - sizes: {n: 1}\n' >cases.yaml && wrong "cases.yaml:2: this case has no 'kernel'"
cases sax_y && wrong "cases.yaml:2: the package has no kernel 'sax_y'; did you mean 'saxpy'?"
cases saxpy 'runs: 1' && wrong "cases.yaml:3: 'runs' needs a list of mappings"
cases saxpy 'runs: []' && wrong "cases.yaml:3: 'runs': the list is empty"
cases saxpy 'runs: [1]' && wrong "cases.yaml:3: 'runs' needs a list of mappings"
cases saxpy 'runs: [{kernel: saxpy}]' && wrong "cases.yaml:3: unknown key 'kernel'"
cases saxpy 'runs: [{runs: []}]' && wrong "cases.yaml:3: unknown key 'runs'"
cases saxpy 'arguments: {a: 1}' 'runs: [{arguments: {a: x}}]' && wrong "cases.yaml:4: saxpy: 'a': 'x'"
cases saxpy 'arguments: {a: 1}' 'runs: [{arguments: {a: 2, a: 3}}]' && wrong "cases.yaml:4: 'a': is here a second time"
{
    printf 'cases:\n  - kernel: saxpy\n    runs: &r\n'
    yes '      - {name: x}' | head -4000
    yes '  - {kernel: saxpy, runs: *r}' | head -2
} >cases.yaml && wrong 'there are more than 10000'
cases saxpy 'size: {n: 1}' && wrong "cases.yaml:3: unknown key 'size'; did you mean 'sizes'?"
cases saxpy 'seeds: 0' && wrong "cases.yaml:3: 'seeds': needs a number from 1 to 1000"
cases saxpy 'special: yes' && wrong "'special': needs true or false"
cases saxpy 'arguments: {z: n}' && wrong "cases.yaml:3: 'saxpy' has no parameter 'z'"
cases saxpy 'arguments: {x: m}' && wrong "cases.yaml:3: saxpy: 'x': 'm': 'm' is neither a size nor an integer"
cases saxpy 'arguments: {x: n - 1}' && wrong "-1 elements are less than none"
cases saxpy 'arguments: {x: n / 0}' && wrong "it divides by 0"
cases saxpy 'arguments: {x: (n + 1}' && wrong "a ')' is missing"
cases saxpy 'arguments: {x: 9223372036854775807 * 2}' && wrong "it overflows 64 bits"
cases saxpy 'arguments: {x: 100000000000}' && wrong "more than the limit of 256 MiB"
cases saxpy 'arguments: {x: 60000000, y: 60000000}' && wrong "the arrays of a run have more than 256 MiB"
cases saxpy 'arguments: {x: {value: 1}}' && wrong "unknown key 'value'; did you mean 'values'?"
cases saxpy 'arguments: {x: {count: n, range: [1]}}' && wrong 'needs two numbers'
cases saxpy 'arguments: {x: {count: n, range: [2, 1]}}' && wrong 'the range [2, 1] is empty'
cases saxpy 'arguments: {x: {count: n, range: [0, inf]}}' && wrong 'the range [0, inf] is empty'
cases saxpy 'arguments: {a: [1, 2]}' && wrong "'a': it is a f32: give it one number or expression"
cases saxpy 'arguments: {x: {from: none.npy}}' && wrong 'none.npy'
cases saxpy 'arguments: {y: {count: n, compare: ulp 1}}' && wrong "'ulp 1': it is not a rule"
cases saxpy 'compare: [set, ulps 1]' && wrong 'set and ignore cannot be in a list'
cases saxpy 'compare: relative' && wrong 'a number that is not negative'
cases saxpy 'block: 2000' && wrong "'2000' is 2000, not 1 to 1024"
cases saxpy 'block: [64, 64]' && wrong '4096 threads are more than 1024'
cases saxpy 'grid: 2147483647' && wrong 'more than 2^30 threads'
cases saxpy 'sizes: {n: [1, 2, -1]}' && wrong "'-1' is negative"
cases saxpy 'sizes: {n: edges, n: 2}' && wrong "'n': is here a second time"
cases saxpy 'sizes: {n: edges, m: edges, k: edges, l: edges, o: edges}' 'grid: 1' 'arguments: {x: n, y: n}' &&
    wrong 'more than 100000 runs'
cases saxpy 'shared: -1' && wrong '-1 bytes are not 0 to 1 MiB'
cases gather && wrong "gather: 'shape': it is a struct shape: give it 'members'"
cases gather 'arguments: {shape: {members: {row: 1}}}' && wrong "struct shape has no member 'row'"
cases block_sum 'sizes: {m: 1}' && wrong "block_sum: 'n': it has no value; add it to 'arguments' or 'sizes'"
cases block_sum 'sizes: {n: 1, m: 1}' && wrong "block_sum: 'x': it has no count of elements"

cases halve_blocks 'arguments: {x: {layout: [f16, i9]}}' && wrong 'a field is a type, perhaps with a number'
cases halve_blocks 'arguments: {x: {layout: [f16, i8 * 0]}}' && wrong 'a field is a type, perhaps with a number'
cases halve_blocks 'arguments: {x: {layout: [f64 * 1000000]}}' && wrong 'a record has at most 1 MiB'
cases halve_blocks 'arguments: {x: {layout: [f16], values: ramp}}' && wrong 'records have random values, or bits'
cases halve_blocks 'arguments: {x: 6 * n, y: {layout: [f16], compare: set}}' && wrong 'records and vectors cannot be compared as a set'
cases halve_blocks && wrong "halve_blocks: 'x': it points to a struct: give it the layout [f16, i8 * 4], or a count of bytes"
cases halve_blocks 'arguments: {x: {layout: [f16, i8 * 4]}}' && wrong "halve_blocks: 'y': it points to bytes, or to a struct"
cases saxpy 'arguments: {x: {layout: [f16]}}' && wrong 'only arrays of bytes, of vectors and of structs have a layout'
cases saxpy 'arguments: {x: {offset: 2000}}' && wrong 'an offset of 2000 elements is not 0 to 4096 bytes'
cases saxpy 'arguments: {x: {same: z}}' && wrong "'z' is not a parameter with an array of its own"
cases saxpy 'arguments: {x: {same: x}}' && wrong "'x' is not a parameter with an array of its own"
cases saxpy 'arguments: {x: {same: y, values: 1}}' && wrong "'values', 'from' and 'same' exclude each other"
cases saxpy 'compare: relative 1e-6 of z' && wrong "there is no array of floats 'z'"
cases saxpy 'compare: relative 1e-6 of x' 'arguments: {x: null}' && wrong "there is no array of floats 'x'"
cases halve_blocks 'arguments: {x: {count: n, range: [0, 1]}}' && wrong 'give it a layout such as [f32 * 4] besides the range'
cases halve_blocks 'arguments: {x: 6 * n, y: {count: 6 * n, compare: ulps 1}}' && wrong 'bytes have no bounds'
cases saxpy 'sizes: {n: [4, 5]}' 'arguments: {n: 5}' && wrong "'n': it is a size, and cannot be an argument too"
cases add_into 'arguments: {out: {same: x}}' && wrong "'x' is const, so that nothing would be compared"
cases endless 'arguments: {x: 1, out: 1, n: 1, z: 1}' && wrong "has no parameter 'z'"
# A key without effect is an error: nobody writes one on purpose.
idle() { wrong "cases.yaml:$1: $2 has no effect: $3"; }
cases saxpy 'arguments:' '  x: {same: y, range: [0, 1]}' && idle 4 "'x': 'range'" "its array is that of the parameter that 'same' names"
cases saxpy 'arguments: {x: {same: y, compare: ulps 1}}' && idle 3 "'x': 'compare'" 'its array is that of'
cases saxpy 'arguments: {x: {count: n, compare: ulps 1}}' && idle 3 "'x': 'compare'" 'the kernel does not write this array'
cases saxpy 'arguments: {y: {values: 1, range: [0, 1]}}' && idle 3 "'y': 'range'" 'only random and ascending values have a range'
cases halve_blocks 'arguments: {x: 6 * n, y: {layout: [u16, i8 * 4], range: [0, 1]}}' &&
    idle 3 "'y': 'range'" "it is the range of a record's floats, and the layout has none"
cases halve_blocks 'arguments: {x: 6 * n, y: {layout: [u16, i8 * 4], compare: ulps 1}}' &&
    idle 3 "'y': 'compare'" "it is for a record's floats"
cases positive 'arguments: {out: {compare: sum 4}}' && idle 3 "'out': 'compare'" 'sums of integers must be equal in any order'
cases gather 'grid: 1' 'sizes: {n: 1}' 'arguments: {shape: {members: {rows: n}, values: 1}, ids: n, table: n, out: n, unused: null}' &&
    idle 5 "'shape': 'values'" "it is a struct by value, which has only 'members'"
cases positive 'compare: ulps 1' && idle 3 "'compare'" 'it is for arrays of floats that the kernel writes'
cases saxpy 'arguments: {y: {compare: ulps 1}}' 'compare: ulps 2' && idle 4 "'compare'" 'it is for arrays of floats that'
cases add_into 'arguments: {x: {values: 1}, out: {values: 2}}' 'seeds: 3' && idle 4 "'seeds'" 'no argument is random'
cases add_into 'arguments: {x: {values: 1}, out: {values: 2}}' 'special: true' && idle 4 "'special'" 'no array has random floats'
cases saxpy 'sizes: {n: 1, m: [1, 2]}' 'arguments: {x: n, y: n}' 'grid: 1' && idle 3 "'sizes': 'm'" 'no argument, size, grid or block uses it'
cases saxpy 'seeds: 3' 'runs: [{seeds: 1}, {seeds: 2}]' && wrong "cases.yaml:3: 'seeds': it has no effect: each of 'runs' has its own"
cases saxpy 'arguments: {a: 1}' 'runs: [{arguments: {a: 2}}, {arguments: {a: 3}}]' && idle 3 "'a'" "each of 'runs' replaces it"
printf 'skip: [sax*]\ncases:\n  - kernel: saxpy\n  - kernel: add_into\n' >cases.yaml && wrong "cases.yaml:3: this case has no effect: 'skip' has all"
# What has an effect on one kernel or run of several is right; with --kernel not all are known.
cat >cases.yaml <<'YAML'
cases:
  - kernel: [saxpy, positive]
    compare: ulps 1
    sizes: {n: 4, m: n + 3}
    grid: m
    special: true
    arguments: {x: {count: n, range: [-9, 9]}, y: n, out: {count: n, values: 0}, count: {count: 1, values: 0}}
    runs: [{seeds: 2, compare: ulps 2}, {arguments: {x: {count: n, values: 1}}}]
YAML
run 0 kbuild verify cases.yaml package -k saxpy -k positive --on gfx1030 --against gfx90a --fail-on different
run 0 kbuild verify cases.yaml package -k positive --on gfx1030 --against gfx90a --fail-on different
# What changes nothing compares nothing; the worst word of --fail-on counts; a place that is asked for must be there.
cases saxpy 'sizes: {n: 0}'
run 1 kbuild verify cases.yaml package -k saxpy --on gfx1030 --against gfx90a
says 'no run changes an output'
run 0 kbuild verify cases.yaml package -k saxpy --on gfx1030 --against gfx90a --fail-on none
run 2 kbuild verify cases.yaml package -k saxpy --on gfx1030 --against gfx90a --fail-on none,different
run 3 kbuild verify cases.yaml package -k saxpy --on cuda --against gfx90a --fail-on different
run 1 kbuild verify cases.yaml package -k saxpy --against orignal.results
says 'orignal.results'
run 1 kbuild verify cases.yaml package -k saxpy -k saxpi --on gfx1030 --against gfx90a
says "the package has no kernel 'saxpi' (--kernel)"
cases saxpy 'compare: ignore'
run 1 kbuild verify cases.yaml package -k saxpy --on gfx1030 --against gfx90a
says 'it has no output to compare'

# ---- A draft can be run as it is; kernels with the same parameters share a case.
run 2 kbuild verify --init cases.yaml package
run 1 kbuild verify --init package -k 'no*'
run 0 kbuild verify --init package
cp .out draft.yaml
says '  - kernel: [endless, unguarded, writes_input, writes_before]'
says '      shape: {members: {rows: 1, columns: 1, scale: 1}}  # guess'
says '      ids: {count: 1, range: [0, 0]}'
says '      n: edges'
says '      x: {count: n, layout: [f16, i8 * 4]}'
says '      y: {count: n, layout: [u8]}  # guess: which fields does an element have?'
run 0 kbuild verify draft.yaml package -k saxpy -k gather -k positive --on gfx1030 --against gfx90a --fail-on different
says '1 same, 0 bounded, 0 different, 2 not covered'
says 'no run changes an output'
says 'it fails, and so does the original'

# ---- CUDA's vectors need no layout: counts are of vectors, values and ranges of their numbers.
mkdir vectors four
cat >vectors/weigh.cu <<'CUDA'
#include <cuda_fp16.h>
extern "C" __global__ void weigh(const float4 *x, const uchar4 *weights, const __half2 *scale, float4 *out, int2 *order, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 v = x[i];
    uchar4 w = weights[i];
    float s = __low2float(scale[i]) + __high2float(scale[i]);
    out[i] = make_float4(v.x * w.x, v.y * w.y, v.z * w.z, v.w * w.w * s);
    order[i].y = order[i].x + 1;
}

__global__ void too_far(float4 *out, int n)
{
    out[threadIdx.x].x = n;
}
CUDA
sed 's/v.y \* w.y/v.y * (w.y + 1)/' vectors/weigh.cu >four/weigh.cu
run 0 kbuild build vectors -t gfx1030,gfx90a -o vectors/package
run 0 kbuild build four -t gfx1030 -o four/package
cases weigh 'compare: set'
run 1 kbuild verify cases.yaml vectors/package
says 'records and vectors cannot be compared as a set'
cases weigh 'arguments: {order: {values: [1, 2, 3]}}'
run 1 kbuild verify cases.yaml vectors/package
says "'order': 3 numbers are not whole vectors of 2"
cat >weigh.yaml <<'YAML'
cases:
  - kernel: weigh
    sizes: {n: [1, 33]}
    compare: [ulps 1, relative 1e-6 of x]
    arguments: {weights: {range: [3, 3]}, order: {count: n, values: [7, 8, 9, 10]}}
  - {kernel: weigh, name: records, sizes: {n: 33}, arguments: {x: {layout: [f32 * 4]}, scale: {range: [1, 2]}}}
YAML
run 0 kbuild verify weigh.yaml vectors/package -k weigh --on gfx1030 --against gfx90a -a
says 'same 9'
run 0 kbuild verify weigh.yaml vectors/package --on gfx1030 --record weigh.results
run 1 kbuild verify weigh.yaml four/package --against weigh.results
says 'seed 1: out[0].y is -0.0768922865 (0xbd9d79b4); the original has -0.0576692149 (0xbd6c368e)'
says 'weights[0] = {3 (0x03), 3 (0x03), 3 (0x03), 3 (0x03)}'
cases too_far
run 1 kbuild verify cases.yaml vectors/package -k too_far --on gfx1030 --against gfx90a
says "hipemu: kernel 'too_far', workgroup (0,0,0)"
run 0 kbuild verify --init vectors/package
says '      x: n'

# ---- A package against itself is the same; kernels without a case are not covered.
cat >cases.yaml <<'YAML'
cases:
  - kernel: saxpy
  - kernel: block_sum
    sizes: {n: [1, 31, 255, 256, 257, 1000]}
    arguments:
      out: (n + 255) / 256
  - kernel: gather
    name: rows
    sizes: {rows: [1, 7], columns: [1, 64, 100]}
    grid: (rows * columns + 127) / 128
    block: 128
    arguments:
      shape: {members: {rows: rows, columns: columns, scale: 0.5}}
      ids: {count: rows, range: [0, 9]}
      table: {count: 10 * columns, range: [-4, 4]}
      out: rows * columns
      unused: null
  - kernel: posit*
    arguments:
      out: {count: n, values: 0, compare: set}
      count: {count: 1, values: 0}
  - kernel: halve_blocks
    arguments:
      x: {layout: [f16, i8 * 4], range: [-4, 4]}
      y: {layout: [f16, i8 * 4]}
  - kernel: add_into
  - {kernel: add_into, name: in place, arguments: {x: {same: out}}}
  - {kernel: add_into, name: not aligned, arguments: {x: {offset: 1}, out: {offset: 3}}}
YAML
run 0 kbuild verify cases.yaml package --on gfx1030 --record original.results
says 'runs on gfx1030, 0 of which failed, in original.results'
run 0 kbuild verify cases.yaml package --on gfx1030 --record again.results
same original.results again.results
run 1 kbuild verify cases.yaml package --against original.results -a
says 'saxpy          same 35      same 35'
says 'gather         same 18      same 18'
says 'endless        not covered  not covered'
says '6 same, 0 bounded, 0 different, 4 not covered'
says 'kernels: 4 not-covered (--fail-on)'
run 0 kbuild verify cases.yaml package --against original.results --fail-on different
says_not 'saxpy'
run 1 kbuild verify cases.yaml package -k saxpy
says 'there is no original to compare with'
says '0 same'
run 0 kbuild verify cases.yaml package -k saxpy --on gfx90a --against gfx1030 --fail-on different,bounded

# ---- Runs have what their case says besides; an alias gives them to several cases; skipped kernels are not reported.
cat >runs.yaml <<'YAML'
skip: [end*, '[aghpuw]*']
cases:
  - kernel: 's@(xa|ax)py'
    seeds: 1
    special: false
    compare: ulps 1
    runs: &sizes
      - {name: small, sizes: {n: [1, 2, 3]}}
      - {name: large, sizes: {n: 1000}, seeds: 2, special: true, compare: [equal, ulps 2]}
  - kernel: block_sum
    arguments: {out: 4}
    runs: *sizes
YAML
run 0 kbuild verify runs.yaml package --on gfx1030 --against gfx90a --fail-on different,not-covered -a
says 'saxpy      same 6'
says '2 same, 0 bounded, 0 different, 0 not covered'

# ---- JSON and the page have the same numbers as the table, and the same bytes each time.
run 1 kbuild verify cases.yaml package --against original.results --json --page deep/page.html --title 'a <b>'
cp .out first.json
cp deep/page.html first.html
run 1 kbuild verify cases.yaml package --against original.results --json --page deep/page.html --title 'a <b>'
same first.json .out
same first.html deep/page.html
grep -q '^{"name":"gather","cover":"same","places":\[$' .out || fail 'gather is not the same in the JSON'
[ "$(grep -c '"cover":"not-covered","same":0' .out)" = 8 ] || fail 'the JSON covers what has no case'
grep -q '<h1>a &#60;b&#62;</h1>' first.html || fail 'the title'
[ "$(grep -o '<td class="same">' first.html | wc -l)" = 12 ] || fail 'the page has other cells'
! grep -q -e '<script' -e 'https\?:' -e 'src=' first.html || fail 'the page loads something'
if command -v openssl >/dev/null; then
    hash=$(awk '/<style>/ { on = 1; sub(/.*<style>/, "") } /<\/style>/ { exit } on' first.html | openssl dgst -sha256 -binary | openssl base64)
    grep -qF "style-src 'sha256-$hash'" first.html || fail 'the policy of the page forbids its style'
fi
run 2 kbuild verify cases.yaml package --on gfx1030 --record r --json
run 3 kbuild verify cases.yaml package --against original.results --page cases.yaml/page.html

# ---- A terminal shows how far a place is, and nothing else has such lines.
! grep -q "$(printf '\r')" .out .err || fail 'progress is shown where there is no terminal'
if command -v script >/dev/null; then
    run 0 script -qec "env TERM=xterm '$KBUILD' verify cases.yaml package --on gfx1030 --record r" /dev/null </dev/null
    grep -q "gfx1030: [0-9]* of [0-9]* runs$(printf '\033')" .out || fail 'no progress is shown'
    tr '\r' '\n' <.out | grep -q '[0-9] runs on gfx1030, 0 of which failed' || fail 'the line of progress stays'
fi

# ---- Results of other cases, and damaged ones, are not taken.
sed 's/\[-4, 4\]/[-4, 5]/' cases.yaml >other.yaml
run 1 kbuild verify other.yaml package -k gather --against original.results
says 'the original had other inputs; record it again'
sed 's/name: rows/name: lines/' cases.yaml >other.yaml
run 1 kbuild verify other.yaml package -k gather --against original.results
says 'gfx1030 has no such run'
head -c 100 original.results >short.results
run 1 kbuild verify cases.yaml package --against short.results
says 'short.results: '
printf 'x' | dd of=again.results bs=1 seek=60 conv=notrunc 2>/dev/null
run 1 kbuild verify cases.yaml package --against again.results
says 'record it again'
run 1 kbuild verify cases.yaml package --against cases.yaml
says 'not a file that kbuild verify --record wrote'

# ---- References: in Python and in C, as the original and as a place.
cat >reference.py <<'PY'
def saxpy(n, a, x, y):
    print("not among the results")
    for i in range(n):
        y[i] = a * x[i] + y[i]

def shifted(n, a, x, y):
    saxpy(n, a, x, y)
    if n > 32:
        y[32] += 1

def off_by_one(x, out, count, n):
    for i in range(n):
        if x[i] > 0:
            out[count[0]] = x[i] + 1
            count[0] += 1

def fails(x, out, n):
    return n / 0
PY
cat >reference.c <<'C'
#include <stdio.h>
#include <stdlib.h>
void block_sum(void *const *arguments)
{
    puts("noise");
    fflush(stdout);
    const float *x = *(const float **)arguments[0];
    float *out = *(float **)arguments[1];
    int n = *(int *)arguments[2];
    for (int i = 0; i < n; i++)
        out[i / 256] = i % 256 ? out[i / 256] + x[i] : x[i];
}
void ends(void *const *arguments)
{
    abort();
}
C
cat >references.yaml <<'YAML'
cases:
  - kernel: saxpy
    compare: [ulps 1, absolute 1e-6]
    special: false
    reference: {python: reference.py}
  - kernel: block_sum
    sizes: {n: [1, 31, 255, 256, 257, 1000]}
    special: false
    arguments: {out: {count: (n + 255) / 256, compare: sum 256}}
    reference: {library: reference.so}
YAML
both='-k saxpy -k block_sum'
if command -v python3 >/dev/null && command -v cc >/dev/null; then
    cc -shared -fPIC -o reference.so reference.c
    run 0 kbuild verify references.yaml package $both --against reference
    says '1 same, 1 bounded'
    says_not noise
    [ ! -e __pycache__ ] || fail 'the reference left files'
    run 0 kbuild verify references.yaml package $both --on reference --against gfx1030
    sed 's/reference.py}/reference.py, function: shifted}/' references.yaml >other.yaml
    run 1 kbuild verify other.yaml package -k saxpy --against reference --on gfx1030
    says 'n=33 seed 1: y[32] is '
    printf 'cases:\n  - {kernel: positive, seeds: 1, sizes: {n: 31}, reference: {python: reference.py, function: off_by_one}, arguments: {out: {values: 0}, count: {count: 1, values: 0}}}\n' >integers.yaml
    run 1 kbuild verify integers.yaml package -k positive --against reference --on gfx1030
    says 'positive on gfx1030: DIFFERENT'
    sed 's/reference.so}/reference.so, function: ends}/' references.yaml >other.yaml
    run 1 kbuild verify other.yaml package -k block_sum --against reference --on gfx1030
    says 'the original failed: it ended its process with signal 6'
    sed 's/{library: reference.so}/{python: reference.py, function: fails}/' references.yaml >other.yaml
    run 1 kbuild verify other.yaml package -k block_sum --against reference --on gfx1030
    says 'the original failed: the reference: reference.py:18: ZeroDivisionError'
    sed 's/reference.so}/reference.so, function: none}/' references.yaml >other.yaml
    run 1 kbuild verify other.yaml package -k block_sum --against reference --on gfx1030
    says "reference.so has no function 'none'"
    run 1 kbuild verify cases.yaml package -k saxpy --against reference --on gfx1030
    says 'the case has no reference'
fi
cases saxpy 'reference: {python: a, library: b}' && wrong "needs one of 'library' and 'python'"


# ---- Kernels that fail: each is the end of one run, and the others run.
cat >wrong.yaml <<'YAML'
cases:
  - kernel: endless
    sizes: {n: 1}
    arguments: {x: {count: 1, values: 1}}
  - {kernel: unguarded, sizes: {n: [1, 256]}}
  - {kernel: writes_input, sizes: {n: [0, 9]}}
  - {kernel: writes_before, sizes: {n: [0, 9]}, arguments: {out: {offset: 2}}}
  - kernel: saxpy
YAML
run 1 kbuild verify wrong.yaml package --against original.results --on gfx1030 --timeout 1
says 'it does not end: it was stopped after 1 s (--timeout)'
says "n=1 seed 1: hipemu: kernel 'unguarded', workgroup (0,0,0)"
says "it writes into its input 'x'"
says "it writes before the array 'out': 4 bytes changed"
says '1 same, 0 bounded, 4 different, 5 not covered'
! grep -q '0x7f' .out || fail 'the output has an address'
cp .out first
run 1 kbuild verify wrong.yaml package --against original.results --on gfx1030 --timeout 1
same first .out
run 1 kbuild verify wrong.yaml package --on gfx1030 --against gfx1030 --timeout 1 -k unguarded
says 'it fails, and so does the original'
cases unguarded 'sizes: {n: 256}' 'check: false'
run 0 kbuild verify cases.yaml package --on gfx1030 --against gfx90a -k unguarded --fail-on different

# ---- A GPU, which has no checker: libhipemu as HIP's runtime. What is before and behind arrays must stay.
HIP=$(dirname "$KBUILD")/../../runtime/emulator/hipemu
if [ -e "$HIP/libamdhip64.so.6" ]; then
    on_gpu() { env HIPEMU_DEVICES=gfx90a LD_LIBRARY_PATH="$HIP" "$KBUILD" verify "$@"; }
    cat >gpu.yaml <<'YAML'
cases:
  - kernel: saxpy
  - {kernel: unguarded, sizes: {n: [1, 256]}}
  - {kernel: writes_input, sizes: {n: [0, 9]}}
  - {kernel: writes_before, sizes: {n: [0, 9]}, arguments: {out: {offset: 2}}}
YAML
    run 0 on_gpu gpu.yaml package --on hip --record gpu.results
    says 'runs on hip (AMD Instinct MI210, gfx90a'
    says "unguarded, n=1 seed 1: it writes behind the array 'out': 1020 bytes changed"
    says "writes_input, n=9 seed 1: it writes into its input 'x'"
    says "writes_before, n=9 seed 1: it writes before the array 'out': 4 bytes changed"
    says '12 of which failed'
    run 0 kbuild verify gpu.yaml package --against gpu.results -k saxpy
    says 'compared with hip (AMD Instinct MI210, gfx90a'
fi

# ---- Another package of the same kernels: each change is found, with its place.
changed() {
    rm -rf changed
    mkdir changed
    sed "$1" kernels/right.cu >changed/right.cu
    ! cmp -s kernels/right.cu changed/right.cu || fail "nothing was changed: $1"
    printf 'targets: [gfx1030]\nflags: [-g]\nmodules: [{name: right, sources: [right.cu]}]\n' >changed/kernels.yaml
    run 0 kbuild build changed -o changed/package
    run "$2" kbuild verify "$3" changed/package --against original.results
}
cat >cases.yaml <<'YAML'
cases:
  - kernel: saxpy
    compare: [ulps 1, absolute 1e-6]
  - kernel: block_sum
    sizes: {n: [1, 31, 255, 256, 257, 1000]}
    arguments: {out: {count: (n + 255) / 256, compare: sum 256}}
  - {kernel: halve_blocks, arguments: {x: {layout: [f16, i8 * 4], range: [-4, 4]}, y: {layout: [f16, i8 * 4], compare: ulps 1}}}
YAML
changed 's/a \* x\[i\] + y\[i\]/__fadd_rn(__fmul_rn(a, x[i]), y[i])/' 1 cases.yaml
says '1 bounded'
says 'saxpy on gfx1030: bounded'
says 'seed 2: y[0] is 0.824472189 (0x3f53109c); the original has 0.824472129 (0x3f53109b)'
says 'x[0] = -0.316635817 (0xbea21e17)'
says 'workgroup (0,0,0), wave 0, lane 0 writes it, at '
! ldconfig -p | grep -q 'libdw\.so' || says 'right.cu:8)'
sed 's/compare: \[ulps.*/compare: [ulps 1, relative 2.4e-7 of x]/' cases.yaml >of.yaml
run 1 kbuild verify of.yaml changed/package --against original.results -k saxpy --fail-on bounded
says 'saxpy on gfx1030: bounded'
run 1 kbuild verify cases.yaml changed/package --against original.results --fail-on bounded
sed '/compare: \[/d' cases.yaml >strict.yaml
changed 's/a \* x\[i\] + y\[i\]/__fadd_rn(__fmul_rn(a, x[i]), y[i])/' 1 strict.yaml
says 'saxpy on gfx1030: DIFFERENT'
changed 's/if (i < n)$/if (i <= n)/' 1 cases.yaml
says 'saxpy on gfx1030: DIFFERENT'
changed 's/out\[blockIdx.x\] = part/if (blockIdx.x == 0) out[0] = part/' 1 cases.yaml
says 'n=257 seed 1: out[1] is '
says 'the kernel does not write it'
changed 's/block.q\[3\] = 0/block.q[3] += 1/' 1 cases.yaml
says 'n=1 seed 1: y[0].1[3] is '
says 'lane 0 writes it, at '
changed 's/\* 0.3f/* 0.3001f/' 1 cases.yaml
says 'halve_blocks on gfx1030: bounded'
changed '/^        __syncthreads/d' 1 cases.yaml
says 'with no barrier between'
