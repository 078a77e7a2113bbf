# Ten times the text costs about ten times the instructions, whatever the text: callgrind counts them,
# and writes a file before each translation and at the end. SCALE names the program of scale.c.
command -v valgrind >/dev/null || { echo "skipped: valgrind is not installed"; exit 77; }
top=$(mktemp -d) || exit 1
trap 'rm -rf "$top"' EXIT

valgrind --tool=callgrind --callgrind-out-file="$top/counts" --toggle-collect=hipify_translate --toggle-collect=hipify_choose_arch \
    --dump-before=hipify_translate "$SCALE" >"$top/count" 2>"$top/log" || {
    # With AddressSanitizer, for example.
    grep -q 'not translated' "$top/log" && cat "$top/log" && exit 1
    echo "skipped: valgrind does not run this program"
    exit 77
}
count=$(cat "$top/count")
mv "$top/counts" "$top/counts.$((2 * count + 1))"
# instructions NUMBER: of the translation of that number, the first being 1
instructions() {
    sed -n 's/^totals: //p' "$top/counts.$(($1 + 1))"
}
status=0
number=0
while [ "$number" -lt "$count" ]; do
    one=$(instructions $((2 * number + 1)))
    ten=$(instructions $((2 * number + 2)))
    if [ "${ten:?}" -gt $((16 * ${one:?})) ]; then
        echo "text $number: $one instructions for 4 kB, $ten for 40 kB"
        status=1
    fi
    number=$((number + 1))
done
exit $status
