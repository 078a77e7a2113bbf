# docs/operations.md is what the table prints, and each of its holes has a reason.
#
# usage: table.sh PATH_TO_operations_table PATH_TO_operations.md
set -eu
printed=$(mktemp)
trap 'rm -f "$printed"' EXIT
"$1" >"$printed"
diff -u "$2" "$printed" || {
    echo "table.sh: docs/operations.md differs; write it again: $1 > $2"
    exit 1
}
