# Lines of documents have at most 130 columns, rows of tables and commands too.
here=$(cd "$(dirname "$0")" && pwd)
top=$(mktemp -d) || exit 1
trap 'rm -rf "$top"' EXIT

# A file whose output other tests compare with its fences (readme.sh, documents.sh) may be as wide as what the programs print:
# there, lines of a fence without a language are left out. Columns are characters: bytes that continue one are not counted.
cat >"$top/wide.awk" <<'EOF'
FNR == 1 { is_fence = is_output = 0 }
/^ *```/ {
    is_fence = !is_fence
    is_output = is_fence && /^ *```$/ && FILENAME ~ /examples\/README\.md$/
}
{
    line = $0
    gsub(/[\200-\277]/, "", line)
    if (length(line) > 130 && !is_output)
        print FILENAME ":" FNR ": " length(line) " columns"
}
EOF
scan() {
    find "$@" \( -name build -o -name target -o -name '.?*' \) -prune -o -name '*.md' -print |
        LC_ALL=C xargs awk -f "$top/wide.awk"
}

# The check sees what it is for, and not its neighbours.
mkdir "$top/bad" "$top/good" "$top/good/examples"
wide=$(printf '%0131d' 0)
fit=$(printf '%0130d' 0)
printf '%s\n' "$wide" "| ${wide#000} |" '```' "$wide" '```' '```sh' "$wide" '```' "${fit}²" >"$top/bad/page.md"
printf '%s\n' "$fit" "${fit#0}²" "| ${fit#0000} |" >"$top/good/page.md"
printf '%s\n' '```' "$wide" '```' >"$top/good/examples/README.md"
printf '%s\n' '```sh' "$wide" '```' '```' '```' "$wide" >"$top/bad/README.md"
mkdir "$top/bad/examples" && mv "$top/bad/README.md" "$top/bad/examples/README.md"
[ "$(scan "$top/bad" | wc -l)" = 7 ] || { echo "the check misses lines; it sees:" && scan "$top/bad" && exit 1; }
[ -z "$(scan "$top/good")" ] || { echo "the check is wrong about:" && scan "$top/good" && exit 1; }
cd "$here/../.." || exit 1
bad=$(scan ./*.md docs kernels tests examples tools runtime rust python bench package cmake)
[ -z "$bad" ] || { echo "$bad" && echo "Wrap the line, or write the table as a list (CONTRIBUTING, Texts)." && exit 1; }
