#!/bin/sh
# abi_check accepts an index that says what abi.tsv says, and refuses each way of saying something else.
#
# usage: abi_check_test.sh PATH_TO_abi_check PATH_TO_abi.tsv
set -u
check=$1
abi=$2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# An index of family $1, written from abi.tsv.
index() {
    awk -F'\t' -v family="$1" '
    function type(text) {
        kind = "scalar"; spelled = text; size = substr(text, 2) / 8
        if (text == "usize") { spelled = "u64"; size = 8 }
        if (text == "f16") { kind = "record"; spelled = "__half"; size = 2 }
        if (text == "bf16") { kind = "record"; spelled = "__nv_bfloat16"; size = 2 }
        if (text == "f8e4m3") { kind = "record"; spelled = "__nv_fp8_e4m3"; size = 1 }
        return "{\"kind\": \"" kind "\", \"" kind "\": \"" spelled "\"}"
    }
    BEGIN { printf "{\"format\": \"kbuild-reflect-1\", \"module\": \"%s\", \"kernels\": [", family }
    NR > 1 && $1 == family {
        printf "%s\n{\"name\": \"%s\", \"symbol\": \"%s\", \"parameters\": [", comma, $2, $2
        comma = ","
        count = split($3, parameters, ", ")
        for (i = 1; i <= count; i++) {
            pointer = parameters[i] ~ /\*/
            constant = parameters[i] ~ /^const /
            gsub(/\*|^const /, "", parameters[i])
            split(parameters[i], words, " ")
            json = type(words[1])
            if (pointer) {
                size = 8
                json = "{\"kind\": \"pointer\", \"const\": " (constant ? "true" : "false") ", \"pointee\": " json "}"
            }
            printf "%s\n{\"name\": \"%s\", \"size\": %d, \"type\": %s}", (i > 1 ? "," : ""), words[2], size, json
        }
        printf "]}"
    }
    END { print "]}" }' "$abi"
}

fail() {
    echo "abi_check_test: $1" >&2
    status=1
}

status=0
for family in affine cast fill ternary unary; do
    index $family >"$dir/$family.json"
    "$check" "$abi" "$dir/$family.json" >"$dir/log" 2>&1 || { fail "$family refused"; cat "$dir/log" >&2; }
done

# $1: a sed script that spoils the index of affine; $2: what the message must name.
refuses() {
    sed "$1" "$dir/affine.json" >"$dir/spoiled.json"
    cmp -s "$dir/affine.json" "$dir/spoiled.json" && fail "'$1' changes nothing"
    "$check" "$abi" "$dir/spoiled.json" >"$dir/log" 2>&1 && fail "'$1' accepted"
    grep -q "$2" "$dir/log" || { fail "'$1' not explained by '$2'"; cat "$dir/log" >&2; }
}
refuses 's/affine_f32/affine_f33/' 'affine_f33: no such kernel'
refuses 's/affine_f32/affine_f33/' 'affine_f32: missing'
refuses 's/"symbol": "affine_u8"/"symbol": "_Z9affine_u8"/' 'affine_u8: its symbol'
refuses 's/"name": "mul", "size": 8/"name": "mul", "size": 4/' 'parameter 5'
refuses 's/__nv_bfloat16/hip_bfloat16/' 'affine_bf16: parameter 3'
refuses 's/"const": true, "pointee": {"kind": "scalar", "scalar": "u64"}/"const": false, "pointee": {"kind": "scalar", "scalar": "u64"}/' 'parameter 2'
refuses 's/"name": "mul"/"name": "multiplier"/' 'parameter 5'
refuses 's/"module": "affine"/"module": "cast"/' 'no such kernel'
refuses 's/kbuild-reflect-1/kbuild-reflect-2/' 'not a kbuild-reflect-1'
refuses 's/^{"name": "num_dims".*$//' 'spoiled.json:'

# Kernels beside the list, by how their names begin.
sed 's/^{"name": "affine_f32".*/{"name": "affine_other", "symbol": "affine_other", "parameters": []},&/' \
    "$dir/affine.json" >"$dir/also.json"
"$check" "$abi" --also affine_o "$dir/also.json" >"$dir/log" 2>&1 || { fail "--also refused"; cat "$dir/log" >&2; }
for prefix in other affine_other_; do
    "$check" "$abi" --also $prefix "$dir/also.json" >"$dir/log" 2>&1 && fail "--also $prefix accepted"
    grep -q 'affine_other: no such kernel' "$dir/log" || fail "--also $prefix not explained"
done
exit $status
