# Records that kernels take by value have the members of the source, at the source's places, and a kernel reads what C, as
# C11 and C++17, put there. $KRT and $HIPEMU are the libraries, where there are any.
. "$(dirname "$0")/lib.sh"
mkdir src
cat >src/records.h <<'EOF2'
struct P { char c; float x; };
enum mode { FAST, EXACT };
struct inner { double d; short s[3]; };
struct tail { int a; char b; tail() = default; tail(int); }; // a class that derives from it uses its tail
struct reused : tail { char c; };
struct hides : P { char c; };
struct kept : inner { char c; }; // no tail of an aggregate is used
struct __attribute__((packed)) dense { char c; int n; short s; };
struct nothing {};
struct all {
    bool flag;
    mode how;
    unsigned long n;
    float *out;
    const int *in;
    int grid[2][3];
    inner one, more[2];
    nothing none;
    unsigned low : 3, high : 9;
    alignas(16) float lanes[4];
    struct { int q; } named;
    struct { short inside; };
    union { int i; float f; } either;
    int restrict_;
    P *unknown;
};
template <class T> struct vec { T x, y, z; };
// C has no such layouts: these are bytes.
struct first_empty : nothing, P { int x; };
struct dynamic { virtual void f(); int x; };
struct shared { [[no_unique_address]] nothing n; int x; };
EOF2
cat >src/records.cu <<'EOF2'
#include <cuda_fp16.h>
#include "records.h"
__global__ void simple(P p, float *out) { out[0] = p.c + p.x; }
__global__ void several(reused r, hides h, kept k, dense d, vec<float> v, float4 f, half2 e, float *out)
{
    out[0] = r.a + r.b * 10 + r.c * 100;
    out[1] = h.c + h.P::c * 10 + h.x;
    out[2] = k.c + (float)k.d + k.s[2];
    out[3] = d.n + d.s + d.c;
    out[4] = v.x + v.y * 10 + v.z * 100;
    out[5] = f.x + f.y * 10 + f.z * 100 + f.w * 1000;
    out[6] = __half2float(e.x) + 10 * __half2float(e.y);
}
__global__ void every(all a)
{
    a.out[0] = a.flag + a.how * 10 + a.n * 100;
    a.out[1] = a.grid[1][2] + a.in[1] * 100;
    a.out[2] = (float)a.one.d + a.more[1].s[2] * 10;
    a.out[3] = a.low + a.high * 10;
    a.out[4] = a.lanes[3] + a.named.q * 10 + a.inside * 100 + a.restrict_ * 1000 + a.either.f;
}
// Not records, though C has no name for what they point to.
__global__ void arrays(const float (&in)[4], float (*rows)[2], float *out) { out[0] = in[3] + rows[1][1]; }
template <int N> __global__ void array(const float (&in)[N], float *out) { out[0] = in[N - 1]; }
template __global__ void array<2>(const float (&)[2], float *);
__global__ void bytes(first_empty a, dynamic b, shared c) {}
template <class T> __global__ void instance(T *out, T value, vec<double> v, mode m) { if (m == EXACT) *out = value; else out->x = v.y; }
template __global__ void instance<P>(P *, P, vec<double>, mode);
template __global__ void instance<vec<short>>(vec<short> *, vec<short>, vec<double>, mode);
EOF2
# Another module has another record of that name.
echo 'struct P { int n; }; static __global__ void other(P p, int *out) { *out = p.n; }' >src/second.cu
run 0 kbuild build src --targets gfx1030 -o out --quiet
for one in 'int8_t c;' 'struct kernels_vec_float v,' 'struct kernels_P_2' 'struct kernels_vec_double v, uint32_t m' \
    'const void *in, void *rows, float *out' 'const void *in, float *out'; do
    grep -qF "$one" out/kernels.h || fail "not in the header: $one"
done
for one in first_empty dynamic shared vec_short; do
    tr '\n' ' ' <out/kernels.h | grep -q "struct kernels_$one {[^}]*unsigned char bytes\[[0-9]*\]; }" || fail "$one is not bytes"
done
[ "$(grep -c 'unsigned char bytes' out/kernels.h)" = 6 ] || fail "other records are bytes"

