// NVIDIA's intrinsics on a GPU against kbuild's on the host, in one program, bit for bit: edges in
// combinations, and at random. Prints the functions that differ, with examples, and fails on any.
//
//     gpu_reference.sh builds it (nvcc) and runs it where there is a GPU
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

// kbuild's functions under a name of their own, for the host alone.
#include "kbuild/qualifiers.h"
#undef KBUILD_BOTH
#undef KBUILD_MEMBER
#undef KBUILD_DEVICE
#define KBUILD_BOTH   inline
#define KBUILD_MEMBER inline
#define KBUILD_DEVICE inline
#pragma push_macro("__CUDACC__")
#undef __CUDACC__
namespace ours
{
#include "kbuild/intrinsics.h"
#include "kbuild/min_max.h"
#include "kbuild/rounding_intrinsics.h"
#include "kbuild/simd.h"
inline float __saturatef(float x)
{
    return x > 0.0f ? x < 1.0f ? x : 1.0f : 0.0f;
}
} // namespace ours
#pragma pop_macro("__CUDACC__")

typedef unsigned long long word;

template <class T> __host__ __device__ T from_word(word bits)
{
    T x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Any NaN is the same.
template <class T> word to_word(T x)
{
    word bits = 0;
    if (x != x) {
        return ~0ull;
    }
    memcpy(&bits, &x, sizeof x);
    return bits;
}

template <class F, class R, class... A> struct call;
template <class F, class R, class A> struct call<F, R, A> {
    __device__ static R on(const word *in)
    {
        return F::theirs(from_word<A>(in[0]));
    }
    static R here(const word *in)
    {
        return F::mine(from_word<A>(in[0]));
    }
};
template <class F, class R, class A, class B> struct call<F, R, A, B> {
    __device__ static R on(const word *in)
    {
        return F::theirs(from_word<A>(in[0]), from_word<B>(in[1]));
    }
    static R here(const word *in)
    {
        return F::mine(from_word<A>(in[0]), from_word<B>(in[1]));
    }
};
template <class F, class R, class A, class B, class C> struct call<F, R, A, B, C> {
    __device__ static R on(const word *in)
    {
        return F::theirs(from_word<A>(in[0]), from_word<B>(in[1]), from_word<C>(in[2]));
    }
    static R here(const word *in)
    {
        return F::mine(from_word<A>(in[0]), from_word<B>(in[1]), from_word<C>(in[2]));
    }
};

template <class C, class R> __global__ void run(const word *in, R *out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        out[i] = C::on(in + 3 * i);
    }
}

template <class T> struct edges {
    static void add(std::vector<word> &to)
    {
        for (int i = 0; i < 8 * static_cast<int>(sizeof(T)); ++i) {
            const word one = 1ull << i;
            for (word bits : {one - 1, one, one + 1, 0 - one}) {
                to.push_back(bits);
            }
        }
        for (word bits :
             {0x7f7f7f7full, 0x80808080ull, 0x80007fffull, 0x7fff8000ull, 0xff00ff01ull}) {
            to.push_back(bits | bits << 32);
        }
    }
};
template <class T, class Bits> void add_floating(std::vector<word> &to, int fraction, int bias)
{
    const Bits one = static_cast<Bits>(1) << fraction;
    for (int exponent : {0, 1, 2, bias - fraction - 1, bias - 1, bias, bias + 1, bias + 23,
                         bias + 30, bias + 31, bias + 32, bias + 52, bias + 62, bias + 63,
                         bias + 64, 2 * bias - 1, 2 * bias, 2 * bias + 1}) {
        for (Bits low : {Bits(0), Bits(1), Bits(one / 2), Bits(one / 2 + 1), Bits(one - 1)}) {
            const Bits bits = (static_cast<Bits>(exponent) << fraction) + low;
            to.push_back(bits);
            to.push_back(bits | static_cast<Bits>(1) << (8 * sizeof(T) - 1));
        }
    }
}
template <> struct edges<float> {
    static void add(std::vector<word> &to)
    {
        add_floating<float, uint32_t>(to, 23, 127);
    }
};
template <> struct edges<double> {
    static void add(std::vector<word> &to)
    {
        add_floating<double, uint64_t>(to, 52, 1023);
    }
};

