// Layouts: where the elements of a matrix are in the lanes of a warp, and how elements are moved
// from one layout into another.
//
// A product has rows m and columns n, and is a sum along k. In each layout of NVIDIA's and AMD's
// matrix instructions, each bit of an element's m, n or k is a bit of its lane's number, or a bit
// of the element's number in its lane (PTX ISA, "Matrix Fragments for mma"; AMD's ISA documents,
// "WMMA" and "MFMA"). So a layout is a list of bits. The functions that load, store and move
// elements are derived from this list.
#ifndef KBUILD_MATRIX_LAYOUT_H
#define KBUILD_MATRIX_LAYOUT_H
#pragma GCC system_header

#include "wave.h"

namespace kbuild
{
namespace matrix
{

// m_bit(), n_bit() and k_bit() return bit |bit| of m, n or k in a place: a word with the bits of an
// element's m, n and k. If a bit of a lane's or an element's number makes no difference, a layout
// has 0 for it: lanes or elements whose numbers differ only in this bit have the same element of
// the matrix.
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
// Returns bit |bit| of a product's number in a place, for an operation in which a warp makes four
// products at once.
constexpr unsigned batch_bit(int bit)
{
    return 1u << (20 + bit);
}
// Marks a place beyond the edge of the matrix. There operands are zero along k, and results are not
// read.
constexpr unsigned pad = 1u << 31;

enum : unsigned { all_m = 63u, all_n = 63u << 6, all_k = 255u << 12, all_batches = 3u << 20 };

struct layout {
    unsigned lane[5];  // lane[i] is the bit of the place that bit i of a lane's number sets
    unsigned item[12]; // item[i] is the bit of the place that bit i of an element's number sets
    int items;         // how many bits |item| has

