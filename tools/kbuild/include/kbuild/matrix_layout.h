// Where the elements of a matrix are in the lanes of a warp, and how they get from one layout into
// another.
//
// A product has rows m, columns n, and k, along which it is summed. In each layout of NVIDIA's and
// of AMD's matrix instructions a bit of an element's m, n or k is a bit of the number of its lane,
// or of its number among the elements of the lane (PTX ISA, "Matrix Fragments for mma"; AMD's ISA
// documents, "WMMA" and "MFMA"). So a layout is a list of bits, and what loads, stores and moves
// elements is derived from it.
#ifndef KBUILD_MATRIX_LAYOUT_H
#define KBUILD_MATRIX_LAYOUT_H
#pragma GCC system_header

#include "wave.h"

namespace kbuild
{
namespace matrix
{

// A bit of an element's place; 0 in a layout: lanes or items that differ in it have the same
// element.
constexpr unsigned m_bit(int bit)
{
    return 1u << bit;
}
constexpr unsigned n_bit(int bit)
{
    return 1u << (6 + bit);
}
constexpr unsigned k_bit(int bit)
{
    return 1u << (12 + bit);
}
// One of four products that a warp makes at once.
constexpr unsigned batch_bit(int bit)
{
    return 1u << (20 + bit);
}
// Beyond the edge of the matrix: along k elements are zero, those of results are not read.
constexpr unsigned pad = 1u << 31;

enum : unsigned { all_m = 63u, all_n = 63u << 6, all_k = 255u << 12, all_batches = 3u << 20 };

struct layout {
    unsigned lane[5];  // of each bit of a lane's number
    unsigned item[12]; // of each bit of an element's number in its lane
    int items;         // how many of these bits there are

    constexpr layout(unsigned l0, unsigned l1, unsigned l2, unsigned l3, unsigned l4)
        : lane{l0, l1, l2, l3, l4}, item{}, items(0)
    {
    }
    constexpr layout &add(unsigned bit)
    {
        item[items++] = bit;
        return *this;
    }
    // Bits |from| to |to| - 1 of m, n or k.
    constexpr layout &add(unsigned (*bit)(int), int from, int to)
    {
        for (int i = from; i < to; ++i) {
            add(bit(i));
        }
        return *this;
    }
    constexpr bool operator==(const layout &other) const
    {
        bool same = items == other.items;
        for (int i = 0; i < 5; ++i) {
            same = same && lane[i] == other.lane[i];
        }
        for (int i = 0; i < items; ++i) {
            same = same && item[i] == other.item[i];
        }
        return same;
    }
    // The place of the element |number| of lane |in|.
    constexpr unsigned place(int in, int number) const
    {
        unsigned result = 0;
        for (int i = 0; i < 5; ++i) {
            result |= in >> i & 1 ? lane[i] : 0;
        }
        for (int i = 0; i < items; ++i) {
            result |= number >> i & 1 ? item[i] : 0;
        }
        return result;
    }
};

constexpr int find_bit(const unsigned *bits, int count, unsigned bit)
{
    for (int i = 0; i < count; ++i) {
        if (bits[i] == bit) {
            return i;
        }
    }
    return -1;
}

// Which lane another one reads. Bit |a| of the source's number is bit from[a] of the reader's
// number; it is 0 if from[a] is -1. Then the bits of |flip| are flipped.
struct lane_map {
    int from[5];
    int flip;