static word state = 0x9e3779b97f4a7c15ull;
static word next_random()
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1dull;
}

// Random bits; for floating point half of them of like size, where last places meet.
template <class T> word at_random()
{
    const word bits = next_random();
    if (std::is_floating_point<T>::value && (bits & 1)) {
        const T x = static_cast<T>(1 + (next_random() >> 11) * 0x1p-53) *
                    static_cast<T>(std::ldexp(1.0, static_cast<int>(bits >> 1 & 31) - 8));
        word made = 0;
        memcpy(&made, &x, sizeof x);
        return made ^ (bits >> 2 & 1) << (8 * sizeof(T) - 1);
    }
    return bits >> (bits >> 58 & 31);
}

template <class... A> std::vector<word> inputs()
{
    std::vector<word> sets[3];
    int n = 0;
    const int done[] = {(edges<A>::add(sets[n++]), 0)...};
    (void)done;
    std::vector<word> all;
    if (n == 1) {
        for (word a : sets[0]) {
            all.insert(all.end(), {a, 0, 0});
        }
    } else {
        for (word a : sets[0]) {
            for (word b : sets[1]) {
                all.insert(all.end(), {a, b, n > 2 ? sets[2][next_random() % sets[2].size()] : 0});
            }
        }
    }
    for (int i = 0; i < 1 << 18; ++i) {
        const word made[] = {at_random<A>()..., 0, 0};
        all.insert(all.end(), made, made + 3);
    }
    return all;
}

static int differing, functions;

// C leaves open which of two zeros fmax and fmin return, and what they do with a signalling NaN:
// the host's, which stand here for kbuild's on the device, decide otherwise than NVIDIA's.
template <class R> bool is_open(const char *name, const word *in, R mine, R theirs)
{
    const bool floating = strncmp(name, "max(", 4) == 0 || strncmp(name, "min(", 4) == 0;
    if (!floating || (!strstr(name, "float") && !strstr(name, "double"))) {
        return false;
    }
    const auto is_nan = [](word bits) {
        return (bits << 1) > (0x7ffull << 53) || static_cast<unsigned>(bits << 1) > 0xffu << 24;
    };
    return (mine == R(0) && theirs == R(0)) || is_nan(in[0]) || is_nan(in[1]);
}

#define CUDA(CALL)                                                                                 \
    do {                                                                                           \
        const cudaError_t error = (CALL);                                                          \
        if (error != cudaSuccess) {                                                                \
            printf("%s: %s\n", #CALL, cudaGetErrorString(error));                                  \
            return 3;                                                                              \
        }                                                                                          \
    } while (0)

template <class F, class R, class... A> int compare(const char *name)
{
    typedef call<F, R, A...> both;
    const std::vector<word> in = inputs<A...>();
    const int count = static_cast<int>(in.size() / 3);
    std::vector<R> out(count);
    word *device_in;
    R *device_out;
    CUDA(cudaMalloc(&device_in, in.size() * sizeof(word)));
    CUDA(cudaMalloc(&device_out, count * sizeof(R)));
    CUDA(cudaMemcpy(device_in, in.data(), in.size() * sizeof(word), cudaMemcpyHostToDevice));
    run<both, R><<<(count + 255) / 256, 256>>>(device_in, device_out, count);
    CUDA(cudaGetLastError());
    CUDA(cudaMemcpy(out.data(), device_out, count * sizeof(R), cudaMemcpyDeviceToHost));
    cudaFree(device_in);
    cudaFree(device_out);
    int wrong = 0;
    for (int i = 0; i < count; ++i) {
        const R mine = both::here(&in[3 * i]);
        if (to_word(mine) != to_word(out[i]) && !is_open(name, &in[3 * i], mine, out[i]) &&
            ++wrong <= 3) {
            printf("%s(%llx, %llx, %llx): NVIDIA %llx, kbuild %llx\n", name, in[3 * i],
                   in[3 * i + 1], in[3 * i + 2], to_word(out[i]), to_word(mine));
        }
    }
    ++functions;
    differing += wrong != 0;
    if (wrong) {
        printf("%s: %d of %d differ\n", name, wrong, count);
    }
    return 0;
}

// Each function of the list as a type.
#define ENTRY1(I, NAME, R, A)                                                                      \
    struct f##I {                                                                                  \
        __device__ static R theirs(A a)                                                            \
        {                                                                                          \
            return ::NAME(a);                                                                      \
        }                                                                                          \
        static R mine(A a)                                                                         \
        {                                                                                          \
            return ours::NAME(a);                                                                  \
        }                                                                                          \
    };
