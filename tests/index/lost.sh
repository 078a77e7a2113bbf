# A kernel that is in one place and not in another, or takes other parameters there, is named, with
# the target; all such differences are told at once, and nothing is written.
. "$(dirname "$0")/lib.sh"
make_modules
fresh() {
    cp "$FIXTURES"/*.reflect.json .
    for module in kinds math; do
        bundle $module.hsaco gfx1030=$module.gfx1030 gfx1100=$module.gfx1100 \
            gfx90a=$module.gfx90a
    done
}

echo "- a kernel is missing from one target, another from two"
awk '/extern "C" __global__ void nothing/ { skip = 3 } skip-- > 0 { next } { print }' \
    "$FIXTURES/kinds.hip" >no_nothing.hip
awk '/extern "C" __global__ void integers/ { skip = 5 } skip-- > 0 { next } { print }' \
    no_nothing.hip >no_both.hip
compile no_nothing.hip gfx90a kinds.lost
compile no_both.hip gfx1100 kinds.lost2
bundle kinds.hsaco gfx1030=kinds.gfx1030 gfx1100=kinds.lost2 gfx90a=kinds.lost
index 1
nothing_written
says "kinds.hip:61: kernel 'nothing' is missing from the code object for gfx1100, gfx90a"
says "kinds.hip:28: kernel 'integers' is missing from the code object for gfx1100"
[ "$(wc -l <.err)" = 2 ] || fail "said more than the two kernels"

echo "- the source lacks a kernel that the code objects have"
fresh
edit math.reflect.json 's/"math_scale"/"other_scale"/'
index 1
nothing_written
says "math.hip:33: kernel 'other_scale' is missing from the code object for gfx1030, gfx1100, gfx90a"
says "math.hsaco: module 'math': the code object for gfx1030, gfx1100, gfx90a has kernel 'math_scale', which the source does not define"

echo "- instances of a template differ between targets"
fresh
sed '/fill<unsigned char, 8>/d' "$FIXTURES/math.hip" >fewer.hip
compile fewer.hip gfx1100 math.fewer
bundle math.hsaco gfx1030=math.gfx1030 gfx1100=math.fewer gfx90a=math.gfx90a
index 1
nothing_written
says "math.hip:24: instance '_ZN4math4fillIhLi8EEEvPT_S1_' of kernel template 'math::fill' is missing from the code object for gfx1100"

echo "- instances of no template of the source"
fresh
edit math.reflect.json 's/"math::fill"/"math::fil"/'
index 1
says "has kernel '_ZN4math4fillIfLi4EEEvPT_S1_', which the source does not define"

echo "- kernels of libraries are not lost: the index does not list them"
fresh
edit math.reflect.json 's/^{/{"system": ["math::fill", "_ZN5other4fillEv"],/; s/"name": "math::fill"/"name": "math::other"/'
index 0
! grep -q fill out/kernels.json || fail "the index lists the kernel of a library"
rm -r out

echo "- parameters that disagree: kind and size, offset, number; both sides are shown"
fresh
edit kinds.reflect.json '/"name": "b", "size": 4, .*f32/s/.*/{"align": 8, "canonical": "const float *", "name": "b", "size": 8, "spelled": "", "type": {"kind": "pointer", "const": true, "pointee": {"kind": "scalar", "scalar": "f32"}}},/'
index 1
nothing_written
for target in $TARGETS; do
    says "kinds.hip:34: numbers: parameter 2 'b': source has const float * (8 bytes at 8), $target's code object has by_value (4 bytes at 4)"
    says "kinds.hip:34: numbers: parameter 3 'c': source has double (8 bytes at 16), $target's code object has by_value (8 bytes at 8)"
done

fresh
edit math.reflect.json '/"name": "by", "size": 8/s/.*/],/; /"name": "by", "size": 4/s/.*/{"align": 2, "canonical": "__half", "name": "by", "size": 2, "spelled": "half", "type": {"kind": "record", "record": "__half"}}],/'
sed -i 'N;s/},\n],/}],/;P;D' math.reflect.json
index 1
says "math.hip:6: math::scale: parameter 2 'by': source has __half (2 bytes at 8), gfx1030's code object has by_value (4 bytes at 8)"
says "math.hip:11: math::scale: parameter 2 '': source has no such parameter, gfx90a's code object has by_value (8 bytes at 8)"

fresh
edit math.reflect.json '/"name": "by", "size": 8/s/.*/{"align": 8, "canonical": "double *", "name": "by", "size": 8, "spelled": "", "type": {"kind": "pointer", "pointee": {"kind": "scalar", "scalar": "f64"}}}],/'
index 1
says "parameter 2 'by': source has double * (8 bytes at 8), gfx1030's code object has by_value (8 bytes at 8)"
[ "$(wc -l <.err)" = 3 ] || fail "said more than one line a target"

echo "- one target's code object takes other parameters"
fresh
sed 's/math_scale(int \*data)/math_scale(int *data, int)/' "$FIXTURES/math.hip" >wider.hip
compile wider.hip gfx90a math.wider
bundle math.hsaco gfx1030=math.gfx1030 gfx1100=math.gfx1100 gfx90a=math.wider
index 1
says "math.hip:33: math_scale: parameter 2 '': source has no such parameter, gfx90a's code object has by_value (4 bytes at 8)"
[ "$(wc -l <.err)" = 1 ] || fail "said more than one line"

echo "- an instance takes other parameters on one target"
fresh
cat >put.hip <<EOF
struct item { int a[LENGTH]; };
template <class T> __attribute__((global)) void put(T *out, T value) { *out = value; }
template __attribute__((global)) void put<item>(item *, item);
EOF
cat >put.reflect.json <<EOF
{"format": "kbuild-reflect-1", "module": "put", "kernels": [],
 "templates": [{"name": "put", "file": "put.cu", "line": 2, "parameters": [
     {"name": "out", "type": {"kind": "pointer", "pointee": {"kind": "other"}}},
     {"name": "value", "type": {"kind": "other"}}]}]}
EOF
compile put.hip gfx1030 put.gfx1030 -DLENGTH=3
compile put.hip gfx90a put.gfx90a -DLENGTH=5
bundle put.hsaco gfx1030=put.gfx1030 gfx90a=put.gfx90a
run 1 kbuild index --package kernels --targets gfx1030,gfx90a -o out put.reflect.json put.hsaco
says "put.cu:2: put<item>: parameter 2 'value': gfx1030's code object has by_value (12 bytes at 8), gfx90a's has by_value (20 bytes at 8)"
nothing_written

echo "- a target too few, a target too many, the same twice, another target's code object"
fresh
bundle kinds.hsaco gfx1030=kinds.gfx1030 gfx90a=kinds.gfx90a
index 1
nothing_written
says "kinds.hsaco: module 'kinds' has no code object for gfx1100; it holds gfx1030, gfx90a"
run 1 kbuild index --package kernels --targets gfx1030,gfx1100 -o out math.reflect.json math.hsaco
says "math.hsaco: module 'math' has a code object for gfx90a, which is not one of its targets"
nothing_written
bundle kinds.hsaco gfx1030=kinds.gfx1030 gfx1100=kinds.gfx1030 gfx90a=kinds.gfx90a
index 1
says "kinds.hsaco: the entry for gfx1100 holds a code object for gfx1030"
nothing_written
sed -i '1s/--gfx1100/--gfx1030/' kinds.hsaco # of the same length, and not inside a code object
index 1
says "two entries"
nothing_written

echo "- a module for some targets only"
fresh
bundle math.hsaco gfx90a=math.gfx90a
index 1
index 0 --only math=gfx90a
grep -q '{"name": "math", "only": \["gfx90a"\]}' out/kernels.json || fail "no \"only\" in the JSON"
rm -r out
index 1 --only math=gfx90a,gfx1030
says "module 'math' has no code object for gfx1030"
index 2 --only mth=gfx90a
says "there is no such module"
nothing_written

echo "- the same kernel in two modules, the same module twice"
fresh
sed 's/"module": "math"/"module": "more"/' math.reflect.json >more.reflect.json
run 1 kbuild index --package kernels --targets gfx1030,gfx1100,gfx90a -o out \
    math.reflect.json math.hsaco more.reflect.json math.hsaco
says "math.hip:33: kernel 'math_scale' of module 'more' is also in module 'math' (math.hip:33)"
says_not "fill"
run 1 kbuild index --package kernels --targets gfx1030,gfx1100,gfx90a -o out \
    math.reflect.json math.hsaco math.reflect.json math.hsaco
says "two modules are called 'math': math.reflect.json and math.reflect.json"
sed 's/"module": "math"/"module": "Math"/' math.reflect.json >upper.reflect.json
run 1 kbuild index --package kernels --targets gfx1030,gfx1100,gfx90a -o out \
    math.reflect.json math.hsaco upper.reflect.json math.hsaco
says "modules 'Math' and 'math' are both called math in C"
nothing_written

echo "- a long list is cut, and says so"
fresh
{
    echo '{"format": "kbuild-reflect-1", "module": "math", "templates": [], "kernels": ['
    for i in $(seq 80); do
        echo "{\"name\": \"k$i\", \"symbol\": \"k$i\", \"file\": \"math.cu\", \"line\": $i, \"parameters\": []},"
    done
    echo '{"name": "k81", "symbol": "k81", "file": "math.cu", "line": 81, "parameters": []}]}'
} >math.reflect.json
index 1
says "math.cu:1: kernel 'k1' is missing"
says "and 37 more" # 81 kernels and 6 of the code objects, of which 50 are shown
nothing_written
