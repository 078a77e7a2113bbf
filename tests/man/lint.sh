# mandoc has no warning for the pages, shellcheck none for bash's script, and each shell reads its own
# script.
. "$(dirname "$0")/lib.sh"
did=
if has mandoc; then
    for page in "$SHARE"/man/man*/*; do
        run 0 mandoc -T lint -W warning "$page"
        [ ! -s "$TOP/.out" ] || fail "$page"
        run 0 mandoc -T utf8 "$page"
    done
    did="$did mandoc"
fi
if has shellcheck; then
    run 0 shellcheck "$COMPLETIONS/kbuild.bash"
    did="$did shellcheck"
fi
if has bash; then
    run 0 bash -n "$COMPLETIONS/kbuild.bash"
    did="$did bash"
fi
if has zsh; then
    run 0 zsh -n "$COMPLETIONS/_kbuild"
    # shellcheck disable=SC2016 # zsh expands it
    run 0 zsh -fc 'fpath=($1 $fpath); autoload -U compinit; compinit -D -u; echo "for $_comps[kbuild]"
                   autoload +X _kbuild' zsh "$COMPLETIONS"
    says "for _kbuild"
    did="$did zsh"
fi
if has fish; then
    run 0 env HOME="$TOP/.home" fish -n "$COMPLETIONS/kbuild.fish"
    did="$did fish"
fi
for program in mandoc shellcheck bash zsh fish; do
    case " $did " in
    *" $program "*) ;;
    *) skip "$program is not installed; ran:$did" ;;
    esac
done
