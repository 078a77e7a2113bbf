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

# column TITLE: that column of the table which the last run printed; "kernel" is the heading of the rows.
column() {
    awk -F '  +' -v title="$1" '
        /^  target  / { for (i = 2; i <= NF; i++) if ($i == title) at = i; on = 1; next }
        on && /^$/ { exit }
        on && /^[^ ]/ { name = $0 }
        on && /^ / { print title == "kernel" ? name : $at }
        END { if (title != "kernel" && !at) print "no column " title }' "$TOP/.out"
}
