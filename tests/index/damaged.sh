# Files that are not what they should be: the message names the file and the key, the exit code is
# right, and nothing is written.
. "$(dirname "$0")/lib.sh"
make_modules

# breaks SED-EXPRESSION MESSAGE: kinds.reflect.json, so changed, is refused with this message.
breaks() {
    cp "$FIXTURES/kinds.reflect.json" .
    edit kinds.reflect.json "$1"
    index 1
    nothing_written
    says "kinds.reflect.json: $2"
}
breaks 's/kbuild-reflect-1/kbuild-reflect-9/' "'format' is not \"kbuild-reflect-1\""
breaks 's/"module"/"modul"/' 'Object item not found: module'
breaks 's/"module": "kinds"/"module": ""/' "'module' is empty"
breaks 's/"module": "kinds"/"module": "a\/b"/' "'module' is not a plain name"
breaks 's/"kernels": \[/"kernels": [7,/' 'kernels[0]: Expected object, got integer'
breaks 's/"kernels"/"kernel"/' 'Object item not found: kernels'
breaks 's/"templates": \[\]/"templates": {}/' "'templates' is not a list"
breaks 's/"templates": \[\]/"templates": [{"name": "x"}]/' 'templates[0]: Object item not found: file'
breaks 's/"templates": \[\]/"templates": [{"name": "x", "file": "x", "line": 1}]/' \
    'templates[0]: Object item not found: parameters'
breaks '0,/"line": [0-9]*/s//"line": "9"/' 'kernels[0]: Expected integer, got string'
breaks '0,/"line": [0-9]*/s//"line": 0/' "kernels[0]: 'line' is not in the range of 1 to"
breaks '0,/"line": 28/s//"line": 28, "linkage": "weak"/' "kernels[0]: 'linkage' is neither"
breaks '0,/"symbol": "integers"/s//"symbol": ["integers"]/' 'kernels[0]: Expected string, got array'
breaks '0,/"align": 1/s//"align": 3/' "kernels[0].parameters[0]: 'align' is not a power of two"
breaks '0,/"size": 1/s//"size": 0/' "kernels[0].parameters[0]: 'size' is not in the range"
breaks '0,/"size": 1/s//"size": 2/' "kernels[0].parameters[0]: 'size' contradicts the type"
breaks '0,/"size": 32/s//"size": 33/' "kernels[3].parameters[1]: 'size' is not a multiple"
breaks '0,/"scalar": "i8"/s//"scalar": "i7"/' "kernels[0].parameters[1].type: 'scalar' is not a scalar"
breaks '0,/"kind": "scalar"/s//"kind": "vector"/' "kernels[0].parameters[0].type: 'kind' is not a kind"
breaks 's/"pointee": {"kind": "void"}/"pointee": "void"/' \
    'kernels[2].parameters[0].type.pointee: Expected object, got string'
breaks '0,/"record": "__half"/s//"recor": "__half"/' \
    'kernels[1].parameters[3].type: Object item not found: record'

breaks 's/"records": {/"records": [{/; s/^  },$/}],/' "'records' is not an object"
breaks 's/"dims": {"align": 8/"dims": {"align": 7/' "records.dims: 'align' is not a power of two"
breaks 's/"array": \[3\]/"array": 3/' "records.dims.members[0]: 'array' is not a list"
breaks 's/"array": \[3\]/"array": [0]/' "records.dims.members[0]: 'array' is not in the range"
breaks 's/"array": \[3\]/"array": [1,1,1,1,1,1,1,1,1]/' "records.dims.members[0]: 'array' is not a list of up to 8"
breaks 's/"name": "rank", "offset": 24/"name": "rank", "offset": -1/' "records.dims.members[1]: 'offset' is not in a record"
breaks 's/"rank", "offset": 24, "type": {"kind": "scalar"/"rank", "offset": 24, "type": {"kind": "other"/' \
    "records.dims.members[1]: 'type' is not one of a member"
breaks 's/"rank", "offset": 24, "type": {"kind": "scalar"/"rank", "offset": 24, "type": {"kind": "record", "record": "no"/' \
    "'records' lacks one that a member is"

# Members that C would lay out in another way are bytes.
# bytes RECORD SED-EXPRESSION
bytes() {
    cp "$FIXTURES/kinds.reflect.json" .
    edit kinds.reflect.json "$2"
    index 0
    tr '\n' ' ' <out/kernels.h | grep -q "struct kernels_$1 {[^}]*unsigned char bytes\[[0-9]*\]; }" || fail "$2: $1 has members"
    rm -r out
}
bytes dims 's/"rank", "offset": 24/"rank", "offset": 23/'
bytes dims 's/"rank", "offset": 24/"rank", "offset": 29/'
bytes dims 's/"rank", "offset": 24/"rank", "offset": 1048576/'
bytes dims 's/"array": \[3\]/"array": [1048576, 1048576, 1048576, 1048576]/'
bytes dims 's/"array": \[3\]/"array": [4]/'
bytes dims 's/"array": \[3\]/"array": [2]/'
bytes box 's/"data", "offset": 0, "type": {"kind": "pointer"/"data", "offset": 0, "type": {"kind": "record", "record": "box"/'
bytes quad 's/"array": \[4\]/"array": [3]/; s/"lane", "offset": 0/"lane", "offset": 4/'

cp "$FIXTURES/kinds.reflect.json" .
for size in 0 1 100 1000 $(($(stat -c %s kinds.reflect.json) - 3)); do
    head -c "$size" "$FIXTURES/kinds.reflect.json" >kinds.reflect.json
    index 1
    says "kinds.reflect.json:"
    says "not JSON"
    nothing_written
done
rm kinds.reflect.json
index 1
says "kinds.reflect.json: cannot read"
cp "$FIXTURES/kinds.reflect.json" .

cp kinds.hsaco whole.hsaco
for size in 0 20 40 200 5000 20000 $(($(stat -c %s whole.hsaco) - 1)); do
    head -c "$size" whole.hsaco >kinds.hsaco
    index 1
    says "kinds.hsaco: "
    nothing_written
done
cp kinds.gfx1030 kinds.hsaco # a bare code object
index 1
says "kinds.hsaco: "
rm kinds.hsaco
index 1
says "kinds.hsaco: cannot be opened"
nothing_written

echo "- wrong usage"
run 2 kbuild index
run 2 kbuild index --package kernels --targets gfx1030 -o out kinds.reflect.json
says "pairs"
for name in a/b .hidden images KRT '"'; do
    run 2 kbuild index --package "$name" --targets gfx1030 -o out math.reflect.json math.hsaco
    says "--package cannot be '$name'"
done
run 2 kbuild index --package kernels --targets gfx9999 -o out math.reflect.json math.hsaco
says "gfx9999"
nothing_written
