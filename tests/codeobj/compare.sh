#!/bin/sh
# compare.sh DUMP-PROGRAM FILE...: holds what codeobj reads of code objects of version 3 and later
# against what llvm-readelf reads: every key of the metadata that codeobj knows, the symbols, the
# descriptors' words. $CODEOBJ_TEST_OBJECTS may name more files.
set -u
dump=$1
shift
for version in -19 -18 -17 -16 -15 ''; do
    readelf=$(command -v "llvm-readelf$version") && break
done
[ -n "$readelf" ] || {
    echo "skipped: no llvm-readelf (Debian: llvm-15)"
    exit 77
}
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT

# The metadata is YAML as LLVM writes it: kernels are indented by 2, their arguments by 6, the items
# of lists of numbers too. .name, which the lines begin with, comes late, so a kernel is kept whole.
cat >"$top/notes.awk" <<'EOF'
function value(text) {
    sub(/^ *(- )?[^:]*: */, "", text)
    if (text ~ /^'.*'$/ || text ~ /^".*"$/)
        text = substr(text, 2, length(text) - 2)
    return text
}
function key(text) {
    sub(/^ *(- )?/, "", text)
    sub(/:.*/, "", text)
    return text
}
function keep(name, text) {
    if (text != "" && text != "0" && text != "false" && text != "[]")
        lines[count++] = name " " text
}
function flush_kernel(i) {
    if (list != "")
        keep(list, numbers)
    list = ""
    for (i = 0; i < count; i++)
        print kernel " " lines[i]
    count = 0
}
/^amdhsa.kernels:/ { inside = 1; next }
/^[^ ]/ { inside = 0 }
!inside { next }
/^  - / { flush_kernel(); argument = -1 }
/^      - \./ { argument++ }
/^      - [0-9]/ { text = $2; numbers = numbers (numbers == "" ? "" : ",") text; next }
/^(  - |    )\./ {
    if (list != "")
        keep(list, numbers)
    list = ""
    numbers = ""
    name = key($0)
    if (name == ".name")
        kernel = value($0)
    else if (name == ".reqd_workgroup_size" || name == ".workgroup_size_hint")
        list = name
    else if (name !~ /^\.(args|language_version|device_enqueue_symbol|workgroup_processor_mode)$/)
        keep(name, value($0))
    next
}
/^(      - |        )\./ {
    name = key($0)
    if (name !~ /^\.(actual_access|is_pipe|value_type)$/)
        keep(".args." argument name, value($0))
}
END { flush_kernel() }
EOF

# The words at 44, 48, 52 and 56 of every descriptor, out of a dump of .rodata in hexadecimal.
cat >"$top/symbols.awk" <<'EOF'
function strip(text) {
    sub(/^0+/, "", text)
    return text == "" ? "0" : text
}
function swap(text) {
    return strip(substr(text, 7, 2) substr(text, 5, 2) substr(text, 3, 2) substr(text, 1, 2))
}
/^0x/ { for (i = 1; i <= 4; i++) row[strip(substr($1, 3)) "," i] = $(i + 1); next }
$4 == "FUNC" && $7 != "UND" { size[$8] = $3; entry[$8] = strip($2); next }
$4 == "OBJECT" && $8 ~ /\.kd$/ { descriptor[substr($8, 1, length($8) - 3)] = strip($2) }
END {
    for (name in descriptor) {
        at = descriptor[name]
        head = substr(at, 1, length(at) - 2)
        if (size[name] != 0)
            print name " code_size " size[name]
        print name " entry " entry[name]
        print name " descriptor " at
        tens = index("0123456789abcdef", substr(at, length(at) - 1, 1)) - 1
        third = head substr("0123456789abcdef", tens + 3, 1) "0"
        last = head substr("0123456789abcdef", tens + 4, 1) "0"
        print name " rsrc3 " swap(row[third ",4"])
        print name " rsrc1 " swap(row[last ",1"])
        print name " rsrc2 " swap(row[last ",2"])
        print name " properties " swap(row[last ",3"])
    }
}
EOF

failed=0
lines=0
# shellcheck disable=SC2086
for file in "$@" ${CODEOBJ_TEST_OBJECTS-}; do
    "$dump" "$file" >"$top/dump" || exit 1
    "$readelf" --notes "$file" 2>"$top/err" | awk -f "$top/notes.awk" >"$top/theirs"
    { "$readelf" -x .rodata "$file" && "$readelf" -W --dyn-symbols "$file"; } 2>>"$top/err" |
        awk -f "$top/symbols.awk" >>"$top/theirs"
    LC_ALL=C sort "$top/dump" >"$top/ours"
    LC_ALL=C sort -u -o "$top/theirs" "$top/theirs" # a kernel may be in several notes
    [ -s "$top/theirs" ] || {
        echo "FAILED: $file: $readelf says nothing of it"
        failed=1
    }
    if ! diff "$top/theirs" "$top/ours" >"$top/diff"; then
        echo "FAILED: $file: llvm-readelf (<) and codeobj (>) differ"
        head -20 "$top/diff"
        failed=1
    fi
    lines=$((lines + $(wc -l <"$top/ours")))
done
echo "$lines facts compared"
exit $failed