# The source's own types, as a host compiler lays them out, beside those of the header.
cat >compare.cpp <<'EOF2'
#include "src/records.h"
#include "kernels.h"
#define SAME(type) static_assert(sizeof(type) == sizeof(kernels_##type) && alignof(type) == alignof(kernels_##type), #type)
#define AT(type, member) static_assert(__builtin_offsetof(type, member) == __builtin_offsetof(kernels_##type, member), #member)
SAME(reused); SAME(hides); SAME(kept); SAME(dense); SAME(all); SAME(first_empty); SAME(dynamic); SAME(shared);
AT(reused, b); AT(reused, c); AT(hides, x); AT(hides, c); AT(kept, s); AT(kept, c); AT(dense, n); AT(dense, s);
AT(all, how); AT(all, n); AT(all, out); AT(all, grid); AT(all, one); AT(all, more); AT(all, none); AT(all, lanes); AT(all, named);
AT(all, inside); AT(all, either); AT(all, restrict_); AT(all, unknown);
EOF2
cat >main.c <<'EOF2'
#include "kernels.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MUST(call) \
    if ((call) != KRT_OK) \
        exit((fprintf(stderr, "%s: %s\n", #call, krt_error_message()), 1))
static void show(struct krt_stream *stream, const void *from, int count)
{
    float host[8];
    MUST(krt_copy_to_host(stream, host, from, sizeof host));
    MUST(krt_stream_synchronize(stream));
    for (int i = 0; i < count; i++)
        printf("%g%c", (double)host[i], i + 1 < count ? ' ' : '\n');
}
int main(void)
{
    const int ints[2] = {0, 7};
    struct krt_launch_config config = {{1, 1, 1}, {1, 1, 1}, 0};
    struct krt_device *device;
    void *memory, *in;
    MUST(krt_device_default(&device));
    struct krt_stream *stream = krt_device_stream(device);
    MUST(krt_alloc(device, 64, &memory));
    MUST(krt_alloc(device, sizeof ints, &in));
    MUST(krt_copy_to_device(stream, in, ints, sizeof ints));
    float *out = (float *)memory;
    struct kernels_P p = {3, 2.5};
    MUST(kernels_launch_simple(stream, &config, p, out));
    show(stream, out, 1);
    struct kernels_reused r = {1, 2, 3};
    struct kernels_hides h = {4, 0.5, 1};
    struct kernels_kept k = {0.25, {1, 2, 3}, 4};
    struct kernels_dense d = {1, 100000, 20};
    struct kernels_vec_float v = {1, 2, 3};
    struct kernels_HIP_vector_type_float_4 f = {1, 2, 3, 4};
    struct kernels___half2 e = {{0x3c00}, {0x4000}};
    MUST(kernels_launch_several(stream, &config, r, h, k, d, v, f, e, out));
    show(stream, out, 7);
    struct kernels_all a;
    memset(&a, 0, sizeof a);
    a.flag = true;
    a.how = 1;
    a.n = 3;
    a.out = out;
    a.in = (const int32_t *)in;
    a.grid[1][2] = 5;
    a.one.d = 0.5;
    a.more[1].s[2] = 6;
    a.bits_10[0] = (2 | 300 << 3) & 0xff;
    a.bits_10[1] = (2 | 300 << 3) >> 8;
    a.lanes[3] = 0.75;
    a.named.q = 1;
    a.inside = 2;
    a.restrict_ = 3;
    memcpy(&a.either, &a.lanes[3], sizeof a.either);
    MUST(kernels_launch_every(stream, &config, a));
    show(stream, out, 5);
    struct kernels_vec_double w = {0, 9, 0};
    MUST(kernels_launch_instance_P(stream, &config, out, p, w, 1));
    show(stream, (char *)out + 4, 1);
    struct kernels_P_2 other = {41};
    MUST(kernels_launch_other(stream, &config, other, (int32_t *)memory));
    MUST(krt_copy_to_host(stream, &other, memory, sizeof other));
    MUST(krt_stream_synchronize(stream));
    printf("%d\n", (int)other.n);
    return 0;
}
EOF2
cat >wanted <<'EOF2'
5.5
321 41.5 7.25 100021 321 4321 21
311 705 60.5 3002 3211.5
2.5
41
EOF2
flags="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I $INCLUDE -I out"
tried=0
for c in gcc clang; do
    command -v $c >/dev/null || continue
    # shellcheck disable=SC2086 # words
    run 0 $c -x c++ -std=c++20 -I "$INCLUDE" -I out -Wno-invalid-offsetof -fsyntax-only compare.cpp
    for language in "c -std=c11" "c++ -std=c++17"; do
        # shellcheck disable=SC2086
        run 0 $c -x $language $flags -c out/kernels.c -o kernels.o
        [ ! -s .err ] || fail "$c -x $language: not silent"
        [ -n "${HIPEMU-}" ] || continue
        # shellcheck disable=SC2086
        run 0 $c -x $language $flags -c main.c -o main.o
        run 0 $c main.o kernels.o "$KRT" -o main "-Wl,-rpath,$(dirname "$KRT")"
        run 0 env KRT_DEVICE=emu:gfx1030 KRT_LIBRARY="$HIPEMU" ./main
        same wanted .out
        tried=$((tried + 1))
    done
done
[ -z "${HIPEMU-}" ] || [ $tried -gt 0 ] || skip "neither gcc nor clang is installed"
