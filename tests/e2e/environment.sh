# If the machine lacks something, the exit code is 3 and the message says what to do.
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
says "plain: is not a directory, and one is needed here"
run 3 kbuild build src --targets gfx1030 -o out --launcher no-such-program
says "launcher 'no-such-program': no such program in PATH"
run 3 env PATH=/nowhere "$KBUILD" build src --targets gfx1030 -o out
says "ninja"
run 3 env TMPDIR="$TOP/not-there" "$KBUILD" step --output made -- cp plain made.tmp
says ": cannot make this directory for temporary files: "

# A ninja that does nothing, or that is too old.
mkdir old
printf '#!/bin/sh\n[ "$1" != --version ] || echo 1.5\n' >old/ninja
chmod +x old/ninja
run 3 env PATH="$TOP/old:$PATH" "$KBUILD" build src --targets gfx1030 -o idle
says "$TOP/old/ninja ended well but built nothing"
printf '[ "$1" = --version ] || exit 7\n' >>old/ninja
run 3 env PATH="$TOP/old:$PATH" "$KBUILD" build src --targets gfx1030 -o idle
says "$TOP/old/ninja stopped with exit code 7, and no step has failed"

# A compiler that leaves no depfile. It also prints its arguments, what it sees of the environment
# and the real name of an open file: the same each time.
find_clang
wrap_clang <<EOF
#!/bin/sh
case " \$* " in *" -c hip/"*)
    { env | grep -v '^_=' | sed '/^PWD=/d; s/^TMPDIR=.*/TMPDIR/' | sort
      printf '%s\\n' "\$@"
      readlink /proc/self/fd/0; } >"$TOP/seen"
    cat /proc/self/maps >"$TOP/maps"
    for out; do :; done
    : >"\$out"
    exit 0 ;;
esac
exec "$real" "\$@"
EOF
run 3 kbuild build src --targets gfx1030 -o fake --clang "$TOP/bin/clang++"
says "ended well but wrote no obj/a.gfx1030.hsaco.d"
mv seen first
mv maps first.maps
run 3 env LANG=de_DE.UTF-8 CPATH=/usr MORE="$(seq 500)" CCC_OVERRIDE_OPTIONS=+-O0 \
    "$KBUILD" build src --targets gfx1030 -o fake --clang "$TOP/bin/clang++"
same first seen
# In another directory too: the compiler's memory does not depend on the directory's name.
mkdir -p "a longer name/of a directory"
cp -r src "a longer name/of a directory"
(cd "a longer name/of a directory" && ulimit -S -s 1024 && rm ../../maps ../../seen &&
    run 3 kbuild build src --targets gfx1030 -o fake --clang "$TOP/bin/clang++") || exit 1
same first seen
grep -q '^LC_ALL=C$' seen || fail "the locale is not C"
case $(cat /proc/sys/kernel/randomize_va_space) in
0) ;;
*) kbuild doctor | grep -qF "fixed addresses" || same first.maps maps ;;
esac

# A variable that does not name a directory is ignored, and a build works as doctor says.
run 0 env HIP_PATH=/nowhere "$KBUILD" doctor --targets gfx1030 --verbose
says "HIP_PATH is set to '/nowhere', which is not a directory; it is ignored"
run 0 env HIP_PATH=/nowhere "$KBUILD" build src --targets gfx1030 -o ignored
says "which is not a directory; it is ignored"

# If a program fails for lack of a resource, kbuild tries again; the failure is not cached.
for limit in 6 8 10; do
    (ulimit -n $limit; "$KBUILD" build src --targets gfx1030 -o limited) >"$TOP/.out" 2>&1
    run 0 kbuild build src --targets gfx1030 -o limited
done
grep -qF "$(kbuild doctor --json | sed -n 's/.*"fingerprint": //p')" limited/.kbuild/toolchain.json ||
    fail "the toolchain is not what the doctor finds"

# No toolchain at all: the message lists the missing parts and the packages to install.
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

# HIP's headers are those that doctor names, also if the system's directories have a HIP.
hip=$(kbuild doctor | sed -n 's/.* HIP headers *[^ ]* *//p')
mkdir -p rocm/include newer
cp -r "$hip/include/hip" rocm/include
echo '#define OF_HIP_PATH 1' >>rocm/include/hip/hip_version.h
kernel newer/b.cu b1
printf '%s\n' '#include <hip/hip_version.h>' '#ifndef OF_HIP_PATH' '#error the headers of another HIP' '#endif' >>newer/b.cu
run 0 env HIP_PATH="$TOP/rocm" "$KBUILD" build newer --targets gfx1030 -o newer-package