    constexpr layout(unsigned l0, unsigned l1, unsigned l2, unsigned l3, unsigned l4)
        : lane{l0, l1, l2, l3, l4}, item{}, items(0)
    {
    }
    constexpr layout &add(unsigned bit)
    {
        item[items++] = bit;
        return *this;
    }
    // Adds bits |from| to |to| - 1 of m, n or k. |bit| says which: m_bit, n_bit or k_bit.
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
    // Returns the place of element |number| of lane |in|.
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

// Returns the row, column or k of |place|: |of| is all_m, all_n or all_k.
constexpr unsigned coordinate(unsigned place, unsigned of)
{
    return (place & of) / (of & -of);
}
// Returns the lowest bit of an element's number, from |first| on, that is not the same bit of the
// coordinate |along| (all_m, all_n or all_k). Elements of a lane whose numbers differ only in the
// bits from |first| up to the one before the result follow each other along a line, in steps of
// 2^|first|.
constexpr int run_of(const layout &where, unsigned along, int first)
{
    int bits = first;
    while (bits < where.items && coordinate(where.item[bits], along) == 1u << bits) {
        ++bits;
    }
    return bits;
}

constexpr int find_bit(const unsigned *bits, int count, unsigned bit)
{
    for (int i = 0; i < count; ++i) {
        if (bits[i] == bit) {
            return i;
        }
    }
    return -1;
}

// Says from which lane (the source) each lane (the reader) reads. Bit a of the source's number is
// bit from[a] of the reader's number, or 0 if from[a] is -1. Then the bits of |flip| are flipped.
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
    // Whether the source's row of 16 lanes depends only on the reader's row, and the source's place
    // in its row only on the reader's place in its row.
    constexpr bool is_in_rows() const
    {
        for (int a = 0; a < 4; ++a) {
            if (from[a] == 4) {
                return false;
            }
        }
        return from[4] == 4;
    }
    // Returns how many vector instructions it costs to read a word from the source. An instruction
    // that goes through the LDS hardware counts as two.
    constexpr int cost() const
    {
        const bool by_xor = keeps(31) && (is_dpp_xor(flip) || flip == 0);
        return by_xor ? flip != 0 : (keeps(28) && flip < 4) || is_row_move() ? 1 : 2;
    }
    constexpr bool is_row_move() const
    {
#if KBUILD_WAVE_DPP16
        return is_in_rows();
#else
        return false;
#endif
    }
    static constexpr bool is_dpp_xor(int mask)
    {
        return mask < 4 || mask == 7 || mask == 8 || mask == 15;
    }
    // Returns the sources of readers |first| to |first| + 7 as v_permlane16_b32 takes them: for
    // each reader, 4 bits with the source's place in its row of 16 lanes.
    constexpr unsigned in_row(int first) const
    {
        unsigned result = 0;
        for (int i = 0; i < 8; ++i) {
            result |= static_cast<unsigned>(source(first + i) & 15) << (i * 4);
        }
        return result;
    }
    // Returns the sources of the readers 0 to 3 as DPP's quad_perm takes them: for each reader, 2
    // bits with the source's place in its quad of 4 lanes.
    constexpr int in_quad() const
    {
        int result = 0;
        for (int i = 0; i < 4; ++i) {
            result |= (source(i) & 3) << (i * 2);
        }
        return result;
    }
};

// Says how the lanes of a warp move words from an old layout into a new one. A word is 2^|sub|
// elements, and has the same elements in both layouts.
//
// A bit of a place may be in the lane's number in the old layout, and in the word's number in the
// new one. If two bits change sides in this way, the lanes read in rounds. In round r, a lane
// passes its word r ^ b, where b is its own bit, and a reader stores the word that it gets as its
// word r ^ b, where b is the reader's bit. So a lane passes only one word in a round: the word that
// its readers want.
struct plan {
    enum { most = 8 };
    struct swap {
        int word, lane; // which bit of a word's number, and which bit of a lane's number
    };
    // |before| the lanes read, and |after| they have read, words whose numbers differ in bit |word|
    // change places, in lanes whose number has bit |lane|.
    swap before[most], after[most];
    int befores, afters;
    lane_map lanes; // the lane from which a lane reads its new word 0
    // flips[j] are the bits of the source lane's number that are flipped if bit j of the new word's
    // number is set
    int flips[most];
    // words[j] is the bit of the old word's number that is set if bit j of the new word's number is
    // set
    int words[most];
    unsigned zero; // a set of bits: new words whose number has one of these bits are 0
    bool possible;

    // Returns how many vector instructions the plan costs for words of 32 bits.
    constexpr int cost(int from_words, int to_words) const
    {
        int cost = befores * from_words + afters * to_words;
        for (int word = 0; word < to_words; ++word) {
            cost += map(word).cost();
        }
        return cost;
    }
    constexpr lane_map map(int word) const
    {
        lane_map result = lanes;
        for (int j = 0; j < most; ++j) {
            result.flip ^= word >> j & 1 ? flips[j] : 0;
        }
        return result;
    }
};

// Another way to move words, if both layouts have the same bits. In each step, one bit of a word's
// number and one bit of a lane's number change sides: half of the words move.
struct swap_plan {
    enum { most = 8 };
    plan::swap steps[most];
    int count;
    int words[most]; // words[j] is the bit of a word's number, after the steps, that becomes bit j
    bool possible;

