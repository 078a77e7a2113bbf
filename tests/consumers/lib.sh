# For tests that use kbuild like other projects: an installed and moved tree, found only through PATH,
# CMAKE_PREFIX_PATH and PKG_CONFIG_PATH. $PREFIX is that tree (the test consumers.install makes it), $EXAMPLES the examples.
KBUILD=${PREFIX:?is where kbuild is installed}/bin/kbuild
. "$(dirname "$0")/../lib.sh"
has_toolchain() { "$KBUILD" doctor >/dev/null 2>&1; }
has_toolchain || skip "no HIP toolchain on this machine ('kbuild doctor' describes it)"

PATH=$PREFIX/bin:$PATH
CMAKE_PREFIX_PATH=$PREFIX
PKG_CONFIG_PATH=$(dirname "$(find "$PREFIX" -name krt.pc)")
export PATH CMAKE_PREFIX_PATH PKG_CONFIG_PATH
unset KRT_LIBRARY KRT_DEVICE KBUILD_INCLUDE CMAKE_GENERATOR CARGO_MAKEFLAGS

# run_fails COMMAND...: runs COMMAND, which must fail. Keeps its output like run.
run_fails() {
    "$@" >"$TOP/.out" 2>"$TOP/.err"
    rc=$?
    [ "$rc" != 0 ] || fail "succeeded: $*"
}

needs() { command -v "$1" >/dev/null || skip "$1 is not installed"; }

# A launcher that writes a line to $TOP/compiles for each compile, and takes objects as kbuild_scripts_take_objects()
# of CMake describes it.
cat >launcher <<SH
#!/bin/sh
for word; do
    case \$word in --offload-arch=*) echo "\${word#*=}" >>"$TOP/compiles" ;; esac
done
export CCACHE_COMPILERCHECK="string:\$KBUILD_FINGERPRINT" CCACHE_DEPEND=1 CCACHE_NOHASHDIR=1 \\
    CCACHE_COMPILERTYPE=other
exec ${LAUNCHER-} "\$@"
SH
chmod +x launcher

# compiles NUMBER WHY: checks that NUMBER compiles ran since the last call.
compiles() {
    count=0
    [ ! -e "$TOP/compiles" ] || count=$(wc -l <"$TOP/compiles")
    rm -f "$TOP/compiles"
    [ "$count" = "$1" ] || fail "$2: $count compile jobs, not $1"
}
