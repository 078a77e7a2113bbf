# Commits have a short subject and a body: what .githooks/commit-msg asks for, which is checked first.
set -u
here=$(cd "$(dirname "$0")" && pwd)
hook=$here/../../.githooks/commit-msg
since=cecb3a350e0bf18f1544f4c08009879e61d142b4 # older ones were checked
top=$(mktemp -d) || exit 1
trap 'rm -rf "$top"' EXIT
failed=0

# $1: passes or fails; $2: a message, as printf takes it
expect() {
    # shellcheck disable=SC2059 # it is a format
    printf "$2" >"$top/message"
    if "$hook" "$top/message" 2>"$top/said"; then found=passes; else found=fails; fi
    [ "$found" = "$1" ] || { echo "the hook: this $found, and should not:" && cat "$top/message" && failed=1; }
}
subject=$(printf '%072d' 0)
cut='# ------------------------ >8 ------------------------\n'
expect fails "${subject}1\n\nWhy.\n"
expect fails "$subject\nWhy.\n"
expect fails "$subject\n"
expect fails "$subject\n\n# A comment.\n"
expect fails "$subject\n\nCo-authored-by: A <a@example.org>\n"
expect fails "$subject\n\n${cut}diff --git a/x b/x\n"
expect fails "\n\nWhy.\n"
expect passes "$subject\n\nWhy.\n"
expect passes "$subject\n\nWhy.\n${cut}diff --git a/x b/x\n"
expect passes "Merge branch x\n"
[ "$failed" = 0 ] || exit 1

cd "$here/../.." || exit 1
git merge-base --is-ancestor "$since" HEAD 2>/dev/null || { echo "skipped: there is no history from $since on" && exit 77; }
for commit in $(git rev-list "$since..HEAD"); do
    git log -1 --format=%B "$commit" >"$top/message"
    "$hook" "$top/message" || { echo "  commit $commit" && failed=1; }
done
exit "$failed"
