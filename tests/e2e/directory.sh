# kbuild refuses a build directory that has files of the user, and does not change it.
. "$(dirname "$0")/lib.sh"

kernel src/a.cu a1
build() { kbuild build src --targets gfx90a -o out --quiet --build-dir "$1"; }

# state: prints every file below the directory mine, with its digest.
state() { find mine -type f -exec sha256sum {} + | sort; }

# refused WHY: kbuild refuses the directory mine.
refused() {
    state >before
    run 2 build mine
    says "mine: not empty, and not a build directory of kbuild; name another with --build-dir"
    state >after
    same before after
    [ ! -e out ] || fail "$1: the output directory was made"
}
mkdir -p mine/hip
echo precious >mine/hip/mine.cpp
refused "translations of the user's"
echo '*.o' >mine/.gitignore
refused "and what git ignores there"
echo rule >mine/build.ninja
refused "and a graph"
rm -r mine/hip
refused "a graph"
run 2 sh -c "cd mine && '$KBUILD' build ../src --targets gfx90a -o ../out --build-dir ."
says "not empty, and not a build directory of kbuild"
run 2 kbuild check src --targets gfx90a -o src --build-dir mine
run 2 kbuild plan --cmake graph.cmake src --targets gfx90a -o out --build-dir mine
[ ! -e graph.cmake ] || fail "planned in a directory of the user's"

# kbuild accepts a directory that is absent, empty or its own.
run 0 build absent
grep -qx '\*' absent/.gitignore || fail "not hidden from git"
run 0 build absent
mkdir empty
run 0 build empty

# Also one that an earlier version made, complete or interrupted.
printf '*\n' >absent/.gitignore
run 0 build absent
mkdir -p early/hip early/obj early/host early/device-libs
printf '*\n' >early/.gitignore
: >early/.lock
: >early/toolchain.json
run 0 build early

# Also one that was interrupted before the first compiler ran, or while its mark was written.
rm empty/toolchain.stamp empty/build.ninja
run 0 build empty
mkdir begun
: >begun/.gitignore.123.tmp
run 0 build begun

# kbuild does not change a .gitignore of the user.
mkdir kept
printf '*\n!.gitignore\n' >kept/.gitignore
cp kept/.gitignore wanted
run 0 build kept
same wanted kept/.gitignore
exit 0
