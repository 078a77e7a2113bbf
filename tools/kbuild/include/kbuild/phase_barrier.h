// A barrier of 64 bits that counts arrivals and bytes. cuda::barrier, CUDA's mbarrier intrinsics
// and PTX's mbarrier are made of it.
//
//     bit  0   20 bits  arrivals that are missing in this phase
//         20   21 bits  bytes that are missing, plus 2^20: they may arrive before they are expected
//         41   20 bits  arrivals of a whole phase
//         61    3 bits  the number of the phase
//
// Each change is an addition, and no field overflows into the next one. The change after which
// nothing is missing also begins the next phase, in the same atomic exchange: arrivals and bytes of
// the next phase may come at once, even from a lane of the same wave. Barriers with a function that
// is called before the phase ends are an exception: until the function returns, no thread may
// arrive, as C++ demands of std::barrier.
#ifndef KBUILD_PHASE_BARRIER_H
#define KBUILD_PHASE_BARRIER_H
#pragma GCC system_header

#include "libcu_scope.h"

namespace kbuild
{

typedef uint64_t phase_word;
// the state of a barrier, which is a number, as CUDA's __mbarrier_t is
typedef phase_word phase_barrier;

static constexpr phase_word phase_most = (1u << 20) - 1u; // the most arrivals, or bytes, of a phase
static constexpr int phase_bytes_at = 20, phase_all_at = 41, phase_number_at = 61;
static constexpr phase_word phase_no_bytes = phase_word(1) << (phase_bytes_at + 20);

// Returns the first word of a barrier for |expected| arrivals.
KBUILD_MEMBER constexpr phase_word phase_first(phase_word expected)
{
    return expected << phase_all_at | phase_no_bytes | expected;
}

KBUILD_BOTH void phase_start(phase_barrier &barrier, unsigned expected)
{
    barrier = phase_first(expected);
}

KBUILD_BOTH unsigned phase_number(phase_word word)
{
    return static_cast<unsigned>(word >> phase_number_at);
}

// Returns the number of missing arrivals.
KBUILD_BOTH unsigned phase_missing(phase_word word)
{
    return static_cast<unsigned>(word & phase_most);
}

// Whether neither arrivals nor bytes are missing.
KBUILD_BOTH bool phase_is_over(phase_word word)
{
    const phase_word both = (phase_word(1) << phase_all_at) - 1u;
    return (word & both) == phase_no_bytes;
}

template <int scope> KBUILD_BOTH phase_word phase_load(const phase_barrier &barrier, int order)
{
    return atomic_load<scope>(&barrier, order);
}

struct phase_nothing {
    KBUILD_MEMBER void operator()() const
    {
    }
};

// Returns the value with which the next phase begins. |over| is the value at the end of this phase:
// neither arrivals nor bytes are missing.
KBUILD_BOTH phase_word phase_next(phase_word over)
{
    return over + (phase_word(1) << phase_number_at) + (over >> phase_all_at & phase_most);
}

// Adds |change| to the barrier once for each of |lanes| lanes, or for as many lanes as this phase
// still expects, and sets |lanes| to their number. Returns the barrier's value before the change.
template <int scope>
KBUILD_BOTH phase_word phase_change_by(phase_barrier &barrier, phase_word change, unsigned &lanes)
{
    const unsigned wanted = lanes, each = phase_missing(phase_word(0) - change);
    const auto changed = [change, wanted, each, &lanes](phase_word before) {
        const unsigned most = each == 0 ? 1u : phase_missing(before) / each;
        lanes = wanted < most ? wanted : most > 1u ? most : 1u;
        const phase_word after = before + change * lanes;
        return phase_is_over(after) ? phase_next(after) : after;
    };
    return atomic_update<scope>(&barrier, changed, __ATOMIC_ACQ_REL);
}

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
KBUILD_DEVICE phase_word phase_read_uniform(phase_word word, int lane)
{
    return wave_each_word(word, [=](int part) { return wave_word_uniform(part, lane); });
}

// Adds the |change| of each active lane to its |barrier|, as if the lanes did it one after another.
// Returns the value before the lane's own change. If several lanes of a wave make the same change
// to one barrier, the first of these lanes does it for all in one exchange. All lanes of the wave
// run the loop in step: no lane leaves it before the others.
template <int scope>
KBUILD_DEVICE phase_word phase_change_by_wave(phase_barrier &barrier, phase_word change)
{
    unsigned long long rest = wave_active();
    if ((rest & (rest - 1)) == 0) { // Only one lane is active.
        unsigned alone = 1;
        return phase_change_by<scope>(barrier, change, alone);
    }
    auto at = reinterpret_cast<phase_word>(&barrier);
    // The empty asm hides from the compiler which variable |at| points to: clang 15 allocates a
    // variable in LDS twice if its address is in a constant vector.
    asm("" : "+v"(at));
    const int lane = wave_lane();
    phase_word result = 0;
    while (rest != 0) {
        const int first = __builtin_ctzll(rest);
        const bool alike = rest >> lane & 1u && at == phase_read_uniform(at, first) &&
                           change == phase_read_uniform(change, first);
        const unsigned long long group = wave_ballot(alike);
        unsigned lanes = static_cast<unsigned>(__builtin_popcountll(group));
        phase_word before = 0;
        if (lane == first) {
            before = phase_change_by<scope>(barrier, change, lanes);
        }
        before = phase_read_uniform(before, first);
        lanes = static_cast<unsigned>(wave_word_uniform(static_cast<int>(lanes), first));
        const unsigned rank =
            static_cast<unsigned>(__builtin_popcountll(group & ((1ull << lane) - 1u)));
        const bool done = alike && rank < lanes;
        result = done ? before + change * rank : result;
        rest &= ~wave_ballot(done);
    }
    return result;
}
#endif

// Adds |change|, and calls |complete| before the phase ends, if it ends. Returns the barrier's
// value before the change.
template <int scope, class Complete>
KBUILD_BOTH phase_word phase_change(phase_barrier &barrier, phase_word change, Complete &complete)
{
    if constexpr (::std::is_same<Complete, phase_nothing>::value) {
        (void)complete;
#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
        return phase_change_by_wave<scope>(barrier, change);
#else
        unsigned lanes = 1;
        return phase_change_by<scope>(barrier, change, lanes);
#endif
    } else {
        const phase_word before = atomic_update<scope>(
            &barrier, [change](phase_word word) { return word + change; }, __ATOMIC_ACQ_REL);
        const phase_word after = before + change;
        if (phase_is_over(after)) {
            complete();
            atomic_store<scope>(&barrier, phase_next(after), __ATOMIC_RELEASE);
        }
        return before;
    }
}

// Counts |count| arrivals in this phase.
template <int scope, class Complete>
KBUILD_BOTH phase_word phase_arrive(phase_barrier &barrier, unsigned count, Complete &complete)
{
    return phase_change<scope>(barrier, phase_word(0) - count, complete);
}

// Counts |count| arrivals in this phase, and lets all later phases expect |count| fewer.
template <int scope, class Complete>
KBUILD_BOTH phase_word phase_drop(phase_barrier &barrier, unsigned count, Complete &complete)
{
    const phase_word both = phase_word(count) << phase_all_at | count;
    return phase_change<scope>(barrier, phase_word(0) - both, complete);
}

// Lets this phase wait for |bytes| more bytes.
template <int scope, class Complete>
KBUILD_BOTH void phase_expect_bytes(phase_barrier &barrier, unsigned bytes, Complete &complete)
{
    (void)phase_change<scope>(barrier, phase_word(bytes) << phase_bytes_at, complete);
}

// Counts |bytes| bytes that have arrived.
template <int scope, class Complete>
KBUILD_BOTH void phase_take_bytes(phase_barrier &barrier, unsigned bytes, Complete &complete)
{
    const phase_word change = phase_word(bytes) << phase_bytes_at;
    (void)phase_change<scope>(barrier, phase_word(0) - change, complete);
}

template <int scope> KBUILD_BOTH bool phase_over(const phase_barrier &barrier, unsigned phase)
{
    return phase_number(phase_load<scope>(barrier, __ATOMIC_ACQUIRE)) != phase;
}

template <int scope> KBUILD_BOTH bool phase_over_parity(const phase_barrier &barrier, bool parity)
{
    return (phase_number(phase_load<scope>(barrier, __ATOMIC_ACQUIRE)) & 1u) != (parity ? 1u : 0u);
}

template <int scope> KBUILD_BOTH void phase_wait(const phase_barrier &barrier, unsigned phase)
{
    wait_begin();
    while (!phase_over<scope>(barrier, phase)) {
        wait_round();
    }
}

template <int scope> KBUILD_BOTH void phase_wait_parity(const phase_barrier &barrier, bool parity)
{
    wait_begin();
    while (!phase_over_parity<scope>(barrier, parity)) {
        wait_round();
    }
}

} // namespace kbuild

#endif
