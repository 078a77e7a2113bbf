# For the tests of kbuild inspect. $DATA has small code objects, their kernels in kernels.hip there.
. "$(dirname "$0")/../lib.sh"
DATA=$(cd "$HERE/../codeobj/data" && pwd)

# inspect WANTED-EXIT-CODE ARGUMENT...: beside the data, so that paths are names.
inspect() {
    inspect_rc=$1
    shift
    cd "$DATA" || exit 1
    run "$inspect_rc" timeout 60 "$KBUILD" inspect "$@"
    cd "$TOP" || exit 1
}

# column NAME: that column of the CSV which the last run wrote (names in it have no commas).
column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i
                                    if (!at) exit 1; next }
                          { print $at }' "$TOP/.out"
}
