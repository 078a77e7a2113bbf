# clang-format does not know macros and takes some operators for declarations: no such line is in the tree.
here=$(cd "$(dirname "$0")" && pwd)
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
scan() {
    find "$@" -name golden -prune -o -name '*.[ch]' -print -o -name '*.hpp' -print | xargs awk -f "$top/misread.awk"
}

# Prints the lines where clang-format has taken an operator for part of a declaration: "a &b" and "a *b" in the
# argument of a macro, "p -> x" behind "xyz"[i], "x<T>::value > ()" for the value of a template's constant.
cat >"$top/misread.awk" <<'EOF'
{
    code = $0
    gsub(/"([^"\\]|\\.)*"/, "\"\"", code)
    gsub(/\/\*.*\*\/|\/\*.*|\/\/.*/, "", code)
    if (code ~ /^ *\*( |\/|$)/)
        next
    if (code ~ /[a-z0-9_)\]] -> [a-z_]/ && code !~ /auto|\[[^"]*\]\(/ ||
        code ~ / > \(\)|[a-z0-9_)] < [a-z:_]+ > \(/ ||
        code ~ /\([a-z0-9]+_t\) [~!-]/ ||
        code ~ /([(,+\/%~?:|^-] *)~?[a-z] [*&]+[a-z(]/ ||
        code ~ /[a-z0-9_] \*\([^*]/ &&
            code !~ /(return|sizeof|case|void|char|struct [a-z_]+|_t|int|double|float|bool) \*\(/ ||
        code ~ /^ *[A-Z][A-Z0-9_]*\(.*[])a-zA-Z0-9_] [&*][A-Za-z_(]/ &&
            code !~ /(struct [a-z_]+|_t|char|void|float|double|int|FILE|T|sizeof) [&*]|const / ||
        FILENAME ~ /\.c$/ && code ~ /[])A-Za-z0-9_] &[A-Za-z_(~]/ &&
            code !~ /(return|case|sizeof) &|^#define [A-Z_]+(\(.*\))? &/)
        print FILENAME ":" FNR ": " $0
}
EOF

# The check sees what it is for, and not its neighbours.
cat >"$top/bad.c" <<'EOF'
SCALAR(and_b, a &b, NOT_0)
SCALAR(mul_hi, (uint64_t)A32 *B32 >> 32, KEPT)
SCALAR(nor_b32, (uint32_t) ~(a | b), NOT_0)
    "xyz"[i], config -> block[i],
    old < is_word<T>::value > ());
    count_bits(a &lanes(i));
    product = sum(a *(b + c));
EOF
cat >"$top/good.c" <<'EOF'
SCALAR(and_b, a & b, NOT_0)
    config->block[i]; /* a -> b */
 * in |a &b|
static char *(*find)(struct row *row, const FILE *file);
    return &x + sizeof *y + strlen("a &b");
EOF
[ "$(scan "$top/bad.c" | wc -l)" = "$(wc -l <"$top/bad.c")" ] || {
    echo "the check misses lines; it sees:" && scan "$top/bad.c"
    exit 1
}
cd "$here/../.." || exit 1
bad=$(scan "$top/good.c" bench examples kernels runtime tests tools)
[ -z "$bad" ] || {
    echo "$bad"
    echo "clang-format reads these as declarations: put the expression in parentheses, (a & b), or name a part."
    exit 1
}
