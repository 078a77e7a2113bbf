#!/bin/sh
# Every function that CUDA declares compiles with its own signature for each kind of target, and
# those that CUDA has on the host compile in host code; exceptions.tsv has the others.
#
# environment: INCLUDE (the directory of the device headers), CLANG
. "$(dirname "$0")/lib.sh"
cd "$HERE" || exit 1
status=0

for side in d h; do
    awk -v side=$side -f probe.awk exceptions.tsv functions.tsv >"$TOP/$side.hip"
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
awk -v side=d -f probe.awk "$TOP/except.d.tsv" >"$TOP/except.hip"
check_syntax gfx1030 "$TOP/except.hip" -std=c++14 >"$TOP/out" 2>&1
wanted=$(wc -l <"$TOP/except.d.tsv")
found=$(grep 'functions.tsv.*error' "$TOP/out" | cut -d: -f2 | sort -u | wc -l)
[ "$found" = "$wanted" ] || { echo "$((wanted - found)) exceptions compile"; status=1; }
exit $status
