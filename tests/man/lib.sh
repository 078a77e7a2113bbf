# For the tests of man pages and completions: $SHARE is the directory that has them, $SOURCE the project.
. "$(dirname "$0")/../lib.sh"
COMPLETIONS=$SHARE/completions
mkdir "$TOP/.home"
has() { command -v "$1" >/dev/null; }

# The commands that --help lists.
tool_commands() { kbuild --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'; }

# options_of COMMAND: the options that its --help lists, "--output" and "-o" on a line each, sorted.
options_of() {
    kbuild "$1" --help | sed -n '/^Options:/,/^Example:/p; /^  -h, --help/p' |
        sed -nE 's/^  (-[A-Za-z])?(, )?(--[a-z-]+)?.*/\1\n\3/p' | grep . | sort -u
}

# proposals SHELL WORD...: the shell's proposals for the last word, a line each, sorted.
proposals() {
    shell=$1
    shift
    case $shell in
    bash)
        # shellcheck disable=SC2016 # bash expands it
        bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kbuild; printf "%s\n" "${COMPREPLY[@]}"' \
            "$COMPLETIONS/kbuild.bash" "$@" 2>/dev/null
        ;;
    fish)
        # shellcheck disable=SC2016 # fish expands it
        HOME=$TOP/.home fish -N -c 'source $argv[1]; complete -C "$argv[2..-1]"' "$COMPLETIONS/kbuild.fish" "$@" |
            cut -f 1
        ;;
    esac | sort -u
}
