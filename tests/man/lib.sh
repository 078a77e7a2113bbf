# For the tests of man pages and completions: $SHARE is the directory that has the pages, $SOURCE the project.
. "$(dirname "$0")/../lib.sh"
COMPLETIONS=$SOURCE/tools/kbuild/manual
mkdir "$TOP/.home" "$TOP/.bin"
ln -s "$KBUILD" "$TOP/.bin/kbuild" # completions run it
PATH=$TOP/.bin:$PATH
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
    zsh)
        # The functions of zsh's own system print what they are given.
        # shellcheck disable=SC2016 # zsh expands it
        zsh -fc '_describe() { local -a given; given=("${(@P)4}"); print -rl -- "${(@)given%%:*}" }
                 compset() { return 1 }
                 _files() { print -r -- "_files $*" }
                 script=$1; shift; words=("$@"); CURRENT=$#; . $script' zsh "$COMPLETIONS/_kbuild" "$@"
        ;;
    esac | sort -u
}
