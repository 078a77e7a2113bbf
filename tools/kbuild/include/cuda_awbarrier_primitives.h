// CUDA's arrive-wait barrier as functions: __mbarrier_init, __mbarrier_arrive, __mbarrier_try_wait.
#ifndef KBUILD_CUDA_AWBARRIER_PRIMITIVES_H
#define KBUILD_CUDA_AWBARRIER_PRIMITIVES_H
#pragma GCC system_header

#include "kbuild/phase_barrier.h"

typedef kbuild::phase_barrier __mbarrier_t;
typedef kbuild::phase_word __mbarrier_token_t; // the value of the barrier before the arrival

KBUILD_DEVICE unsigned __mbarrier_maximum_count()
{
    return (1u << 20) - 1u;
}

KBUILD_DEVICE void __mbarrier_init(__mbarrier_t *barrier, unsigned expected)
{
    kbuild::phase_start(*barrier, expected);
}

KBUILD_DEVICE void __mbarrier_inval(__mbarrier_t *)
{
}

KBUILD_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier)
{
    kbuild::phase_nothing nothing;
    return kbuild::phase_arrive<kbuild::scope_block>(*barrier, 1u, nothing);
}

KBUILD_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier)
{
    kbuild::phase_nothing nothing;
    return kbuild::phase_drop<kbuild::scope_block>(*barrier, 1u, nothing);
}

KBUILD_DEVICE unsigned __mbarrier_token_pending_count(__mbarrier_token_t token)
{
    return kbuild::phase_missing(token);
}

KBUILD_DEVICE bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token)
{
    return kbuild::phase_over<kbuild::scope_block>(*barrier, kbuild::phase_number(token));
}

KBUILD_DEVICE bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity)
{
    return kbuild::phase_over_parity<kbuild::scope_block>(*barrier, parity);
}

// In CUDA the try_wait functions may return before the phase is over, so programs call them in
// loops. Here they pause once and test.
KBUILD_DEVICE bool __mbarrier_try_wait(__mbarrier_t *barrier, __mbarrier_token_t token, unsigned)
{
    kbuild::wait_round();
    return __mbarrier_test_wait(barrier, token);
}

KBUILD_DEVICE bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity, unsigned)
{
    kbuild::wait_round();
    return __mbarrier_test_wait_parity(barrier, parity);
}

#endif
