# For the tests of kbuild index: real code objects for two modules of C++ kernels, made by clang for
# the device only, without headers or device libraries, and their reflect files, written by hand.
. "$(dirname "$0")/../lib.sh"
FIXTURES=$TOP/fixtures
sh "$HERE/../unpack.sh" "$HERE/modules.txtar" "$FIXTURES"
TARGETS="gfx1030 gfx1100 gfx90a"

. "$HERE/../hip.sh"
CLANG=$(hip_clang) || skip "the clang of HIP is not installed"
BUNDLER=${CLANG%/*}/clang-offload-bundler
[ -x "$BUNDLER" ] || skip "$BUNDLER is not installed"

# compile SOURCE TARGET OUTPUT [FLAG...]
compile() {
    source=$1 target=$2 output=$3
    shift 3
    "$CLANG" -x hip --cuda-device-only --no-gpu-bundle-output -nogpulib -nogpuinc -O2 -std=c++17 \
        --offload-arch="$target" "$@" -c "$source" -o "$output" || fail "$source: not compiled"
}

# bundle OUTPUT TARGET=FILE...
bundle() {
    output=$1 ids=host-x86_64-unknown-linux--
    shift
    for image; do
        ids=$ids,hipv4-amdgcn-amd-amdhsa--${image%%=*}
        set -- "$@" "-input=${image#*=}"
        shift
    done
    "$BUNDLER" -type=o -bundle-align=4096 -targets="$ids" -input=/dev/null "$@" \
        -output="$output" || fail "$output: not bundled"
}

# The fat files of both modules and all targets, and copies of their reflect files to be edited.
make_modules() {
    for module in kinds math; do
        cp "$FIXTURES/$module.reflect.json" .
        for target in $TARGETS; do
            compile "$FIXTURES/$module.hip" "$target" "$module.$target"
        done
        bundle $module.hsaco gfx1030=$module.gfx1030 gfx1100=$module.gfx1100 \
            gfx90a=$module.gfx90a
    done
}

# index WANTED-EXIT-CODE [OPTION...]: of both modules, into out/.
index() {
    wanted=$1
    shift
    run "$wanted" kbuild index --package kernels --targets gfx1030,gfx1100,gfx90a -o out "$@" \
        kinds.reflect.json kinds.hsaco math.reflect.json math.hsaco
}

# edit FILE SED-EXPRESSION: it must change something.
edit() {
    cp "$1" before
    sed -i "$2" "$1"
    ! cmp -s before "$1" || fail "'$2' changed nothing in $1"
}

nothing_written() { [ ! -e out ] || fail "out/ was written"; }