    constexpr bool keeps(int bits) const
    {
        for (int a = 0; a < 5; ++a) {
            if (bits >> a & 1 && from[a] != a) {
                return false;
            }
        }
        return true;
    }
    constexpr int source(int lane) const
    {
        int result = flip;
        for (int a = 0; a < 5; ++a) {
            result ^= from[a] >= 0 ? (lane >> from[a] & 1) << a : 0;
        }
        return result;
    }
    // Does the source's place in its row of 16 lanes depend on the reader's place in its row alone?
    constexpr bool is_in_rows() const
    {
        for (int a = 0; a < 4; ++a) {
            if (from[a] == 4) {
                return false;
            }
        }
        return from[4] == 4;
    }
    // The sources of eight readers in their rows, as v_permlane16_b32 takes them.
    constexpr unsigned in_row(int first) const
    {
        unsigned result = 0;
        for (int i = 0; i < 8; ++i) {
            result |= static_cast<unsigned>(source(first + i) & 15) << (i * 4);
        }
        return result;
    }
    // Those of a quad, as DPP's quad_perm takes them.
    constexpr int in_quad() const
    {
        int result = 0;
        for (int i = 0; i < 4; ++i) {
            result |= (source(i) & 3) << (i * 2);
        }
        return result;
    }
};

// How words get from one layout into another. A word has 2^|sub| elements, in both the same ones.
//
// A bit of the place may be in the number of the lane here and in the number of the word there.
// Where two bits change sides, the lanes read in rounds: a lane passes in round r its word number r
// ^ (its bit), and the reader puts what it gets into place r ^ (its bit). So each lane passes one
// word in a round, the one that its readers want.
struct plan {
    enum { most = 8 };
    struct swap {
        int word, lane; // bits of their numbers
    };
    swap before[most],
        after[most]; // words that differ in bit |word| change places where the lane has bit |lane|
    int befores, afters;
    lane_map lanes;  // for word 0
    int flips[most]; // what each bit of the word's number flips in the source's
    int words[most]; // and in the number of the word that is read
    unsigned zero;   // words with one of these bits are 0
    bool possible;
};

constexpr plan make_plan(const layout &from, const layout &to, int sub)
{
    plan result{};
    result.possible = true;
    const int from_words = from.items - sub, to_words = to.items - sub;
    bool taken[5] = {};
    int wanted[5] = {},
        wanted_count = 0; // lane bits of the reader that are bits of a word's number
    for (int i = 0; i < sub; ++i) {
        result.possible = result.possible && from.item[i] == to.item[i];
    }
    for (int a = 0; a < 5; ++a) {
        result.lanes.from[a] = -1;
    }
    for (int l = 0; l < 5; ++l) {
        const unsigned bit = to.lane[l];
        const int a = bit ? find_bit(from.lane, 5, bit) : -1;
        if (a >= 0) {
            result.lanes.from[a] = l;
            taken[a] = true;
        } else if (bit) {
            result.possible = result.possible && find_bit(from.item + sub, from_words, bit) >= 0;
            wanted[wanted_count++] = l;
        }
    }
    int next = 0;
    for (int j = 0; j < to_words; ++j) {
        const unsigned bit = to.item[sub + j];
        const int word = bit ? find_bit(from.item + sub, from_words, bit) : -1;
        const int a = bit ? find_bit(from.lane, 5, bit) : -1;
        if (word >= 0) {
            result.words[j] = 1 << word;
        } else if (a >= 0) {
            taken[a] = true;
            result.flips[j] = 1 << a;
            if (next < wanted_count) {
                const int l = wanted[next++];
                const int b = find_bit(from.item + sub, from_words, to.lane[l]);
                result.lanes.from[a] = l;
                result.words[j] = 1 << b;
                result.before[result.befores++] = {b, a};
                result.after[result.afters++] = {j, l};
            }
        } else if (bit == pad) {
            result.zero |= 1u << j;
        } else {
            result.possible = result.possible && bit == 0;
        }
    }
    // Lanes that have the same as others can pass another word each.
    for (int a = 0; a < 5; ++a) {
        if (taken[a] || from.lane[a] == pad) {
            continue;
        }
        if (next < wanted_count && from.lane[a] == 0) {
            const int l = wanted[next++];
            result.lanes.from[a] = l;
            result.before[result.befores++] = {find_bit(from.item + sub, from_words, to.lane[l]),
                                               a};
        } else if (from.lane[a] == 0) {
            result.lanes.from[a] = a;
        }
    }
    result.possible = result.possible && next == wanted_count;
    return result;
}

#if defined(__HIP__) || defined(__CUDACC__)

// The source of |lane|, with no loop in the way of the optimizer.
template <class Map, int bit = 0> KBUILD_DEVICE int lane_source(int lane)
{
    constexpr lane_map map = Map::get();
    if constexpr (bit == 5) {
        return map.flip;
    } else if constexpr (map.from[bit] < 0) {
        return lane_source<Map, bit + 1>(lane);
    } else {
        constexpr int from = map.from[bit], left = bit > from ? bit - from : 0,
                      right = from > bit ? from - bit : 0;
        return (lane & 1 << from) << left >> right ^ lane_source<Map, bit + 1>(lane);
    }
}

// What the lane passes that |Map| names.
template <class Map> KBUILD_DEVICE int lane_word(int word, int lane)
{
    constexpr lane_map map = Map::get();
    if constexpr (map.keeps(31) && map.flip == 0) {
        return word;
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
    } else if constexpr (map.keeps(31)) {
        return wave_word_xor<map.flip>(word);
    } else if constexpr (map.keeps(28) && map.flip < 4) {
        constexpr int control = map.in_quad();
        return __builtin_amdgcn_mov_dpp(word, control, 0xf, 0xf, true);
#if KBUILD_WAVE_DPP16
    } else if constexpr (map.is_in_rows()) {
        constexpr unsigned low = map.in_row(0), high = map.in_row(8);
        return map.flip < 16 ? __builtin_amdgcn_permlane16(word, word, low, high, false, true)
                             : __builtin_amdgcn_permlanex16(word, word, low, high, false, true);
#endif
#endif
    } else {
        return wave_word(word, (lane & warp_lanes) | lane_source<Map>(lane));
    }
}

// Moves |from|, words of the layout From, to |to|, words of the layout To.
template <class From, class To, int sub> struct exchange {
    enum { from_words = 1 << (From::get().items - sub), to_words = 1 << (To::get().items - sub) };

    static constexpr plan get()
    {
        return make_plan(From::get(), To::get(), sub);
    }
    static_assert(get().possible, "a layout that no exchange reaches");

    template <int word> struct map {
        static constexpr lane_map get()
        {
            const plan p = exchange::get();
            lane_map result = p.lanes;
            for (int j = 0; j < plan::most; ++j) {
                result.flip ^= word >> j & 1 ? p.flips[j] : 0;
            }
            return result;
        }
    };

    template <int word, int bit, class Word> static KBUILD_DEVICE void swap(Word *words, int lane)
    {
        const bool odd = lane >> bit & 1;
        const Word one = words[0], other = words[1 << word];
        words[0] = odd ? other : one;
        words[1 << word] = odd ? one : other;
    }
    template <int count, int word, int bit, int at, class Word>
    static KBUILD_DEVICE void swap_all(Word *words, int lane)
    {
        if constexpr (at < count) {
            if constexpr (!(at >> word & 1)) {
                swap<word, bit>(words + at, lane);
            }
            swap_all<count, word, bit, at + 1>(words, lane);
        }
    }
    template <int number, class Word> static KBUILD_DEVICE void before(Word *words, int lane)
    {
        constexpr plan p = get();
        if constexpr (number < p.befores) {
            swap_all<from_words, p.before[number].word, p.before[number].lane, 0>(words, lane);
            before<number + 1>(words, lane);
        }
    }
    template <int number, class Word> static KBUILD_DEVICE void after(Word *words, int lane)
    {
        constexpr plan p = get();
        if constexpr (number < p.afters) {
            swap_all<to_words, p.after[number].word, p.after[number].lane, 0>(words, lane);
            after<number + 1>(words, lane);
        }
    }

    template <int word, class Word>
    static KBUILD_DEVICE void move(const Word *from, Word *to, int lane)
    {
        if constexpr (word < to_words) {
            constexpr plan p = get();
            constexpr int source = (word & 1 ? p.words[0] : 0) | (word & 2 ? p.words[1] : 0) |
                                   (word & 4 ? p.words[2] : 0) | (word & 8 ? p.words[3] : 0) |
                                   (word & 16 ? p.words[4] : 0) | (word & 32 ? p.words[5] : 0) |
                                   (word & 64 ? p.words[6] : 0) | (word & 128 ? p.words[7] : 0);
            to[word] = word & p.zero ? Word() : wave_each_word(from[source], [=](int bits) {
                return lane_word<map<word>>(bits, lane);
            });
            move<word + 1>(from, to, lane);
        }
    }

    template <class Word> static KBUILD_DEVICE void run(const Word *from, Word *to)
    {
        const int lane = wave_lane();
        Word passed[from_words];
#pragma unroll
        for (int i = 0; i < from_words; ++i) {
            passed[i] = from[i];
        }
        before<0>(passed, lane);
        move<0>(passed, to, lane);
        after<0>(to, lane);
    }
};

#endif

} // namespace matrix
} // namespace kbuild

#endif
