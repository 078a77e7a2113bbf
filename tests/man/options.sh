# The man page and the three completions have every option of every command, and no others.
. "$(dirname "$0")/lib.sh"
[ "$(tool_commands | wc -l)" -ge 17 ] || fail "--help does not list the commands"

# The first words of the list's items: .It Fl o Ar DIR , Fl \-output Ar DIR
in_page() {
    sed -n '/^\.Sh DESCRIPTION/,/^\.El/s/^\.It Fl //p' "$1" | sed 's/ , Fl /\n/' |
        sed -E 's/ .*//; s/^([A-Za-z])$/-\1/; s/^\\-/--/' | sort -u
}

for command in $(tool_commands); do
    options_of "$command" >wanted
    grep -q '^--help$' wanted || fail "$command: options were not read from --help"
    page=$SHARE/man/man1/kbuild-$command.1
    [ -e "$page" ] || fail "no page for $command"
    in_page "$page" >found
    diff wanted found || fail "kbuild-$command(1) has other options than --help"
    for shell in bash fish zsh; do
        has $shell || continue
        proposals $shell kbuild "$command" - >found
        diff wanted found || fail "$shell proposes other options of $command"
        ! proposals $shell kbuild "$command" '' | grep -q '^-' ||
            fail "$shell: options where operands of $command belong"
    done
    grep -q "^\.It Xr kbuild-$command 1$" "$SHARE/man/man1/kbuild.1" ||
        fail "kbuild(1) does not name $command"
done
tool_commands | sort >wanted
for shell in bash fish zsh; do
    has $shell || continue
    proposals $shell kbuild '' | grep -v '^-' >found
    diff wanted found || fail "$shell proposes other commands"
done
for page in "$SHARE"/man/man1/kbuild-*.1; do
    command=${page##*/kbuild-}
    grep -qx "${command%.1}" wanted || fail "$page: kbuild has no such command"
done
