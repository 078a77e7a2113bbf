// The SIMD-in-a-word intrinsics against what CUDA's documentation says of one lane, in 64-bit
// arithmetic: all pairs of 8-bit lanes, and 16-bit lanes at their edges and at random. Each lane
// position is tried beside other lanes, so that a carry or a borrow between lanes shows.
#include "check.hpp"

#include "kbuild/simd.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace
{

checker check;

typedef unsigned (*binary)(unsigned, unsigned);
typedef unsigned (*unary)(unsigned);
typedef int64_t (*scalar)(int64_t a, int64_t b, int64_t lowest, int64_t highest);

int64_t clamp(int64_t x, int64_t lowest, int64_t highest)
{
    return std::min(std::max(x, lowest), highest);
}

int64_t half_away_from_zero(int64_t sum)
{
    return sum >= 0 ? (sum + 1) / 2 : -((-sum + 1) / 2);
}

struct entry {
    const char *name;
    binary word2, word4;
    bool is_signed;
    scalar lane;
};

// clang-format off
#define LANE [](int64_t a, int64_t b, int64_t low, int64_t high) -> int64_t { (void)a; (void)b; (void)low; (void)high; return
#define ENTRY(NAME, SIGNED, EXPRESSION) {#NAME, NAME##2, NAME##4, SIGNED, LANE EXPRESSION; }}
const entry binaries[] = {
    ENTRY(__vadd, false, a + b),
    ENTRY(__vsub, false, a - b),
    ENTRY(__vaddss, true, clamp(a + b, low, high)),
    ENTRY(__vaddus, false, clamp(a + b, low, high)),
    ENTRY(__vsubss, true, clamp(a - b, low, high)),
    ENTRY(__vsubus, false, clamp(a - b, low, high)),
    ENTRY(__vavgs, true, half_away_from_zero(a + b)),
    ENTRY(__vavgu, false, (a + b + 1) / 2),
    ENTRY(__vhaddu, false, (a + b) / 2),
    ENTRY(__vabsdiffs, true, std::llabs(a - b)),
    ENTRY(__vabsdiffu, false, std::llabs(a - b)),
    ENTRY(__vmaxs, true, std::max(a, b)),
    ENTRY(__vmaxu, false, std::max(a, b)),
    ENTRY(__vmins, true, std::min(a, b)),
    ENTRY(__vminu, false, std::min(a, b)),
    ENTRY(__vcmpeq, false, a == b ? -1 : 0),
    ENTRY(__vcmpne, false, a != b ? -1 : 0),
    ENTRY(__vcmplts, true, a < b ? -1 : 0),
    ENTRY(__vcmpltu, false, a < b ? -1 : 0),
    ENTRY(__vcmples, true, a <= b ? -1 : 0),
    ENTRY(__vcmpleu, false, a <= b ? -1 : 0),
    ENTRY(__vcmpgts, true, a > b ? -1 : 0),
    ENTRY(__vcmpgtu, false, a > b ? -1 : 0),
    ENTRY(__vcmpges, true, a >= b ? -1 : 0),
    ENTRY(__vcmpgeu, false, a >= b ? -1 : 0),
    ENTRY(__vseteq, false, a == b),
    ENTRY(__vsetne, false, a != b),
    ENTRY(__vsetlts, true, a < b),
    ENTRY(__vsetltu, false, a < b),
    ENTRY(__vsetles, true, a <= b),
    ENTRY(__vsetleu, false, a <= b),
    ENTRY(__vsetgts, true, a > b),
    ENTRY(__vsetgtu, false, a > b),
    ENTRY(__vsetges, true, a >= b),
    ENTRY(__vsetgeu, false, a >= b),
};
struct unary_entry { const char *name; unary word2, word4; scalar lane; };
#define UNARY(NAME, EXPRESSION) {#NAME, NAME##2, NAME##4, LANE EXPRESSION; }}
const unary_entry unaries[] = {
    UNARY(__vabs, std::llabs(a)),
    UNARY(__vabsss, clamp(std::llabs(a), low, high)),
    UNARY(__vneg, -a),
    UNARY(__vnegss, clamp(-a, low, high)),
};
// clang-format on

int64_t lane_of(unsigned word, int index, int width, bool is_signed)
{
    const int64_t raw = word >> index * width & ((1ll << width) - 1);
    return is_signed && raw >> (width - 1) ? raw - (1ll << width) : raw;
}

unsigned reference(unsigned a, unsigned b, int width, bool is_signed, scalar lane)
{
    const int64_t low = is_signed ? -(1ll << (width - 1)) : 0;
    const int64_t high = low + (1ll << width) - 1;
    unsigned result = 0;
    for (int i = 0; i < 32 / width; ++i) {
        const int64_t value =
            lane(lane_of(a, i, width, is_signed), lane_of(b, i, width, is_signed), low, high);
        result |= (static_cast<unsigned>(value) & ((1u << width) - 1)) << i * width;
    }
    return result;
}

void compare(unsigned a, unsigned b)
{
    for (const entry &e : binaries) {
        check.same(e.name, e.word2(a, b), reference(a, b, 16, e.is_signed, e.lane), a, b, 2);
        check.same(e.name, e.word4(a, b), reference(a, b, 8, e.is_signed, e.lane), a, b, 4);
    }
    for (const unary_entry &e : unaries) {
        check.same(e.name, e.word2(a), reference(a, a, 16, true, e.lane), a, 0, 2);
        check.same(e.name, e.word4(a), reference(a, a, 8, true, e.lane), a, 0, 4);
    }
    int64_t sums[4] = {};
    for (int i = 0; i < 4; ++i) {
        sums[0] += std::llabs(lane_of(a, i, 8, true) - lane_of(b, i, 8, true));
        sums[1] += std::llabs(lane_of(a, i, 8, false) - lane_of(b, i, 8, false));
    }
    for (int i = 0; i < 2; ++i) {
        sums[2] += std::llabs(lane_of(a, i, 16, true) - lane_of(b, i, 16, true));
        sums[3] += std::llabs(lane_of(a, i, 16, false) - lane_of(b, i, 16, false));
    }
    check.same("__vsads4", __vsads4(a, b), static_cast<uint64_t>(sums[0]), a, b);
    check.same("__vsadu4", __vsadu4(a, b), static_cast<uint64_t>(sums[1]), a, b);
    check.same("__vsads2", __vsads2(a, b), static_cast<uint64_t>(sums[2]), a, b);
    check.same("__vsadu2", __vsadu2(a, b), static_cast<uint64_t>(sums[3]), a, b);
}

// Three operands: first wraps to the lane, then the second operation, then relu.
template <class T> T relu(T x)
{
    return x < T() ? T() : x;
}

template <class T> unsigned pair(unsigned a, unsigned b, unsigned c, T (*of)(T, T, T))
{
    const T low = of(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c));
    const T high = of(static_cast<T>(a >> 16), static_cast<T>(b >> 16), static_cast<T>(c >> 16));
    return static_cast<unsigned>(static_cast<uint16_t>(high)) << 16 | static_cast<uint16_t>(low);
}

