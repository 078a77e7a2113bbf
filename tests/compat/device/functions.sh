#!/bin/sh
# Every function that CUDA declares compiles with its own signature for each kind of target, and
# those that CUDA has on the host compile in host code; exceptions.tsv has the others.
#
# environment: INCLUDE (the directory of the device headers), CLANG
. "$(dirname "$0")/lib.sh"
cd "$HERE" || exit 1
status=0

# functions.tsv becomes a source with one function a line that calls the line's function with arguments of exactly
# its parameters' types and holds its type against the line's. exceptions.tsv comes first on the command line.
cat >"$TOP/probe.awk" <<'EOF'
BEGIN {
    FS = "\t"
    print "#include \"kbuild/cuda_prelude.h\"\n#include <type_traits>"
}
/^#/ { next }
FILENAME ~ /exceptions/ { skip[$1, $2, $3] = 1; next }
side == "h" && $1 != "hd" { next }
(side, $3, $4) in skip { next }
{
    n = $4 == "void" ? 0 : split($4, types, /, */)
    params = args = ""
    for (i = 1; i <= n; i++) {
        params = params (i > 1 ? ", " : "") types[i] " a" i
        args = args (i > 1 ? ", " : "") "a" i
    }
    printf "#line %d \"functions.tsv\"\n", FNR
    printf "%s %s probe_%d(%s) { ", side == "h" ? "__host__" : "__device__", $2, FNR, params
    if ($2 != "void") {
        printf "static_assert(std::is_same<decltype(%s(%s)), %s>::value, \"another type\"); ", $3, args, $2
        printf "return "
    }
    printf "%s(%s); }\n", $3, args
}
EOF

for side in d h; do
    awk -v side=$side -f "$TOP/probe.awk" exceptions.tsv functions.tsv >"$TOP/$side.hip"
    count=$(grep -c '^#line' "$TOP/$side.hip")
    [ "$count" -gt 250 ] || { echo "$count functions of side $side are not all"; status=1; }
done
for target in gfx1030 gfx1100 gfx90a host; do
    side=d
    [ $target != host ] || side=h
    check_syntax $target "$TOP/$side.hip" -std=c++14 >"$TOP/out" 2>&1 || {
        echo "$target:"
        grep 'error:' "$TOP/out" | head -50
        status=1
    }
done

# An exception that compiles is an error.
sed -n '/^#/!p' exceptions.tsv | while IFS="$(printf '\t')" read -r side name parameters why; do
    [ -n "$why" ] || { echo "$name: no reason"; echo bad >"$TOP/bad"; }
    grep "	$name	$parameters\$" functions.tsv >"$TOP/one.tsv" || {
        echo "$name($parameters) is not in functions.tsv"
        echo bad >"$TOP/bad"
        continue
    }
    cat "$TOP/one.tsv" >>"$TOP/except.$side.tsv"
done
[ ! -e "$TOP/bad" ] || status=1
awk -v side=d -f "$TOP/probe.awk" "$TOP/except.d.tsv" >"$TOP/except.hip"
check_syntax gfx1030 "$TOP/except.hip" -std=c++14 >"$TOP/out" 2>&1
wanted=$(wc -l <"$TOP/except.d.tsv")
found=$(grep 'functions.tsv.*error' "$TOP/out" | cut -d: -f2 | sort -u | wc -l)
[ "$found" = "$wanted" ] || { echo "$((wanted - found)) exceptions compile"; status=1; }
exit $status