    // Whether lanes whose numbers differ in bit |lane_bit| are in different banks of four lanes. A
    // DPP move has a mask of banks, and does not change lanes of banks outside of the mask.
    static constexpr bool in_banks(int lane_bit)
    {
        return lane_bit == 2 || lane_bit == 3;
    }
    constexpr int cost(int word_count) const
    {
        int cost = 0;
        for (int i = 0; i < count; ++i) {
            const lane_map map{{0, 1, 2, 3, 4}, 1 << steps[i].lane};
            cost += in_banks(steps[i].lane) ? word_count : (3 + map.cost()) * word_count / 2;
        }
        return cost;
    }
};

// Combines the numbers bits[j] for all bits j of |word| that are 1.
constexpr int number_of(const int *bits, int word)
{
    int result = 0;
    for (int j = 0; j < plan::most; ++j) {
        result |= word >> j & 1 ? bits[j] : 0;
    }
    return result;
}

constexpr swap_plan make_swap_plan(layout from, const layout &to, int sub)
{
    swap_plan result{};
    const int words = from.items - sub;
    bool moved = from.items == to.items;
    while (moved && result.count < swap_plan::most) {
        moved = false;
        for (int l = 0; l < 5 && !moved; ++l) {
            const unsigned bit = to.lane[l];
            const int word = bit ? find_bit(from.item + sub, words, bit) : -1;
            if (word >= 0 && from.lane[l] != bit) {
                from.item[sub + word] = from.lane[l];
                from.lane[l] = bit;
                result.steps[result.count++] = {word, l};
                moved = true;
            }
        }
    }
    result.possible = from.items == to.items;
    for (int i = 0; i < sub; ++i) {
        result.possible = result.possible && from.item[i] == to.item[i];
    }
    for (int l = 0; l < 5; ++l) {
        result.possible = result.possible && from.lane[l] == to.lane[l];
    }
    for (int j = 0; j < words; ++j) {
        const int word = find_bit(from.item + sub, words, to.item[sub + j]);
        result.possible = result.possible && word >= 0 && to.item[sub + j] != 0;
        result.words[j] = word < 0 ? 0 : 1 << word;
    }
    return result;
}

constexpr plan make_plan(const layout &from, const layout &to, int sub)
{
    plan result{};
    result.possible = true;
    const int from_words = from.items - sub, to_words = to.items - sub;
    bool taken[5] = {};
    int wanted[5] = {},
        // how many bits of the reader's lane number are in the number of an old word
        wanted_count = 0;
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
    // A lane with the same words as other lanes can pass another word than these.
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

// Returns the bits of the row (|of| is all_m), column (all_n) or k (all_k) that come from the
// number of |lane|: all elements of the lane have them in common.
template <class Where, unsigned of, int bit = 0> KBUILD_DEVICE unsigned of_lane(unsigned lane)
{
    if constexpr (bit == 5) {
        return 0;
    } else {
        constexpr unsigned weight = coordinate(Where::get().lane[bit], of), own = 1u << bit;
        constexpr unsigned times = weight > own ? weight / own : 1,
                           part = weight > own ? 1 : own / (weight ? weight : own);
        return (weight ? (lane & own) * times / part : 0) | of_lane<Where, of, bit + 1>(lane);
    }
}

// Returns the source of |lane|. Recursion over the bits takes the place of a loop, which the
// optimizer would not see through.
template <class Map, int bit = 0> KBUILD_DEVICE int lane_source(int lane)
{
    if constexpr (bit == 5) {
        return Map::value.flip;
    } else if constexpr (Map::value.from[bit] < 0) {
        return lane_source<Map, bit + 1>(lane);
    } else {
        constexpr int from = Map::value.from[bit], left = bit > from ? bit - from : 0,
                      right = from > bit ? from - bit : 0;
        return (lane & 1 << from) << left >> right ^ lane_source<Map, bit + 1>(lane);
    }
}

// Returns the |word| of another lane: of the one from which |lane| reads, by lane_source().
template <class Map> KBUILD_DEVICE int lane_word(int word, int lane)
{
    constexpr lane_map map = Map::value;
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

// Moves |from|, words of the layout From, to |to|, words of the layout To. A word has 2^|sub|
// elements.
template <class From, class To, int sub> struct exchange {
    enum { from_words = 1 << (From::get().items - sub), to_words = 1 << (To::get().items - sub) };

    // Members, because a compiler evaluates a function again at each of the hundred uses.
    static constexpr plan moves = make_plan(From::get(), To::get(), sub);
    static constexpr swap_plan swaps = make_swap_plan(From::get(), To::get(), sub);
    static constexpr bool by_swaps =
        swaps.possible &&
        (!moves.possible || swaps.cost(from_words) < moves.cost(from_words, to_words));
    static_assert(by_swaps || moves.possible, "a layout that no exchange reaches");

    template <int word> struct map {
        static constexpr lane_map value = moves.map(word);
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
        if constexpr (number < moves.befores) {
            constexpr plan::swap pair = moves.before[number];
            swap_all<from_words, pair.word, pair.lane, 0>(words, lane);
            before<number + 1>(words, lane);
        }
    }
    template <int number, class Word> static KBUILD_DEVICE void after(Word *words, int lane)
    {
        if constexpr (number < moves.afters) {
            constexpr plan::swap pair = moves.after[number];
            swap_all<to_words, pair.word, pair.lane, 0>(words, lane);
            after<number + 1>(words, lane);
        }
    }

    template <int word, class Word>
    static KBUILD_DEVICE void move(const Word *from, Word *to, int lane)
    {
        if constexpr (word < to_words) {
            constexpr int source = number_of(moves.words, word);
            to[word] = word & moves.zero ? Word() : wave_each_word(from[source], [=](int bits) {
                return lane_word<map<word>>(bits, lane);
            });
            move<word + 1>(from, to, lane);
        }
    }

    // Each pair of lanes whose numbers differ in bit |lane_bit| exchanges a word: the lane with a 1
    // passes its |first|, the other lane its |second|.
    template <int lane_bit> static KBUILD_DEVICE void trade(int &first, int &second, int lane)
    {
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
        if constexpr (swap_plan::in_banks(lane_bit)) {
            enum { row_shl = 0x100, row_shr = 0x110, by = 1 << lane_bit };
            constexpr int upper = lane_bit == 2 ? 0xa : 0xc;
            const int one = first;
            first = __builtin_amdgcn_update_dpp(first, second, row_shr | by, 0xf, upper, false);
            second =
                __builtin_amdgcn_update_dpp(second, one, row_shl | by, 0xf, upper ^ 0xf, false);
            return;
        }
#endif
        const bool odd = lane >> lane_bit & 1;
        const int got = wave_word_xor<1 << lane_bit>(odd ? first : second);
        (odd ? first : second) = got;
    }
    template <int step, int at, class Word>
    static KBUILD_DEVICE void trade_all(Word *words, int lane)
    {
        if constexpr (step < swaps.count) {
            if constexpr (at >= from_words) {
                trade_all<step + 1, 0>(words, lane);
            } else {
                constexpr plan::swap pair = swaps.steps[step];
                if constexpr (!(at >> pair.word & 1)) {
                    enum { parts = sizeof(Word) / sizeof(int) };
                    Word &one = words[at], &other = words[at | 1 << pair.word];
                    int first[parts], second[parts];
                    __builtin_memcpy(first, &one, sizeof one);
                    __builtin_memcpy(second, &other, sizeof other);
#pragma unroll
                    for (int i = 0; i < parts; ++i) {
                        trade<pair.lane>(first[i], second[i], lane);
                    }
                    __builtin_memcpy(&one, first, sizeof one);
                    __builtin_memcpy(&other, second, sizeof other);
                }
                trade_all<step, at + 1>(words, lane);
            }
        }
    }
    template <int word, class Word> static KBUILD_DEVICE void pick(const Word *from, Word *to)
    {
        if constexpr (word < to_words) {
            constexpr int source = number_of(swaps.words, word);
            to[word] = from[source];
            pick<word + 1>(from, to);
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
        if constexpr (by_swaps) {
            trade_all<0, 0>(passed, lane);
            pick<0>(passed, to);
        } else {
            before<0>(passed, lane);
            move<0>(passed, to, lane);
            after<0>(to, lane);
        }
    }
};

#endif

} // namespace matrix
} // namespace kbuild

#endif
