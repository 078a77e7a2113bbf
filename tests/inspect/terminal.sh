# Colour, and names cut to the width: on a terminal, and nowhere else.
. "$(dirname "$0")/lib.sh"
command -v script >/dev/null || skip "no script(1), which makes a terminal"
escape=$(printf '\033')
unset NO_COLOR COLUMNS

# terminal ENVIRONMENT ARGUMENT...: the same on a terminal.
terminal() {
    variables=$1
    shift
    run 0 script -qec "env TERM=xterm $variables '$KBUILD' inspect $*" /dev/null </dev/null
    tr -d '\r' <"$TOP/.out" >"$TOP/.plain" && mv "$TOP/.plain" "$TOP/.out"
}

coloured() { grep -q "$escape" "$TOP/.out"; }
cp "$DATA/gfx1030-v4.hsaco" .

run 0 kbuild inspect gfx1030-v4.hsaco
coloured && fail "colour in a pipe"
cp "$TOP/.out" piped

terminal COLUMNS=200 gfx1030-v4.hsaco
coloured || fail "no colour on a terminal"
grep -q "$escape\[33m272$escape\[0m" "$TOP/.out" || fail "scratch does not stand out"
sed "s/$escape\[[0-9;]*m//g" "$TOP/.out" | cmp - piped || fail "more than colour differs"

terminal "COLUMNS=200 NO_COLOR=1" gfx1030-v4.hsaco
coloured && fail "colour in spite of NO_COLOR"
same "$TOP/.out" piped
terminal "COLUMNS=200 NO_COLOR= TERM=dumb" gfx1030-v4.hsaco
coloured && fail "colour on a dumb terminal"

# A kernel's name is cut to the width, in the middle.
long=kernel_$(printf '%060d' 7)_end
cp gfx1030-v4.hsaco long.hsaco
run 0 kbuild inspect --json gfx1030-v4.hsaco
sed "s/\"name\":\"scratch\"/\"name\":\"$long\"/" "$TOP/.out" >unsorted.json
sed -i 's/"name":"by_value"/"name":"a"/; s/"name":"dynamic_lds"/"name":"b"/
        s/"name":"fixed_lds"/"name":"c"/; s/"name":"hidden"/"name":"d"/
        s/"name":"nothing"/"name":"e"/; s/"name":"pointers"/"name":"f"/' unsorted.json
run 0 kbuild inspect unsorted.json
says "$long"

# In a pipe lines have 100 columns, whatever there is; --full and --json have all of it.
arguments=
for i in $(seq 1 100); do arguments="$arguments$i, Tile<$i, float>, "; done
sed "s/$long/void gemm<$arguments 0>(float*)/" unsorted.json >huge.json
for operands in "$TOP/huge.json" "--args $TOP/huge.json" "--device gfx1100 $TOP/huge.json" \
    "--args three.hipfb" "gfx906-v2.hsaco three.hipfb gfx90a-v3.hsaco" "--raw-names $TOP/huge.json"; do
    # shellcheck disable=SC2086 # a list of words
    inspect "$([ "${operands#--device}" = "$operands" ] && echo 0 || echo 1)" $operands
    longest=$(awk '{ if (length($0) > most) most = length($0) } END { print most + 0 }' "$TOP/.out")
    [ "$longest" -le 100 ] || fail "inspect $operands: a line of $longest columns"
done
says "gemm<1, Tile<...>"
inspect 0 --full "$TOP/huge.json"
says "Tile<100, float>,  0>(float*)"

terminal "COLUMNS=40 NO_COLOR=1" unsorted.json
says_not "$long"
grep -q '^kernel_0*\.\.\.0*7_end$' "$TOP/.out" || fail "not cut in the middle"
[ "$(grep -o '^kernel_.*' "$TOP/.out" | awk '{ print length }')" = 40 ] || fail "not cut to 40"
exit 0