#define MAX3(T) [](T x, T y, T z) -> T { return std::max(std::max(x, y), z); }
#define MIN3(T) [](T x, T y, T z) -> T { return std::min(std::min(x, y), z); }
#define ADD_MAX(T, W)                                                                              \
    [](T x, T y, T z) -> T {                                                                       \
        return std::max(static_cast<T>(static_cast<W>(x) + static_cast<W>(y)), z);                 \
    }
#define ADD_MIN(T, W)                                                                              \
    [](T x, T y, T z) -> T {                                                                       \
        return std::min(static_cast<T>(static_cast<W>(x) + static_cast<W>(y)), z);                 \
    }
#define RELU_PAIR(F)                                                                               \
    [](int16_t p, int16_t q, int16_t r) -> int16_t { return relu<int16_t>((F)(p, q, r)); }

void compare3(unsigned a, unsigned b, unsigned c)
{
    const int sa = static_cast<int>(a), sb = static_cast<int>(b), sc = static_cast<int>(c);
#define WORDS(NAME, SIGNED, UNSIGNED)                                                              \
    check.same(#NAME "_s32", static_cast<unsigned>(NAME##_s32(sa, sb, sc)),                        \
               static_cast<unsigned>((SIGNED)(sa, sb, sc)), a, b, c);                              \
    check.same(#NAME "_s32_relu", static_cast<unsigned>(NAME##_s32_relu(sa, sb, sc)),              \
               static_cast<unsigned>(relu((SIGNED)(sa, sb, sc))), a, b, c);                        \
    check.same(#NAME "_u32", NAME##_u32(a, b, c), (UNSIGNED)(a, b, c), a, b, c);
    WORDS(__vimax3, MAX3(int), MAX3(unsigned))
    WORDS(__vimin3, MIN3(int), MIN3(unsigned))
    WORDS(__viaddmax, ADD_MAX(int, unsigned), ADD_MAX(unsigned, unsigned))
    WORDS(__viaddmin, ADD_MIN(int, unsigned), ADD_MIN(unsigned, unsigned))
#define HALVES(NAME, SIGNED, UNSIGNED)                                                             \
    check.same(#NAME "_s16x2", NAME##_s16x2(a, b, c), pair<int16_t>(a, b, c, SIGNED), a, b, c);    \
    check.same(#NAME "_s16x2_relu", NAME##_s16x2_relu(a, b, c),                                    \
               pair<int16_t>(a, b, c, RELU_PAIR(SIGNED)), a, b, c);                                \
    check.same(#NAME "_u16x2", NAME##_u16x2(a, b, c), pair<uint16_t>(a, b, c, UNSIGNED), a, b, c);
    HALVES(__vimax3, MAX3(int16_t), MAX3(uint16_t))
    HALVES(__vimin3, MIN3(int16_t), MIN3(uint16_t))
    HALVES(__viaddmax, ADD_MAX(int16_t, int), ADD_MAX(uint16_t, int))
    HALVES(__viaddmin, ADD_MIN(int16_t, int), ADD_MIN(uint16_t, int))
    check.same("__vimax_s32_relu", static_cast<unsigned>(__vimax_s32_relu(sa, sb)),
               static_cast<unsigned>(relu(std::max(sa, sb))), a, b);
    check.same("__vimin_s32_relu", static_cast<unsigned>(__vimin_s32_relu(sa, sb)),
               static_cast<unsigned>(relu(std::min(sa, sb))), a, b);
    check.same("__vimax_s16x2_relu", __vimax_s16x2_relu(a, b),
               pair<int16_t>(a, b, b, RELU_PAIR(MAX3(int16_t))), a, b);
    check.same("__vimin_s16x2_relu", __vimin_s16x2_relu(a, b),
               pair<int16_t>(a, b, b, RELU_PAIR(MIN3(int16_t))), a, b);

    bool first = false, high = false, low = false;
#define CHOICE(NAME, T, HALF, COMPARE, CHOOSE)                                                     \
    {                                                                                              \
        const T x = static_cast<T>(a), y = static_cast<T>(b);                                      \
        const HALF xl = static_cast<HALF>(a), yl = static_cast<HALF>(b);                           \
        const HALF xh = static_cast<HALF>(a >> 16), yh = static_cast<HALF>(b >> 16);               \
        check.same(#NAME "32", static_cast<unsigned>(NAME##32(x, y, &first)),                      \
                   static_cast<unsigned>(CHOOSE(x, y)), a, b);                                     \
        check.same(#NAME "32, predicate", first, x COMPARE y, a, b);                               \
        check.same(#NAME "16x2", NAME##16x2(a, b, &high, &low),                                    \
                   static_cast<unsigned>(static_cast<uint16_t>(CHOOSE(xh, yh))) << 16 |            \
                       static_cast<uint16_t>(CHOOSE(xl, yl)),                                      \
                   a, b);                                                                          \
        check.same(#NAME "16x2, predicates", high * 2u + low,                                      \
                   (xh COMPARE yh)*2u + (xl COMPARE yl), a, b);                                    \
    }
    CHOICE(__vibmax_s, int, int16_t, >=, std::max)
    CHOICE(__vibmax_u, unsigned, uint16_t, >=, std::max)
    CHOICE(__vibmin_s, int, int16_t, <=, std::min)
    CHOICE(__vibmin_u, unsigned, uint16_t, <=, std::min)
}

} // namespace

int main()
{
    random_bits random;
    for (unsigned x = 0; x < 256; ++x) {
        for (unsigned y = 0; y < 256; ++y) {
            const unsigned around_a = static_cast<unsigned>(random.next());
            const unsigned around_b = static_cast<unsigned>(random.next());
            const int shift = static_cast<int>(y & 3) * 8;
            compare((around_a & ~(0xffu << shift)) | x << shift,
                    (around_b & ~(0xffu << shift)) | y << shift);
        }
    }
    const unsigned edges[] = {0,      1,      2,      0x7f,   0x80,   0xff,   0x100,
                              0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff, 0x1234};
    std::vector<unsigned> words = {0x7f7f7f7f, 0x80808080, 0x7fffffff, 0x80000000, 0xffffffff};
    for (unsigned high : edges) {
        for (unsigned low : edges) {
            words.push_back(high << 16 | low);
        }
    }
    for (unsigned a : words) {
        for (unsigned b : words) {
            compare(a, b);
            compare3(a, b, words[static_cast<size_t>(random.next() % words.size())]);
        }
    }
    for (int i = 0; i < 200000; ++i) {
        const uint64_t bits = random.next();
        compare(static_cast<unsigned>(bits), static_cast<unsigned>(bits >> 32));
        compare3(static_cast<unsigned>(bits), static_cast<unsigned>(bits >> 32),
                 static_cast<unsigned>(random.next()));
    }
    return check.result(20000000);
}
