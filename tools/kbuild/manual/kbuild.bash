# kbuild's completion for bash: kbuild --complete knows what may follow. The package bash-completion loads this
# file by its name; the function does not need that package.
# shellcheck shell=bash
_kbuild()
{
    local words=() word found
    COMPREPLY=()
    # bash makes '=' a word of its own: --option = value.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        [[ $word == '=' ]] || words+=("$word")
    done
    local cur=${COMP_WORDS[COMP_CWORD]}
    if [[ $cur == '=' ]]; then
        cur=
        words+=('')
    fi
    mapfile -t found < <("${COMP_WORDS[0]/#\~/$HOME}" --complete "${words[@]}" 2>/dev/null)
    case ${found[0]-} in
    words | list)
        COMPREPLY=("${found[@]:1}")
        COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
        [[ ${found[0]} == words ]] || compopt -o nospace
        ;;
    files)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        ;;
    directories)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -d -- "$cur")
        ;;
    programs) mapfile -t COMPREPLY < <(compgen -c -- "$cur") ;;
    esac
}
complete -F _kbuild kbuild
