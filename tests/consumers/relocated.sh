# A moved tree uses its own files, and none where it was built or first installed.
. "$(dirname "$0")/lib.sh"

grep -rIlF -e "$PREFIX.first" -e "$BUILD" -e "$SOURCE" "$PREFIX" >found
[ ! -s found ] || fail "these name where they came from: $(cat found)"

for module in kbuild krt krt_ops; do
    for what in "--variable=prefix" --cflags --libs; do
        for word in $(pkg-config $what $module); do
            path=${word#-[IL]}
            case $path in
            /*) case $(realpath "$path") in "$PREFIX" | "$PREFIX"/*) ;; *) fail "$module.pc says $word" ;; esac ;;
            esac
        done
    done
done
[ "$(realpath "$(pkg-config --variable=kbuild kbuild)")" = "$PREFIX/bin/kbuild" ] || fail "kbuild.pc"
[ "kbuild $(pkg-config --modversion kbuild)" = "$(kbuild --version)" ] || fail "another version"

# Device code is compiled with the headers beside the program.
kbuild flags >flags
grep -qF -e "-I$PREFIX/share/kbuild/include" flags || fail "headers: $(cat flags)"
cp -r "$EXAMPLES/own-tree" tree
run 0 kbuild build tree/cuda --targets gfx90a -o out
! grep -qF -e "$SOURCE/tools" -e "$BUILD/tools" out/.kbuild/build.ninja || fail "the build is not of the moved tree"

# Also through a link in another directory, like the alternatives of distributions.
ln -s "$PREFIX/bin/kbuild" linked
run 0 ./linked flags # into .out
says "-I$PREFIX/share/kbuild/include"

# Without its headers kbuild names what is missing.
mkdir -p bare/bin
cp "$PREFIX/bin/kbuild" bare/bin/
run 3 env KBUILD_INCLUDE="$TOP/bare" bare/bin/kbuild flags
says "KBUILD_INCLUDE is '$TOP/bare'"
