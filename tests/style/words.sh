# Comments of kernels/, runtime/ops and runtime/emulator name what they are about: none begins with "Of", "Those" or "The
# same", and none has a turn that CONTRIBUTING asks to replace.
here=$(cd "$(dirname "$0")" && pwd)
top=$(mktemp -d) || exit 1
trap 'rm -rf "$top"' EXIT
scan() {
    find "$@" -name '*.[ch]' -print -o -name '*.cu' -print -o -name '*.cuh' -print | xargs awk -f "$top/words.awk"
}

cat >"$top/words.awk" <<'EOF'
FNR == 1 { is_inside = 0 }
{
    comment = ""
    begins = !is_inside
    if (is_inside)
        comment = $0
    else if (match($0, /\/\/.*|\/\*.*/))
        comment = substr($0, RSTART)
    if (comment == "") {
        was_comment = 0
        next
    }
    is_block = comment ~ /^\/\*/ || is_inside
    is_inside = is_block && comment !~ /\*\//
    # A line that goes on from one above does not begin a comment.
    begins = begins && (is_block || !was_comment || $0 !~ /^ *\/\//)
    was_comment = $0 ~ /^ *\/\//
    if ((begins && comment ~ /^\/[\/*] ?(Of|Those|The same) /) ||
        comment ~ /(^|[^e]) (is|are) no [a-z]+[.,;:]/ || # but "there is no memory"
        comment ~ /[^a-z](lies?|stands? for|has not|have not|is said|are said|goes by|go by|let pass|lets pass)[^a-z]/)
        print FILENAME ":" FNR ": " $0
}
EOF

# The check sees what it is for, and not its neighbours.
cat >"$top/bad.c" <<'EOF'
/* Of a block. */
int a; // The same of others.
// Those of a line.
int b; /* what lies behind */
/* A
 * row goes by its length. */
int c; /* which is no row. */
EOF
cat >"$top/good.c" <<'EOF'
/* Threads
 * Of a block, and there is no memory. */
int a; // one of those
// A row
// of the same
int lies = 1; /* a call's result */
EOF
[ "$(scan "$top/bad.c" | wc -l)" = 6 ] || { echo "the check misses lines; it sees:" && scan "$top/bad.c" && exit 1; }
[ -z "$(scan "$top/good.c")" ] || { echo "the check is wrong about:" && scan "$top/good.c" && exit 1; }
cd "$here/../.." || exit 1
bad=$(scan kernels runtime/ops runtime/emulator)
[ -z "$bad" ] || { echo "$bad" && echo "Say what the comment is about, in plain words (CONTRIBUTING, Texts)." && exit 1; }
