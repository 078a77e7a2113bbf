// The warp intrinsics on simulated waves, against references that go over all lanes one by one.
#include "check.hpp"

#include "kbuild/warp.h"

#include <cstring>
#include <string>

namespace
{

std::mt19937 random_bits(20240607);

unsigned any_word()
{
    return static_cast<unsigned>(random_bits());
}

// A mask of lanes: none too often, few, many, all.
unsigned any_mask()
{
    switch (any_word() % 6) {
    case 0: return 0xffffffffu;
    case 1: return 1u << any_word() % 32;
    case 2: return any_word() & any_word() & any_word();
    case 3: return any_word() | any_word();
    default: return any_word();
    }
}

void bits(int)
{
    for (int round = 0; round < 3000; ++round) {
        const unsigned places = any_mask(), values = any_word();
        unsigned gathered = 0;
        int rank = 0;
        for (int i = 0; i < 32; ++i) {
            if (places >> i & 1) {
                CHECK(kbuild::bit_of_rank(places, rank) == i, "%08x rank %d", places, rank);
                gathered |= (values >> i & 1) << rank;
                ++rank;
            }
        }
        CHECK(kbuild::bits_gather(values, places) == gathered, "%08x %08x", values, places);
    }
    for (int lane = 0; lane < 32; ++lane) {
        CHECK(kbuild::bits_below(lane) == static_cast<unsigned>((1ull << lane) - 1), "%d", lane);
        CHECK(kbuild::bits_above(lane) == static_cast<unsigned>(~((2ull << lane) - 1)), "%d", lane);
    }
}

// CUDA C++ Programming Guide, "Warp Shuffle Functions", and PTX: the low 5 bits of the operand
// count.
int source_of(char kind, int lane, int operand, int width)
{
    const int first = lane / width * width;
    operand &= 31;
    switch (kind) {
    case 'i': return first + operand % width;
    case 'u': return lane - operand >= first ? lane - operand : lane;
    case 'd': return lane + operand < first + width ? lane + operand : lane;
    default: return (lane ^ operand) < first + width ? lane ^ operand : lane;
    }
}

unsigned shuffled(char kind, unsigned value, int operand, int width)
{
    switch (kind) {
    case 'i': return __shfl_sync(0xffffffffu, value, operand, width);
    case 'u': return __shfl_up_sync(0xffffffffu, value, static_cast<unsigned>(operand), width);
    case 'd': return __shfl_down_sync(0xffffffffu, value, static_cast<unsigned>(operand), width);
    default: return __shfl_xor_sync(0xffffffffu, value, operand, width);
    }
}

unsigned shuffled_legacy(char kind, unsigned value, int operand, int width)
{
    switch (kind) {
    case 'i': return kbuild_shfl(value, operand, width);
    case 'u': return kbuild_shfl_up(value, static_cast<unsigned>(operand), width);
    case 'd': return kbuild_shfl_down(value, static_cast<unsigned>(operand), width);
    default: return kbuild_shfl_xor(value, operand, width);
    }
}

void shuffles(int lanes)
{
    for (const char kind : {'i', 'u', 'd', 'x'}) {
        for (int width = 1; width <= 32; width *= 2) {
            for (int operand = -5; operand < 40; ++operand) {
                const auto results = collect<unsigned>(lanes, 64, [=] {
                    return shuffled(kind, 1000 + thread_number(), operand, width) +
                           (shuffled_legacy(kind, 1000 + thread_number(), operand, width) << 16);
                });
                for (int i = 0; i < 64; ++i) {
                    const unsigned wanted = static_cast<unsigned>(
                        1000 + (i & 32) + source_of(kind, i & 31, operand, width));
                    CHECK(results[static_cast<size_t>(i)] == (wanted | wanted << 16),
                          "%c operand %d width %d thread %d", kind, operand, width, i);
                }
            }
        }
    }
}

// Only some lanes are there, and they read from each other.
void shuffles_in_branches(int lanes)
{
    for (int round = 0; round < 60; ++round) {
        const unsigned mask = any_mask(), salt = any_word();
        const auto results = collect<unsigned>(lanes, 64, [=]() -> unsigned {
            const unsigned lane = thread_number() & 31;
            if (!(mask >> lane & 1)) {
                return 0;
            }
            const int rank =
                static_cast<int>((lane + salt) % static_cast<unsigned>(__builtin_popcount(mask)));
            return __shfl_sync(mask, thread_number(), kbuild::bit_of_rank(mask, rank));
        });
        for (unsigned i = 0; i < 64; ++i) {
            if (mask >> (i & 31) & 1) {
                const int rank = static_cast<int>(((i & 31) + salt) %
                                                  static_cast<unsigned>(__builtin_popcount(mask)));
                CHECK(results[i] ==
                          (i & 32) + static_cast<unsigned>(kbuild::bit_of_rank(mask, rank)),
                      "mask %08x thread %u", mask, i);
            }
        }
    }
}

template <size_t size> struct record {
    unsigned char byte[size];
};

template <size_t size> void shuffle_record(int lanes)
{
    const auto results = collect<record<size>>(lanes, 64, [] {
        record<size> mine;
        memset(mine.byte, static_cast<int>(thread_number()), size);
        mine.byte[size - 1] ^= 0x80;
        return __shfl_xor_sync(0xffffffffu, mine, 9);
    });
    for (unsigned i = 0; i < 64; ++i) {
        for (size_t k = 0; k < size; ++k) {
            CHECK(results[i].byte[k] == ((i ^ 9) ^ (k == size - 1 ? 0x80u : 0u)), "%zu bytes",
                  size);
        }
    }
}

void shuffle_types(int lanes)
{
    shuffle_record<1>(lanes);
    shuffle_record<2>(lanes);
    shuffle_record<3>(lanes);
    shuffle_record<4>(lanes);
    shuffle_record<8>(lanes);
    shuffle_record<12>(lanes);
    shuffle_record<16>(lanes);
    shuffle_record<32>(lanes);
    enum plain { one = 1 };
    enum class scoped : char { two = 2 };
    struct number {
        operator unsigned() const
        {
            return thread_number();
        }
    };
    static_assert(sizeof(__shfl_sync(0u, 'c', 0)) == 4, "narrow numbers become int");
    static_assert(sizeof(__shfl_sync(0u, scoped::two, 0)) == 1, "these stay what they are");
    static_assert(std::is_same<decltype(__shfl_sync(0u, number(), 0)), unsigned>::value,
                  "what is a number by conversion is one");
    const auto results = collect<unsigned>(lanes, 64, [] {
        unsigned wrong = 0;
        wrong += __shfl_sync(~0u, number(), 3) != (thread_number() & 32) + 3;
        wrong += __shfl_sync(~0u, static_cast<short>(-2), 3) != -2;
        wrong += __shfl_sync(~0u, one, 3) != 1;
        wrong += __shfl_down_sync(~0u, 0.5 + thread_number(), 1, 2) != 0.5 + (thread_number() | 1);
        wrong +=
            __shfl_up_sync(~0u, -1LL - thread_number(), 1, 2) != -1LL - (thread_number() & ~1u);
        return wrong;
    });
    for (const unsigned wrong : results) {
        CHECK(wrong == 0, "%u values", wrong);
    }
}

// A width of 64 is HIP's: the whole wave.
void shuffles_of_the_wave(int lanes)
{
    for (const char kind : {'i', 'u', 'd', 'x'}) {
        for (int operand = 0; operand < 64; operand += 3) {
            const auto results = collect<unsigned>(
                lanes, 64, [=] { return shuffled_legacy(kind, thread_number(), operand, 64); });
            for (int i = 0; i < 64; ++i) {
                const int first = i / lanes * lanes, lane = i % lanes;
                int from = kind == 'i'   ? operand % lanes
                           : kind == 'u' ? lane - operand
                           : kind == 'd' ? lane + operand
                                         : lane ^ operand;
                from = from < 0 || from >= lanes ? lane : from;
                CHECK(results[static_cast<size_t>(i)] == static_cast<unsigned>(first + from),
                      "%c %d thread %d", kind, operand, i);
            }
        }
    }
}

// |active| lanes call, each with the mask of its |label|; threads beyond |count| do not exist.
struct scene {
    unsigned count, active[2];
    unsigned label[64], value[64];
    unsigned mask(unsigned thread) const
    {
        unsigned lanes = 0;
        for (unsigned i = 0; i < 32; ++i) {
            const unsigned other = (thread & 32) + i;
            if (other < count && (active[thread / 32] >> i & 1) && label[other] == label[thread]) {
                lanes |= 1u << i;
            }
        }
        return lanes;
    }
    bool takes_part(unsigned thread) const
    {
        return thread < count && (active[thread / 32] >> (thread & 31) & 1);
    }
};

scene any_scene()
{
    scene it;
    it.count = any_word() % 3 ? 64 : 1 + any_word() % 64;
    it.active[0] = any_mask();
    it.active[1] = any_mask();
    const unsigned labels = 1 + (any_word() & any_word()) % 8, kinds = 1 + any_word() % 40;
    for (unsigned i = 0; i < 64; ++i) {
        it.label[i] = any_word() % labels;
        it.value[i] = any_word() % kinds * 0x9e3779b9u;
    }
    return it;
}

void votes(int lanes)
{
    for (int round = 0; round < 150; ++round) {
        const scene it = any_scene();
        std::vector<unsigned> ballot(64), any(64), all(64), uniform(64), active(64);
        must_run(lanes, dim3(it.count), [&] {
            const unsigned i = thread_number();
            if (it.takes_part(i)) {
                const int yes = it.value[i] & 1 ? -4 : 0;
                ballot[i] = __ballot_sync(it.mask(i), yes);
                any[i] = static_cast<unsigned>(__any_sync(it.mask(i), yes));
                all[i] = static_cast<unsigned>(__all_sync(it.mask(i), yes));
                uniform[i] = static_cast<unsigned>(__uni_sync(it.mask(i), yes));
                active[i] = __activemask();
                CHECK(kbuild_ballot(yes) == __ballot_sync(~0u, yes), "%u", i);
                CHECK(kbuild_any(yes) == __any_sync(~0u, yes), "%u", i);
                CHECK(kbuild_all(yes) == __all_sync(~0u, yes), "%u", i);
            }
        });
        for (unsigned i = 0; i < it.count; ++i) {
            if (!it.takes_part(i)) {
                continue;
            }
            unsigned wanted = 0, here = 0;
            for (unsigned k = 0; k < 32; ++k) {
                const unsigned other = (i & 32) + k;
                if (it.takes_part(other)) {
                    here |= 1u << k;
                    wanted |= (it.mask(i) >> k & it.value[other] & 1u) << k;
                }
            }
            CHECK(ballot[i] == wanted, "thread %u", i);
            CHECK(any[i] == (wanted != 0), "thread %u", i);
            CHECK(all[i] == (wanted == it.mask(i)), "thread %u", i);
            CHECK(uniform[i] == (wanted == 0 || wanted == it.mask(i)), "thread %u", i);
            CHECK(active[i] == here, "thread %u", i);
        }
    }
}

void matches(int lanes)
{
    for (int round = 0; round < 100; ++round) {
        const scene it = any_scene();
        std::vector<unsigned> any(64), any64(64), all(64);
        std::vector<int> same(64);
        must_run(lanes, dim3(it.count), [&] {
            const unsigned i = thread_number();
            if (it.takes_part(i)) {
                any[i] = __match_any_sync(it.mask(i), it.value[i]);
                any64[i] = __match_any_sync(it.mask(i), 7ull + (1ull * it.value[i] << 32));
                all[i] = __match_all_sync(it.mask(i), it.value[i], &same[i]);
            }
        });
        for (unsigned i = 0; i < it.count; ++i) {
            if (!it.takes_part(i)) {
                continue;
            }
            unsigned alike = 0;
            for (unsigned k = 0; k < 32; ++k) {
                if ((it.mask(i) >> k & 1) && it.value[(i & 32) + k] == it.value[i]) {
                    alike |= 1u << k;
                }
            }
            CHECK(any[i] == alike, "thread %u", i);
            CHECK(any64[i] == alike, "thread %u", i);
            CHECK(all[i] == (alike == it.mask(i) ? alike : 0), "thread %u", i);
            CHECK((same[i] != 0) == (alike == it.mask(i)), "thread %u", i);
        }
    }
}

void reductions(int lanes)
{
    for (int round = 0; round < 60; ++round) {
        const scene it = any_scene();
        struct all {
            unsigned add, low, high, both, either, odd;
            int signed_add, signed_low, signed_high;
        };
        std::vector<all> results(64);
        must_run(lanes, dim3(it.count), [&] {
            const unsigned i = thread_number();
            if (it.takes_part(i)) {
                // The program may name lanes that do not exist.
                const unsigned mask =
                    it.count < 64 && it.mask(i) == kbuild::warp_active() ? ~0u : it.mask(i);
                const unsigned v = it.value[i];
                results[i] = {__reduce_add_sync(mask, v),
                              __reduce_min_sync(mask, v),
                              __reduce_max_sync(mask, v),
                              __reduce_and_sync(mask, v),
                              __reduce_or_sync(mask, v),
                              __reduce_xor_sync(mask, v),
                              __reduce_add_sync(mask, static_cast<int>(v)),
                              __reduce_min_sync(mask, static_cast<int>(v)),
                              __reduce_max_sync(mask, static_cast<int>(v))};
            }
        });
        for (unsigned i = 0; i < it.count; ++i) {
            if (!it.takes_part(i)) {
                continue;
            }
            all wanted = {0, ~0u, 0, ~0u, 0, 0, 0, 0x7fffffff, -0x7fffffff - 1};
            for (unsigned k = 0; k < 32; ++k) {
                if (it.mask(i) >> k & 1) {
                    const unsigned v = it.value[(i & 32) + k];
                    const int s = static_cast<int>(v);
                    wanted.add += v;
                    wanted.low = v < wanted.low ? v : wanted.low;
                    wanted.high = v > wanted.high ? v : wanted.high;
                    wanted.both &= v;
                    wanted.either |= v;
                    wanted.odd ^= v;
                    wanted.signed_low = s < wanted.signed_low ? s : wanted.signed_low;
                    wanted.signed_high = s > wanted.signed_high ? s : wanted.signed_high;
                }
            }
            wanted.signed_add = static_cast<int>(wanted.add);
            CHECK(memcmp(&results[i], &wanted, sizeof(wanted)) == 0,
                  "thread %u of %u, mask %08x: sum %08x, not %08x", i, it.count, it.mask(i),
                  results[i].add, wanted.add);
        }
    }
}

// Strings of lanes: which are met, and in which order.
struct path {
    unsigned char lane[32];
    unsigned char count;
};
struct join {
    path operator()(const path &a, const path &b) const
    {
        path both = a;
        for (int i = 0; i < b.count && both.count < 32; ++i) {
            both.lane[both.count++] = b.lane[i];
        }
        return both;
    }
};

void check_scan(int lanes, unsigned mask)
{
    std::vector<path> scans(64), sums(64);
    must_run(lanes, dim3(64), [&] {
        const unsigned i = thread_number();
        if (mask >> (i & 31) & 1) {
            path mine = {};
            mine.lane[0] = static_cast<unsigned char>(i);
            mine.count = 1;
            join op;
            scans[i] = kbuild::scan_members(mask, mine, op);
            sums[i] = kbuild::reduce_members(mask, mine, op);
        }
    });
    const auto check = [&](const path &found, unsigned thread, unsigned members) {
        int next = 0;
        bool right = found.count == __builtin_popcount(members);
        for (unsigned k = 32; right && k-- > 0;) { // from the highest down
            if (members >> k & 1) {
                right = found.lane[next++] == (thread & 32) + k;
            }
        }
        CHECK(right, "mask %08x thread %u", mask, thread);
    };
    for (unsigned i = 0; i < 64; ++i) {
        if (mask >> (i & 31) & 1) {
            check(scans[i], i, mask & static_cast<unsigned>((2ull << (i & 31)) - 1));
            check(sums[i], i, mask);
        }
    }
}

// Every set of 8 neighbours, and random ones.
void scans(int lanes)
{
    for (unsigned set = 1; set < 256; ++set) {
        check_scan(lanes, set << (set * 5 % 25));
    }
    for (int round = 0; round < 60; ++round) {
        const unsigned mask = any_mask();
        check_scan(lanes, mask ? mask : 1);
    }
}

template <int width> void check_segments(int lanes)
{
    const auto results = collect<unsigned>(lanes, 64, [] {
        kbuild::op_add op;
        const unsigned own = thread_number() * thread_number() + 1;
        return kbuild::reduce_segment<width>(own, op);
    });
    for (unsigned i = 0; i < 64; ++i) {
        unsigned sum = 0;
        for (unsigned k = i / width * width; k < i / width * width + width; ++k) {
            sum += k * k + 1;
        }
        CHECK(results[i] == sum, "segments of %d, thread %u", width, i);
    }
}

void segments(int lanes)
{
    check_segments<1>(lanes);
    check_segments<2>(lanes);
    check_segments<4>(lanes);
    check_segments<8>(lanes);
    check_segments<16>(lanes);
    check_segments<32>(lanes);
}

const named_test tests[] = {
    {"bits", bits},
    {"shuffles", shuffles},
    {"shuffles_in_branches", shuffles_in_branches},
    {"shuffle_types", shuffle_types},
    {"shuffles_of_the_wave", shuffles_of_the_wave},
    {"votes", votes},
    {"matches", matches},
    {"reductions", reductions},
    {"scans", scans},
    {"segments", segments},
};

} // namespace

int main(int argc, char **argv)
{
    static_assert(kbuild_warpSize == 32, "a warp has 32 threads on every GPU");
    return run_tests(tests, argc, argv);
}
