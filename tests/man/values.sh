# The shells propose the possible values of an option, in each way to write it.
. "$(dirname "$0")/lib.sh"
mkdir -p work/dir/inner && cd work && touch file dir/kernel.cu

# proposes SHELL WANTED WORD...
proposes() {
    shell=$1 wanted=$2
    shift 2
    found=$(proposals "$shell" "$@" | tr '\n' ' ')
    [ "${found% }" = "$wanted" ] || fail "$shell: '$*' proposes '$found', not '$wanted'"
}

for shell in bash fish zsh; do
    has $shell || continue
    proposes $shell "archive c23 incbin string" kbuild build --embed ''
    proposes $shell "incbin" kbuild build --embed i
    proposes $shell "gfx900 gfx902 gfx904 gfx906 gfx908 gfx909 gfx90a gfx90c" kbuild build --targets gfx90
    proposes $shell "gfx1030,gfx90a" kbuild build -t gfx1030,gfx90a
    proposes $shell "gfx1030,gfx1250 gfx1030,gfx1250-strict gfx1030,gfx1251" kbuild build -t gfx1030,gfx125
    proposes $shell "build bundle" kbuild b
    proposes $shell "gfx1250 gfx1250-strict gfx1251" kbuild targets gfx125
    proposes $shell "" kbuild build --std ''
    proposes $shell "" kbuild nonsense --
done 2>"$TOP/.err"
! has zsh || proposes zsh "_files -/" kbuild build -o d
! has zsh || proposes zsh "--embed=incbin" kbuild build --embed=i
has bash || skip "bash is not installed"
proposes bash "incbin" kbuild build --embed = i
proposes bash "archive c23 incbin string" kbuild build --embed =
proposes bash "dir" kbuild build -o ''
proposes bash "dir file" kbuild build ''
proposes bash "dir/inner dir/kernel.cu" kbuild build -v dir/
has fish || exit 0
proposes fish "dir/" kbuild build -o d
proposes fish "--embed=incbin" kbuild build --embed=i
