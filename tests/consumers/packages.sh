# Packages that share names live in one process, and each launches its own kernels: two libraries, linked or opened,
# locally or globally, plugins, static archives, with any -fvisibility and link-time optimisation. What could be
# mistaken for another package does not compile or link.
. "$(dirname "$0")/lib.sh"
needs cc

# package DIRECTORY NAME FACTOR [PARAMETER]: kernels scale() and same(), which multiply by FACTOR.
package() {
    mkdir -p "$1.src"
    for kernel in scale same; do
        echo "extern \"C\" __global__ void $kernel(float *x, int n${4-}) { if (threadIdx.x < n) x[threadIdx.x] *= $3; }"
    done >"$1.src/scale.cu"
    run 0 kbuild build "$1.src" --targets gfx1030 --package "$2" -o "$1" --quiet
}
package one one 10
package two two 1000
package first kernels 10
package second kernels 1000 ', int unused'
package twin kernels 7

# unit FILE FUNCTION PACKAGE [ARGUMENT]: FUNCTION launches scale() of PACKAGE.
unit() {
    cat >"$1" <<C
#include "$3.h"
__attribute__((visibility("default"))) krt_status $2(struct krt_stream *stream, void *x)
{
    struct krt_launch_config config = {{1}, {64}, 0};
    return $3_launch_scale(stream, &config, x, 1${4-});
}
C
}
cat >run.h <<'C'
#include <krt/krt.h>
#include <stdio.h>
typedef krt_status launch(struct krt_stream *stream, void *x);
static inline int multiply(launch *first, launch *second)
{
    struct krt_device *device;
    float x = 1;
    void *memory;
    if (krt_device_default(&device) || krt_alloc(device, sizeof x, &memory))
        return puts(krt_error_message()), 1;
    struct krt_stream *stream = krt_device_stream(device);
    launch *const all[] = {first, second};
    krt_copy_to_device(stream, memory, &x, sizeof x);
    for (int i = 0; i < 2; i++) {
        if (all[i](stream, memory) || krt_copy_to_host(stream, &x, memory, sizeof x))
            return puts(krt_error_message()), 1;
        printf("%g\n", x);
    }
    return 0;
}
C
cat >linked.c <<'C'
#include "run.h"
launch run_first, run_second;
int main(void) { return multiply(run_first, run_second); }
C
cat >opened.c <<'C'
#include "run.h"
#include <dlfcn.h>
int main(int argc, char **argv)
{
    void *first = dlopen("./libfirst.so", RTLD_NOW | (argc > 1 ? RTLD_GLOBAL : RTLD_LOCAL));
    void *second = dlopen("./libsecond.so", RTLD_NOW | (argc > 1 ? RTLD_GLOBAL : RTLD_LOCAL));
    if (!first || !second)
        return puts(dlerror()), (int)(argv == NULL) + 1;
    return multiply((launch *)dlsym(first, "run_first"), (launch *)dlsym(second, "run_second"));
}
C
export KRT_DEVICE=emu:gfx1030 LD_LIBRARY_PATH="$PREFIX/lib"
krt=$(pkg-config --cflags --libs krt)
# compile OUTPUT WORD...: with the flags at hand.
compile() {
    out=$1
    shift
    # shellcheck disable=SC2086 # words
    run 0 cc -std=gnu11 -Wall -Wextra -Werror -fPIC $flags -o "$out" "$@" $krt
}
# gives FIRST SECOND COMMAND...: what is there after the launch of each.
gives() {
    wanted="$1
$2"
    shift 2
    run 0 "$@"
    [ "$(cat "$TOP/.out")" = "$wanted" ] || fail "$flags: $*: not $wanted"
}

# in_all_ways DIRECTORY PACKAGE DIRECTORY PACKAGE FIRST SECOND: of the packages and of their functions.
in_all_ways() {
    unit first.c run_first "$2"
    unit second.c run_second "$4" "${7-}"
    compile libfirst.so -shared -I"$1" first.c "$1/$2.c"
    compile libsecond.so -shared -I"$3" second.c "$3/$4.c"
    compile linked -I. linked.c -L. -lfirst -lsecond -Wl,-rpath,.
    compile reversed -I. linked.c -L. -lsecond -lfirst -Wl,-rpath,.
    compile opened -I. opened.c -ldl
    gives "$5" "$6" ./linked
    gives "$5" "$6" ./reversed
    gives "$5" "$6" ./opened
    gives "$5" "$6" ./opened global
    # shellcheck disable=SC2086
    for side in first second; do
        [ $side = first ] && directory=$1 name=$2 || directory=$3 name=$4
        run 0 cc -std=gnu11 $flags $(pkg-config --cflags krt) -I"$directory" -c $side.c -o $side.o
        run 0 cc -std=gnu11 $flags $(pkg-config --cflags krt) -I"$directory" -c "$directory/$name.c" -o $side.kernels.o
        rm -f lib$side.a
        run 0 "${AR-gcc-ar}" rc lib$side.a $side.o $side.kernels.o
    done
    compile static -I. linked.c libfirst.a libsecond.a
    gives "$5" "$6" ./static
}
for flags in '' '-fvisibility=hidden' '-O2 -flto'; do
    in_all_ways one one two two 10 10000
    in_all_ways first kernels second kernels 10 10000 ', 0'
done

# Exported, and of different names.
flags='-DONE_SHARED -DTWO_SHARED'
in_all_ways one one two two 10 10000
run 0 nm -D --defined-only libfirst.so
says " one_package"
flags=
in_all_ways one one two two 10 10000
run 0 nm -D --defined-only libfirst.so
says_not one_package
says_not launch_scale

# Two headers of one name are an error where one file includes both, and tables of one name where they would be taken
# for each other.
printf '#include "first/kernels.h"\n#include "second/kernels.h"\n' >both.c
# shellcheck disable=SC2086
run_fails cc $(pkg-config --cflags krt) -I. -fsyntax-only both.c
says "two packages have the name kernels; build one of them with another --package"
printf '#include "first/scale.hsaco.h"\n#include "twin/scale.hsaco.h"\n' >both.c
# shellcheck disable=SC2046
run_fails cc $(pkg-config --cflags krt) -I. -fsyntax-only both.c
says "two headers define kernels_scale_hsaco"
unit first.c run_first kernels
unit second.c run_second kernels ', 0'
# shellcheck disable=SC2086
run 0 cc $krt -Isecond -c second.c -o second.o
# shellcheck disable=SC2086
run_fails cc -I. -Ifirst linked.c second.o first.c first/kernels.c $krt -o mixed
says "undefined reference to \`kernels_package_"
# shellcheck disable=SC2086
run_fails cc -I. -Ifirst linked.c first.c first/kernels.c twin/kernels.c $krt -o mixed
says "multiple definition of"
# A kernel called like a function of libkrt is the package's own.
mkdir own
echo 'extern "C" __global__ void config(int *p) { *p = 1; }' >own/own.cu
run 0 kbuild build own --targets gfx1030 -o of-own --quiet
printf '#include "kernels.h"\nvoid *const p = (void *)kernels_launch_config;\n' >own.c
# shellcheck disable=SC2046
run 0 cc $(pkg-config --cflags krt) -Iof-own -fsyntax-only own.c
