# Inline PTX without a translation is an error where it is compiled for the device, at the line of the
# source, and nowhere else: clang would refuse its constraints in functions that nobody calls.
. "$(dirname "$0")/../../lib.sh"
. "$HERE/../../hip.sh"
[ -e /usr/include/hip/hip_runtime.h ] || skip "HIP's headers are not installed"
compilers=
for version in 15 17 19 21; do
    command -v "clang++-$version" >/dev/null && compilers="$compilers clang++-$version"
done
[ -n "$compilers" ] || skip "no clang++ from 15 to 21 is installed"

cat >unused.cu <<'END_OF_SOURCE'
#define STORE(p, x) asm volatile("frob.u64 [%0], %1;" \
    ::"l"(p), "d"(x) : "memory")
static __device__ double never(long *p, double x)
{
    double y;
    asm("frob.f64 %0, %1;" : "=d"(y) : "l"(p));
    STORE(p, x);
    return y;
}
template <class T> __device__ T in_template(T *p)
{
    T y;
    if constexpr (sizeof(T) == 8)
        asm volatile("frob.f64 %0, [%1];"
                     : "=d"(y)
                     : "l"(p));
    else
        y = *p;
    return y;
}
inline __device__ void in_inline(double x) { STORE(&x, x); }
__global__ void kernel(double *p)
{
    *(float *)p = in_template((float *)p);
#ifdef USED
    *p = in_template(p);
    in_inline(*p);
    *p = never((long *)p, *p);
#endif
}
int on_the_host(int x)
{
#if defined(__x86_64__)
    asm("addl %1, %0" : "+r"(x) : "r"(1));
#elif defined(__riscv)
    asm("amoadd.w.aq %0, %0, (%1)" : "+r"(x) : "r"(&x));
#endif
    return x;
}
END_OF_SOURCE
run 0 "$KBUILD" hipify unused.cu --as unused.cu -o unused.hip
says "unused.cu:6:5: warning: inline PTX assembly: frob.f64 is not known"
run 1 "$KBUILD" hipify unused.cu --as unused.cu -o unused.hip --strict

# compile COMPILER OPTION...: what clang warns of is an error
compile() {
    "$@" -x hip --offload-arch=gfx90a -nogpulib -std=c++17 -O1 -Wall -Werror -Wno-unused-function \
        --rocm-path=/usr --hip-version="$(hip_version)" -o out unused.hip 2>.err
    rc=$?
}
for compiler in $compilers; do
    compile "$compiler" --cuda-device-only -S
    [ "$rc" = 0 ] || fail "$compiler: functions that nobody calls are refused"
    ! grep -q '\.error' out || fail "$compiler: functions that nobody calls are in the code"
    compile "$compiler" --cuda-host-only -c
    [ "$rc" = 0 ] || fail "$compiler: the host's code is refused"
    compile "$compiler" --cuda-device-only -DUSED -c
    [ "$rc" != 0 ] || fail "$compiler: what is used compiles"
    for line in 6 14 21; do
        grep -q "unused.cu:$line:[0-9]*: error: inline PTX has no translation: frob" .err ||
            fail "$compiler: no error at line $line"
    done
done
