# clang-format does not know macros and takes some operators for declarations: no such line is in the tree.
here=$(cd "$(dirname "$0")" && pwd)
scan() { find "$@" -name golden -prune -o -name '*.[ch]' -print -o -name '*.hpp' -print |
    xargs awk -f "$here/misread.awk"; }

# The check sees what it is for, and not its neighbours.
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
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
