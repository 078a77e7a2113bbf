# What the machine lacks is exit code 3, with what to do.
. "$(dirname "$0")/lib.sh"

kernel src/a.cu a1
run 3 kbuild build src --targets gfx1030 -o out --clang /nowhere/clang++
says "clang"
if [ -x /usr/bin/clang++-15 ]; then
    run 3 kbuild build src --targets gfx1201 -o out --clang 15
    says "cannot compile for gfx1201; choose a newer one with --clang"
fi
run 3 kbuild build src --targets gfx1030 -o /proc/kbuild-cannot-be-here
says "/proc/kbuild-cannot-be-here: cannot make this directory"
: >plain
run 3 kbuild build src --targets gfx1030 -o plain/out
says "plain: stands where a directory is needed"
run 3 kbuild build src --targets gfx1030 -o out --launcher no-such-program
says "launcher 'no-such-program': no such program in PATH"
run 3 env PATH=/nowhere "$KBUILD" build src --targets gfx1030 -o out
says "ninja"

# No toolchain at all: what is missing, and what to install.
mkdir tools
for tool in ninja sh; do ln -s "$(command -v $tool)" tools/; done
run 3 env KBUILD_SYSROOT="$TOP/nothing" PATH="$TOP/tools" "$KBUILD" build src --targets gfx1030 -o out
says "the HIP toolchain is not complete; not found:"
says "HIP headers"
says "device libraries"
says "apt-get install"
[ ! -e out/kernels.h ] || fail "made a package"
if [ -e /usr/lib/llvm-21/lib/clang/21/amdgcn/bitcode ] && [ -x /usr/bin/clang++-19 ]; then
    run 3 kbuild build src --targets gfx1201 -o out --clang 19
    says "of LLVM 21, which clang 19"
elif [ -x /usr/bin/clang++-19 ]; then
    run 0 kbuild build src --targets gfx1201 -o out --clang 19
fi
exit 0