#define ENTRY2(I, NAME, R, A, B)                                                                   \
    struct f##I {                                                                                  \
        __device__ static R theirs(A a, B b)                                                       \
        {                                                                                          \
            return ::NAME(a, b);                                                                   \
        }                                                                                          \
        static R mine(A a, B b)                                                                    \
        {                                                                                          \
            return ours::NAME(a, b);                                                               \
        }                                                                                          \
    };
#define ENTRY3(I, NAME, R, A, B, C)                                                                \
    struct f##I {                                                                                  \
        __device__ static R theirs(A a, B b, C c)                                                  \
        {                                                                                          \
            return ::NAME(a, b, c);                                                                \
        }                                                                                          \
        static R mine(A a, B b, C c)                                                               \
        {                                                                                          \
            return ours::NAME(a, b, c);                                                            \
        }                                                                                          \
    };
#include "gpu_list.inc"
#undef ENTRY1
#undef ENTRY2
#undef ENTRY3

// The choices with predicates, both in one word.
#define CHOICE32(NAME, T)                                                                          \
    struct of##NAME {                                                                              \
        __device__ static word theirs(T a, T b)                                                    \
        {                                                                                          \
            bool first = false;                                                                    \
            const word chosen = static_cast<unsigned>(::NAME(a, b, &first));                       \
            return chosen | static_cast<word>(first) << 32;                                        \
        }                                                                                          \
        static word mine(T a, T b)                                                                 \
        {                                                                                          \
            bool first = false;                                                                    \
            const word chosen = static_cast<unsigned>(ours::NAME(a, b, &first));                   \
            return chosen | static_cast<word>(first) << 32;                                        \
        }                                                                                          \
    };
#define CHOICE16(NAME)                                                                             \
    struct of##NAME {                                                                              \
        __device__ static word theirs(unsigned a, unsigned b)                                      \
        {                                                                                          \
            bool high = false, low = false;                                                        \
            const word chosen = ::NAME(a, b, &high, &low);                                         \
            return chosen | static_cast<word>(high * 2 + low) << 32;                               \
        }                                                                                          \
        static word mine(unsigned a, unsigned b)                                                   \
        {                                                                                          \
            bool high = false, low = false;                                                        \
            const word chosen = ours::NAME(a, b, &high, &low);                                     \
            return chosen | static_cast<word>(high * 2 + low) << 32;                               \
        }                                                                                          \
    };
#define CHOICES                                                                                    \
    CHOICE32(__vibmax_s32, int)                                                                    \
    CHOICE32(__vibmax_u32, unsigned)                                                               \
    CHOICE32(__vibmin_s32, int)                                                                    \
    CHOICE32(__vibmin_u32, unsigned)                                                               \
    CHOICE16(__vibmax_s16x2)                                                                       \
    CHOICE16(__vibmax_u16x2)                                                                       \
    CHOICE16(__vibmin_s16x2)                                                                       \
    CHOICE16(__vibmin_u16x2)
CHOICES
#undef CHOICE32
#undef CHOICE16

static int compare_all()
{
    int status = 0;
#define ENTRY1(I, NAME, R, A)    status |= compare<f##I, R, A>(#NAME "(" #A ")");
#define ENTRY2(I, NAME, R, A, B) status |= compare<f##I, R, A, B>(#NAME "(" #A ", " #B ")");
#define ENTRY3(I, NAME, R, A, B, C)                                                                \
    status |= compare<f##I, R, A, B, C>(#NAME "(" #A ", " #B ", " #C ")");
#include "gpu_list.inc"
#define CHOICE32(NAME, T) status |= compare<of##NAME, word, T, T>(#NAME);
#define CHOICE16(NAME)    status |= compare<of##NAME, word, unsigned, unsigned>(#NAME);
    CHOICES
    return status;
}

int main()
{
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        printf("skipped: no NVIDIA GPU\n");
        return 77;
    }
    const int status = compare_all();
    printf("%d functions compared, %d differ\n", functions, differing);
    return status ? status : differing != 0;
}
