# --clang takes a version, a name, a path or a directory. Parts that belong beside clang may be missing
# there.
. "$(dirname "$0")/lib.sh"
fake_ninja
usr=$top/root/usr
for version in 15 19; do
    fake_clang "$usr/lib/llvm-$version" $version.0.0
    ln -s "$usr/lib/llvm-$version/bin/clang++" tools/clang++-$version
done
fake_hip "$usr" 5.2
fake_libraries "$usr/lib/x86_64-linux-gnu/amdgcn/bitcode"

for choice in 15 clang++-15 "$usr/lib/llvm-15/bin/clang++" "$usr/lib/llvm-15" \
              "$usr/lib/llvm-15/bin" tools/clang++-15; do
    doctor 0 --clang "$choice"
    part clang "$usr/lib/llvm-15/bin/clang\\+\\+"
    part "linker \\(lld\\)" "$usr/lib/llvm-15/bin/lld"
    part libclang "$usr/lib/llvm-15/lib/libclang.so.1"
    says "15.0.0"
done
# One start tells version, headers and processors. Quotes may be around a name: then clang is asked again.
verbose() { # NAME as clang -v prints it
    program tools/clang++-15 <<EOF
case "\$*" in
*-print-resource-dir*) echo asked >>"$top/asked" && echo "$usr/lib/llvm-15/lib/clang/15.0.0" ;;
*-v*--print-supported-cpus*)
    echo 'fake clang version 15.0.0' >&2
    echo ' "/bin/clang" -cc1 -v -resource-dir $1 -x c' >&2
    printf '\tgfx1030\n\tgfx900\n\tgfx1100\n' >&2 ;;
esac
EOF
}
rm tools/clang++-15
ln -s "$usr/lib/llvm-15/lib/clang/15.0.0" "$base/headers"
verbose "$base/headers"
doctor 3 --clang "$top/tools/clang++-15"
part "clang's headers" "$base/headers"
[ ! -e asked ] || fail "clang was asked for its headers again"
verbose "\"$usr/lib/llvm-15/lib/clang/15.0.0\""
doctor 3 --clang "$top/tools/clang++-15"
part "clang's headers" "$usr/lib/llvm-15/lib/clang/15.0.0"
[ -e asked ] || fail "a name in quotes was taken"
ln -sf "$usr/lib/llvm-15/bin/clang++" tools/clang++-15

doctor 3 --clang 99
says "--clang '99': no such clang"
says "install clang-99"
doctor 3 --clang no-such-clang
says "--clang 'no-such-clang': no such clang"
says "$usr/lib/llvm-19/bin/clang++" # doctor lists the clangs that --clang can choose

# PATH has a clang++-17 that is not in Debian's layout.
fake_clang "$top/elsewhere" 17.0.0
ln -s "$top/elsewhere/bin/clang++" tools/clang++-17
doctor 0 --clang 17
part clang "$top/elsewhere/bin/clang\\+\\+"

# A ccache called clang++-17 is not the compiler.
mkdir first
echo 'echo I am ccache; exit 1' | program "$top/first/ccache"
ln -s ccache first/clang++-17
PATH=$top/first:$PATH doctor 0 --clang 17
part clang "$top/elsewhere/bin/clang\\+\\+"

# Without a linker beside clang, kbuild takes the one that clang itself would find, and reports it.
rm "$usr/lib/llvm-15/bin/lld"
doctor 3 --clang 15
says "apt-get install lld-15"
echo "echo 'LLD 14.0.0'" | program tools/lld
doctor 0 --clang 15
part "linker \\(lld\\)" "$top/tools/lld"
says "no lld beside clang: it links with $top/tools/lld"
says "install lld-15 for one of the same version"
rm "$usr/lib/llvm-15/lib/libclang.so.1" # a libclang of another version is not taken
doctor 3 --clang 15
says "apt-get install libclang1-15"

# The targets that it can compile for.
doctor 0 --clang 19 --targets gfx900,gfx1100
says "clang 19 compiles some nested loops wrongly"
says "gfx900                   compiles"
says "gfx1100                  compiles, with a device library file that kbuild supplies"
doctor 3 --clang 19 --targets gfx900,gfx1201
says "clang 19.0.0 cannot compile for gfx1201; choose a newer one with --clang"
doctor 3 --clang 19 --targets gfx90a:xnack-
says "gfx90a:xnack-            cannot be compiled"
doctor 2 --targets gfx1105
says "gfx1105"
doctor 2 surplus
says "'surplus' is too much"
doctor 0 --clang 19 --json --targets gfx1100
says '"support": "compiles-with-supplied-file"'

# --verbose loads libclang; this one is an empty file.
doctor 3 --clang 19 --targets gfx900 --verbose
says "libclang cannot be loaded"
doctor 0 --clang 19
grep -q "$(printf '\033')" out && fail "colour, though standard output is not a terminal"

# A clang without the backend for AMD GPUs.
printf 'case "$*" in *amdgcn*) echo "error: unable to create target" >&2; exit 1;; *-dir) echo /;;\n*) echo "plain clang version 12.1";; esac\n' |
    program plain/bin/clang++
doctor 3 --clang "$top/plain" --targets gfx900
says "12.1"
says "gfx900                   cannot be compiled"
exit 0
