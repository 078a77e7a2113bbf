// A barrier of counted arrivals: what cuda::barrier and CUDA's mbarrier intrinsics are made of.
//
// |pending| arrivals are missing in this phase. The last one refills it and begins the next phase;
// until it has done so nobody can arrive for the next one, so the two need not change together.
#ifndef KBUILD_PHASE_BARRIER_H
#define KBUILD_PHASE_BARRIER_H
#pragma GCC system_header

#include "libcu_scope.h"

namespace kbuild
{

struct phase_barrier {
    unsigned phase, pending, expected;
};

KBUILD_BOTH void phase_start(phase_barrier &barrier, unsigned expected)
{
    barrier.phase = 0;
    barrier.pending = expected;
    barrier.expected = expected;
}

template <int scope> KBUILD_BOTH unsigned phase_now(const phase_barrier &barrier, int order)
{
    return atomic_load<scope>(&barrier.phase, order);
}

// Counts |count| arrivals; |complete| is called before the phase ends. Returns the phase.
template <int scope, class Complete>
KBUILD_BOTH unsigned phase_arrive(phase_barrier &barrier, unsigned count, Complete &complete)
{
    const unsigned phase = phase_now<scope>(barrier, __ATOMIC_RELAXED);
    const unsigned before = atomic_fetch_sub<scope>(&barrier.pending, count, __ATOMIC_ACQ_REL);
    if (before == count) {
        complete();
        const unsigned expected = atomic_load<scope>(&barrier.expected, __ATOMIC_RELAXED);
        atomic_store<scope>(&barrier.pending, expected, __ATOMIC_RELAXED);
        atomic_store<scope>(&barrier.phase, phase + 1, __ATOMIC_RELEASE);
    }
    return phase;
}

// One arrival fewer in this and all later phases.
template <int scope, class Complete>
KBUILD_BOTH unsigned phase_drop(phase_barrier &barrier, Complete &complete)
{
    atomic_fetch_sub<scope>(&barrier.expected, 1u, __ATOMIC_RELAXED);
    return phase_arrive<scope>(barrier, 1u, complete);
}

template <int scope> KBUILD_BOTH bool phase_over(const phase_barrier &barrier, unsigned phase)
{
    return phase_now<scope>(barrier, __ATOMIC_ACQUIRE) != phase;
}

template <int scope> KBUILD_BOTH bool phase_over_parity(const phase_barrier &barrier, bool parity)
{
    return (phase_now<scope>(barrier, __ATOMIC_ACQUIRE) & 1u) != (parity ? 1u : 0u);
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

struct phase_nothing {
    KBUILD_MEMBER void operator()() const
    {
    }
};

} // namespace kbuild

#endif
