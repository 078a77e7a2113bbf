# Ten times the text costs about ten times the instructions, whatever the text: valgrind counts them.
# SCALE names the program of scale.c.
command -v valgrind >/dev/null || { echo "valgrind is not installed"; exit 77; }
top=$(mktemp -d) || exit 1
trap 'rm -rf "$top"' EXIT

# instructions NUMBER SIZE
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$SCALE" "$1" "$2" 2>&1 |
        sed -n 's/.*Collected *: *//p'
}

# A program that valgrind cannot run, such as one with AddressSanitizer, counts nothing.
none=$(instructions 0 0)
[ -n "$none" ] || { echo "valgrind does not run this program"; exit 77; }
count=$("$SCALE") || exit 1
status=0
number=0
while [ "$number" -lt "$count" ]; do
    one=$(instructions "$number" 4000)
    ten=$(instructions "$number" 40000)
    if [ -z "$one" ] || [ -z "$ten" ]; then
        echo "text $number is not translated"
        status=1
    elif [ $((ten - none)) -gt $((16 * (one - none))) ]; then
        echo "text $number: $((one - none)) instructions for 4 kB, $((ten - none)) for 40 kB"
        status=1
    fi
    number=$((number + 1))
done
exit $status
