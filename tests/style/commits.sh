# Commits have a short subject and a body: what .githooks/commit-msg asks for, which is checked first.
set -u
here=$(cd "$(dirname "$0")" && pwd)
hook=$here/../../.githooks/commit-msg
since=97b7bc8d0e8ff9b13eb9b2ba002ef39aec7ee3d4 # older ones were written without it
top=$(mktemp -d) || exit 1
trap 'rm -rf "$top"' EXIT
failed=0

# $1: passes or fails; standard input: a message
expect() {
    cat >"$top/message"
    if "$hook" "$top/message" 2>"$top/said"; then found=passes; else found=fails; fi
    [ "$found" = "$1" ] || { echo "the hook $found, and should not:" && cat "$top/message" && failed=1; }
}
subject=$(printf '%072d' 0)
printf '%s1\n\nWhy.\n' "$subject" | expect fails
printf '%s\nWhy.\n' "$subject" | expect fails
printf '%s\n' "$subject" | expect fails
printf '%s\n\n# A comment.\n' "$subject" | expect fails
printf '\n\nWhy.\n' | expect fails
printf '%s\n\nWhy.\n' "$subject" | expect passes
printf 'Merge branch x\n' | expect passes
[ "$failed" = 0 ] || exit 1

cd "$here/../.." || exit 1
git merge-base --is-ancestor "$since" HEAD 2>/dev/null || { echo "skipped: there is no history from $since on" && exit 77; }
for commit in $(git rev-list "$since..HEAD"); do
    git log -1 --format=%B "$commit" >"$top/message"
    "$hook" "$top/message" || { echo "  commit $commit" && failed=1; }
done
exit "$failed"
